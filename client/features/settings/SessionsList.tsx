// The member's sessions with their devices, and buttons to end one or all.
import { t } from '#client/device/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import type { SessionListed } from '#shared/contract/sessions.ts';
import { dateText } from '#shared/formats/times.ts';
import { locale } from '#client/device/locale.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { Button } from '#client/ui/Button.tsx';
import { SkeletonList } from '#client/ui/Skeleton.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { DeviceIcon } from '#client/ui/icons.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { sessionsQuery, useEndSession } from './sessions.queries.ts';
import { agoText } from './ago-text.ts';
import '#client/ui/list-rows.css';

const EndAllForm = lazyPart(() => import('./EndAllForm.tsx'), 'EndAllForm');

/** How many are shown at first. A device that is used often has many sessions, of browsers that forgot their cookies. */
const fewSessions = 3;

export function SessionsList() {
  const { data, dataUpdatedAt, error, refetch } = useQuery(sessionsQuery);
  const ending = useEndSession();
  const [areAllShown, setAllShown] = useState(false);
  if (data === undefined) return <QueryState error={error} refetch={refetch} skeleton={<SkeletonList count={2} shape="row" />} />;
  return (
    <>
      <p className="soft">
        {t(
          'We record the IP address of each login for 90 days, to keep accounts safe. Logging a device out also stops its notifications.',
        )}
      </p>
      <ul className="list-rows">
        {(areAllShown ? data : data.slice(0, fewSessions)).map((session) => (
          <Row
            key={session.id}
            session={session}
            nowMs={dataUpdatedAt}
            isEnding={ending.isPending && ending.variables === session.id}
            onEnd={() => ending.mutate(session.id)}
          />
        ))}
      </ul>
      {ending.isError && (
        <Notice tone="error" onDismiss={ending.reset}>
          {t('That device could not be logged out. Please try again.')}
        </Notice>
      )}
      <div className="row">
        {data.length > fewSessions && (
          <Button onClick={() => setAllShown(!areAllShown)} aria-expanded={areAllShown}>
            {t('Show all')}
          </Button>
        )}
        <EndAll />
      </div>
    </>
  );
}

interface RowProps {
  readonly session: SessionListed;
  /** The time of the reply, in ms since 1970. */
  readonly nowMs: number;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

function Row({ session: { device, tsCreated, tsLastUsed, isThis }, nowMs, isEnding, onEnd }: RowProps) {
  const id = useId();
  const date = dateText(tsCreated, locale());
  return (
    <li className="list-row">
      <DeviceIcon />
      <span className="grow list-row-text">
        <span>{device}</span>
        <span className="soft small" id={id}>
          {isThis
            ? t('This device, logged in on {date}', { date })
            : t('Last used {ago}, logged in on {date}', { ago: agoText(tsLastUsed, nowMs), date })}
        </span>
      </span>
      {!isThis && (
        <Button disabled={isEnding} onClick={onEnd} aria-label={t('Log out {device}', { device })} aria-describedby={id}>
          {t('a device|Log out')}
        </Button>
      )}
    </li>
  );
}

function EndAll() {
  const [isConfirming, setConfirming] = useState(false);
  const close = (): void => setConfirming(false);
  return (
    <>
      <Button onClick={() => setConfirming(true)}>{t('Log out everywhere')}</Button>
      <Dialog isOpen={isConfirming} onClose={close} title={t('Log out everywhere?')}>
        <Suspense>
          <EndAllForm onCancel={close} />
        </Suspense>
      </Dialog>
    </>
  );
}
