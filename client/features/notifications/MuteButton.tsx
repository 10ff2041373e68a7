// A button in the header of a conversation. It shows whether the conversation is muted, and opens the dialog to change that.
import { Suspense, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { BellIcon, BellOffIcon } from '#client/ui/icons.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { useMutes } from './mutes.queries.ts';

const MuteDialog = lazyPart(() => import('./MuteDialog.tsx'), 'MuteDialog');

export interface MuteButtonProps {
  readonly peer: string;
  /** The shortened name. */
  readonly name: string;
}

export function MuteButton({ peer, name }: MuteButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const untilMs = useMutes().get(peer);
  const isMuted = untilMs !== undefined;
  return (
    <>
      <Button
        look="round"
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        aria-label={isMuted ? `${name} is muted` : `Mute ${name}`}
      >
        {isMuted ? <BellOffIcon /> : <BellIcon />}
      </Button>
      {isOpen && (
        <Suspense>
          <MuteDialog peer={peer} name={name} untilMs={untilMs} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
