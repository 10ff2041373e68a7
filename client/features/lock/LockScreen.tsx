// The screen of a locked app: unlock, log out or clear the device, and nothing that names the app or its member.
import type { LockRecord } from '#client/offline/database-schema.ts';
import { useState } from 'react';
import { open } from '#client/offline/lock/lock.ts';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { HoldButton } from './HoldButton.tsx';
import { ProveLock } from './ProveLock.tsx';
import './lock.css';

export interface LockScreenProps {
  readonly record: LockRecord;
  readonly onOpen: () => void;
  readonly onLogOut: () => void;
  readonly onPanic: () => void;
}

export function LockScreen({ record, onOpen, onLogOut, onPanic }: LockScreenProps) {
  const [isLeaving, setLeaving] = useState(false);
  return (
    <main className="lock-screen">
      <h1>Locked</h1>
      <ProveLock record={record} onProved={(root) => void open(root).then(onOpen)} />
      {isLeaving ? (
        <>
          <Notice tone="warning">Everything you have on this device will be deleted, including what is not sent yet.</Notice>
          <div className="row">
            <Button look="danger" onClick={onLogOut}>
              Log out and delete it
            </Button>
            <Button onClick={() => setLeaving(false)}>Cancel</Button>
          </div>
        </>
      ) : (
        <div className="lock-ways-out">
          <Button look="quiet" onClick={() => setLeaving(true)}>
            Log out
          </Button>
          <HoldButton label="Hold to clear this device" onHeld={onPanic} />
        </div>
      )}
    </main>
  );
}
