// The member's sessions by device name, with buttons to end one or all.
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionListed } from '#shared/contract/sessions.ts';
import { NotLoaded } from '#client/net/NotLoaded.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { DeviceIcon } from '#client/ui/icons.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { sessionsQuery, useEndEverySession, useEndSession } from './sessions.queries.ts';
import { agoWords } from './ago-words.ts';
import '#client/ui/list-rows.css';

export function SessionsList() {
  const { data, dataUpdatedAt: askedMs, error, refetch } = useQuery(sessionsQuery);
  const ending = useEndSession();
  if (data === undefined) return <NotLoaded error={error} onRetry={refetch} />;
  return (
    <>
      <p className="soft">We don’t store where a session was used from. Signing a device out also stops its notifications.</p>
      <ul className="list-rows">
        {data.map((session) => (
          <Row
            key={session.id}
            session={session}
            nowMs={askedMs}
            isEnding={ending.isPending && ending.variables === session.id}
            onEnd={() => ending.mutate(session.id)}
          />
        ))}
      </ul>
      {ending.isError && (
        <Notice tone="error" onDismiss={ending.reset}>
          That session could not be ended. Please try again.
        </Notice>
      )}
      <EndAll />
    </>
  );
}

interface RowProps {
  readonly session: SessionListed;
  /** When the list was loaded. */
  readonly nowMs: number;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });

function Row({ session: { device, tsCreated, tsLastUsed, isThis }, nowMs, isEnding, onEnd }: RowProps) {
  return (
    <li className="list-row">
      <DeviceIcon />
      <span className="grow list-row-words">
        <span>{device}</span>
        <span className="soft small">
          {isThis ? 'This device' : `Last used ${agoWords(tsLastUsed, nowMs)}`}, logged in on {day.format(tsCreated)}
        </span>
      </span>
      {!isThis && (
        <Button disabled={isEnding} onClick={onEnd} aria-label={`Sign out ${device}`}>
          Sign out
        </Button>
      )}
    </li>
  );
}

/** It can't be undone, so it asks. */
function EndAll() {
  const [isAsked, setAsked] = useState(false);
  const navigate = useNavigate();
  const ending = useEndEverySession(() => void navigate({ to: '/logout', replace: true }));
  return (
    <div className="row">
      <Button onClick={() => setAsked(true)}>Sign out everywhere</Button>
      <Dialog isOpen={isAsked} onClose={() => setAsked(false)} title="Sign out everywhere?">
        <p>Every device is logged out, this one too. What the others have not sent yet stays on them until you log in again.</p>
        {ending.isError && <Notice tone="error">The other devices could not be signed out. Please try again.</Notice>}
        <div className="row">
          <Button look="danger" disabled={ending.isPending} onClick={() => ending.mutate()}>
            Sign out all
          </Button>
          <Button onClick={() => setAsked(false)}>Cancel</Button>
        </div>
      </Dialog>
    </div>
  );
}
