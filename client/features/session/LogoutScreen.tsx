// /logout: ends the session and deletes all member data on the device. It asks first if unsent writes would be lost.
import { t, tCount } from '#client/device/texts.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { forgetSession } from '#client/device/session-record.ts';
import { endPendingSession, markSessionToEnd } from '#client/device/pending-cleanup.ts';
import { wipeDevice } from '#client/device/wipe.ts';
import { outboxCount } from '#client/offline/uploads/undelivered-count.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { endServerSession } from './log-in.ts';

type State =
  | { readonly is: 'counting' }
  | { readonly is: 'confirming'; readonly unsent: number }
  | { readonly is: 'leaving' }
  | { readonly is: 'left' };

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True after the account was deleted. Then nothing can be sent any more. */
    readonly isAccountDeleted?: boolean;
  }
}

export function LogoutScreen() {
  const isAccountDeleted = useLocation({ select: (location) => location.state.isAccountDeleted === true });
  const [state, setState] = useState<State>({ is: 'counting' });
  const queries = useQueryClient();

  const leave = async (): Promise<void> => {
    setState({ is: 'leaving' });
    markSessionToEnd();
    // Called first, so that no background work starts again while the data is deleted.
    forgetSession();
    void endPendingSession(endServerSession).catch(() => undefined);
    await wipeDevice();
    queries.clear();
    setState({ is: 'left' });
  };
  useEffect(() => {
    if (isAccountDeleted) void leave();
    else void outboxCount().then((unsent) => (unsent > 0 ? setState({ is: 'confirming', unsent }) : leave()));
    // oxlint-disable-next-line react/exhaustive-deps -- runs once, when the screen is opened
  }, []);

  if (state.is === 'confirming')
    return (
      <Page title={t('Log out')} width="narrow">
        <Notice tone="warning">
          {tCount(state.unsent, {
            one: 'One thing you wrote is not sent yet and would be lost.',
            other: '# things you wrote are not sent yet and would be lost.',
          })}
        </Notice>
        <div className="row">
          <Button look="danger" onClick={() => void leave()}>
            {t('Log out and delete it')}
          </Button>
          <Button onClick={() => history.back()}>{t('Stay logged in')}</Button>
        </div>
      </Page>
    );
  if (isAccountDeleted) return <Farewell isDone={state.is === 'left'} />;
  if (state.is === 'counting')
    return (
      <Page title={t('Log out')} width="narrow">
        {null}
      </Page>
    );
  return (
    <Page title={t('Log out')} width="narrow">
      <p role="status">{t('You are being logged out.')}</p>
      <div className="row">
        <Link
          to="/login"
          className={buttonClass({ look: 'main' })}
          aria-disabled={state.is === 'leaving'}
          disabled={state.is === 'leaving'}
        >
          {t('Login Again')}
        </Link>
      </div>
    </Page>
  );
}

function Farewell({ isDone }: { readonly isDone: boolean }) {
  return (
    <Page title={t('Farewell')} width="narrow">
      <p role="status">{t('Your account and everything in it have been deleted.')}</p>
      <p>{t('Thank you for being here. If you want to come back one day, you are welcome.')}</p>
      <Link to="/" className={buttonClass({ look: 'main' })} aria-disabled={!isDone} disabled={!isDone}>
        {t('Home')}
      </Link>
    </Page>
  );
}
