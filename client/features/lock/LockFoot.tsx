// The foot of the menu: buttons to lock the app and to clear the device.
import { isLockSet, lockNow } from '#client/offline/lock/lock-tabs.ts';
import { Button } from '#client/ui/Button.tsx';
import { HoldButton } from './HoldButton.tsx';
import './lock.css';

export function LockFoot({ onPanic }: { readonly onPanic: () => void }) {
  return (
    <div className="lock-foot">
      {isLockSet() && <Button onClick={lockNow}>Lock now</Button>}
      <HoldButton label="Hold to clear this device" onHeld={onPanic} />
    </div>
  );
}
