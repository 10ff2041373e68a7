// The footer of the menu: buttons to lock the app and to clear this device.
import { t } from '#client/device/texts.ts';
import { isLockSet, lockNow } from '#client/offline/lock/lock-tabs.ts';
import { Button } from '#client/ui/Button.tsx';
import { HoldButton } from './HoldButton.tsx';
import './lock.css';

export function LockFooter({ onPanic }: { readonly onPanic: () => void }) {
  return (
    <div className="lock-footer">
      {isLockSet() && <Button onClick={lockNow}>{t('Lock now')}</Button>}
      <HoldButton label={t('Hold to clear this app')} onHeld={onPanic} />
    </div>
  );
}
