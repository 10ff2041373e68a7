// /logout: ends the session and takes everything of the member off the device; asks first if something still waits to be sent.
import { Link, useLocation } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { forgetSession } from '#client/device/session-record.ts';
import { endLeftSession, endSessionLater } from '#client/device/unfinished.ts';
import { wipeDevice } from '#client/device/wipe.ts';
import { outboxCount } from '#client/offline/uploads/undelivered-count.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { endServerSession } from './log-in.ts';

type Stage =
  | { readonly is: 'counting' }
  | { readonly is: 'asking'; readonly waiting: number }
  | { readonly is: 'leaving' }
  | { readonly is: 'left' };

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** On the way to /logout: there is no account any more, and nothing that could still be sent. */
    readonly isAccountDeleted?: boolean;
  }
}

export function LogoutScreen() {
  const isAccountDeleted = useLocation({ select: ({ state }) => state.isAccountDeleted === true });
  const [stage, setStage] = useState<Stage>({ is: 'counting' });
  const queries = useQueryClient();

  const leave = async (): Promise<void> => {
    setStage({ is: 'leaving' });
    endSessionLater();
    // First of all, so that nothing that works for the member begins anew while his data goes.
    forgetSession();
    void endLeftSession(endServerSession).catch(() => undefined);
    await wipeDevice();
    queries.clear();
    setStage({ is: 'left' });
  };
  useEffect(() => {
    if (isAccountDeleted) void leave();
    else void outboxCount().then((waiting) => (waiting > 0 ? setStage({ is: 'asking', waiting }) : leave()));
    // oxlint-disable-next-line react/exhaustive-deps -- opening the screen is the member's word, once
  }, []);

  if (stage.is === 'asking')
    return (
      <Page title="Log out" width="narrow">
        <Notice tone="warning">
          {stage.waiting === 1 ? 'One thing you wrote is' : `${stage.waiting} things you wrote are`} not sent yet and would be
          lost.
        </Notice>
        <div className="row">
          <Button look="danger" onClick={() => void leave()}>
            Log out and lose it
          </Button>
          <Button onClick={() => history.back()}>Stay logged in</Button>
        </div>
      </Page>
    );
  if (isAccountDeleted) return <Farewell isDone={stage.is === 'left'} />;
  // Nothing has ended yet, and nothing says so.
  if (stage.is === 'counting')
    return (
      <Page title="Log out" width="narrow">
        {null}
      </Page>
    );
  return (
    <Page title="Log out" width="narrow">
      <p role="status">You are being logged out.</p>
      <Link
        to="/login"
        className={buttonClass({ look: 'main' })}
        aria-disabled={stage.is === 'leaving'}
        disabled={stage.is === 'leaving'}
      >
        Login Again
      </Link>
    </Page>
  );
}

function Farewell({ isDone }: { readonly isDone: boolean }) {
  return (
    <Page title="Farewell" width="narrow">
      <p role="status">Your account and everything in it is deleted.</p>
      <p>Thank you for having been here. Should you want to come back one day, you are welcome: as somebody new.</p>
      <Link to="/" className={buttonClass({ look: 'main' })} aria-disabled={!isDone} disabled={!isDone}>
        Home
      </Link>
    </Page>
  );
}
