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
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { CheckIcon, LogoutIcon, WarningIcon } from '#client/ui/icons.tsx';
import { Page } from '#client/ui/Page.tsx';
import { useGoBack } from '#client/ui/use-go-back.ts';
import { endServerSession } from './log-in.ts';

/** The number of unsent writes before the member has confirmed that they may be lost. */
type State = 'counting' | number | 'leaving' | 'left';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True after the account was deleted. Then nothing can be sent any more. */
    readonly isAccountDeleted?: boolean;
  }
}

export function LogoutScreen() {
  const isAccountDeleted = useLocation({ select: (location) => location.state.isAccountDeleted === true });
  const [state, setState] = useState<State>('counting');
  const queries = useQueryClient();
  const stay = useGoBack({ to: '/' });

  const leave = async (): Promise<void> => {
    setState('leaving');
    markSessionToEnd();
    // Called before the data is deleted, so that no background work starts again meanwhile.
    forgetSession();
    void endPendingSession(endServerSession).catch(() => undefined);
    await wipeDevice();
    queries.clear();
    setState('left');
  };
  useEffect(() => {
    if (isAccountDeleted) void leave();
    else
      void outboxCount()
        // Members can log out even if the code that counts could not be loaded.
        .catch(() => 0)
        .then((unsent) => (unsent > 0 ? setState(unsent) : leave()));
    // oxlint-disable-next-line react/exhaustive-deps -- runs once, when the screen is opened
  }, []);

  const isDone = state === 'left';
  const [title, text, line, to, next] = isAccountDeleted
    ? [
        t('Farewell'),
        t('Your account and everything in it have been deleted.'),
        t('Thank you for being here. If you want to come back one day, you are welcome.'),
        '/',
        t('Home'),
      ]
    : [
        t('Log out'),
        t('You are being logged out.'),
        isDone ? t('Nothing of yours is left on this device.') : t('Logging out deletes all your data on this device.'),
        '/login',
        t('Login Again'),
      ];
  return (
    <Page title={title}>
      <div role="status">
        {typeof state === 'number' ? (
          <EmptyState
            icon={WarningIcon}
            text={tCount(state, {
              one: 'One thing you wrote is not sent yet and would be lost.',
              other: '# things you wrote are not sent yet and would be lost.',
            })}
          >
            <Button look="danger" onClick={() => void leave()}>
              {t('Log out and delete it')}
            </Button>
            <Button onClick={stay}>{t('Stay logged in')}</Button>
          </EmptyState>
        ) : (
          state !== 'counting' && (
            <EmptyState icon={isDone ? CheckIcon : LogoutIcon} text={text}>
              <p>{line}</p>
              <Link to={to} className={buttonClass({ look: 'main' })} aria-disabled={!isDone} disabled={!isDone}>
                {next}
              </Link>
            </EmptyState>
          )
        )}
      </div>
    </Page>
  );
}
