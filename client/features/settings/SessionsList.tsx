// The member's sessions with their devices, and buttons to end one or all.
import { t } from '#client/device/texts.ts';
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionListed } from '#shared/contract/sessions.ts';
import { dateText } from '#shared/formats/times.ts';
import { listed } from '#shared/formats/words.ts';
import { locale } from '#client/device/locale.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { Button } from '#client/ui/Button.tsx';
import { SkeletonList } from '#client/ui/Skeleton.tsx';
import { Checkbox } from '#client/ui/Choice.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { DeviceIcon } from '#client/ui/icons.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { passkeysQuery } from './passkeys.queries.ts';
import { sessionsQuery, useEndEverySession, useEndSession } from './sessions.queries.ts';
import { agoText } from './ago-text.ts';
import '#client/ui/list-rows.css';

export function SessionsList() {
  const { data, dataUpdatedAt, error, refetch } = useQuery(sessionsQuery);
  const ending = useEndSession();
  if (data === undefined) return <QueryState error={error} refetch={refetch} skeleton={<SkeletonList count={2} shape="row" />} />;
  return (
    <>
      <p className="soft">
        {t('We don’t store where a session was used from. Logging a device out also stops its notifications.')}
      </p>
      <ul className="list-rows">
        {data.map((session) => (
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
          {t('This session could not be ended. Please try again.')}
        </Notice>
      )}
      <EndAll />
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
  const date = dateText(tsCreated, locale());
  return (
    <li className="list-row">
      <DeviceIcon />
      <span className="grow list-row-text">
        <span>{device}</span>
        <span className="soft small">
          {isThis
            ? t('This device, logged in on {date}', { date })
            : t('Last used {ago}, logged in on {date}', { ago: agoText(tsLastUsed, nowMs), date })}
        </span>
      </span>
      {!isThis && (
        <Button disabled={isEnding} onClick={onEnd} aria-label={t('Log out {device}', { device })}>
          {t('Log out')}
        </Button>
      )}
    </li>
  );
}

function EndAll() {
  const [isConfirming, setConfirming] = useState(false);
  const [alsoPasskeys, setAlsoPasskeys] = useState(false);
  const { data: passkeys = [] } = useQuery(passkeysQuery);
  const navigate = useNavigate();
  const ending = useEndEverySession(() => void navigate({ to: '/logout', replace: true }));
  return (
    <div className="row">
      <Button onClick={() => setConfirming(true)}>{t('Log out everywhere')}</Button>
      <Dialog isOpen={isConfirming} onClose={() => setConfirming(false)} title={t('Log out everywhere?')}>
        <p>
          {t(
            'Every device is logged out, including this one. What the other devices have not sent yet stays on them until you log in again.',
          )}
        </p>
        {passkeys.length > 0 && (
          <Checkbox
            label={t('Also remove my passkeys')}
            help={t('They can still be used to log in: {names}.', {
              names: listed(
                passkeys.map(({ name }) => name),
                locale(),
              ),
            })}
            isOn={alsoPasskeys}
            onChange={setAlsoPasskeys}
          />
        )}
        {ending.isError && <Notice tone="error">{t('The other devices could not be logged out. Please try again.')}</Notice>}
        <div className="row">
          <Button look="danger" disabled={ending.isPending} onClick={() => ending.mutate({ alsoPasskeys })}>
            {t('Log out all devices')}
          </Button>
          <Button onClick={() => setConfirming(false)}>{t('Cancel')}</Button>
        </div>
      </Dialog>
    </div>
  );
}
