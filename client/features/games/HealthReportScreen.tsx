// /games/health: notify members one chatted with that they may have been exposed, anonymously and in a fixed text.
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { HealthReporting } from '#shared/contract/community.ts';
import { healthNoticeText, healthRules } from '#shared/rules/community.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { NotLoaded } from '#client/net/NotLoaded.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { ChatIcon } from '#client/ui/icons.tsx';
import { say } from '#client/ui/header-messages.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { healthReportQuery, useReportHealth } from './community.queries.ts';
import { PeopleChoice } from './PeopleChoice.tsx';
import './community.css';

const sentNoticeMs = 6_000;

export function HealthReportScreen() {
  const { data, error, refetch } = useQuery(healthReportQuery);
  return (
    <Page title="Health Incident Report" width="narrow" hasBack>
      <p>
        If you have an infection that others may have too, choose who should know. Each of them receives this message, and{' '}
        <Link to="/games/health/testing">where to get tested</Link>:
      </p>
      <blockquote className="card health-words">{healthNoticeText}</blockquote>
      <details className="health-how">
        <summary>Nobody is told that it was you. How does that work?</summary>
        <div className="soft small stack">
          <p>
            Each of them is notified at a random time between {hours(healthRules.delayLeastMs)} and{' '}
            {hours(healthRules.delayMostMs)} hours from now, with the day but not the hour. Nobody stores who you chose, not even
            us: until somebody is notified, we only store that they are due a message, not who it comes from.
          </p>
          <p>
            You can report once a day, and nobody is notified more than once in {healthRules.tellAgainDays} days. You don’t see
            whether somebody was notified: it looks the same if they blocked you or have left.
          </p>
          <p>Somebody who chats with hardly anyone but you may still guess.</p>
        </div>
      </details>
      {data !== undefined ? (
        <Report key={String(data.mayReport)} reporting={data} />
      ) : (
        <NotLoaded error={error} onRetry={refetch} />
      )}
    </Page>
  );
}

function Report({ reporting: { mayReport, people } }: { readonly reporting: HealthReporting }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isAsked, setAsked] = useState(false);
  const sending = useReportHealth();
  if (!mayReport || sending.isSuccess)
    return (
      <Notice tone="success" isStill>
        Your report is on its way. The members you chose are notified within about a day. You can send another one tomorrow.
      </Notice>
    );
  if (people.length === 0)
    return <EmptyState icon={ChatIcon} text="You can tell members you have exchanged messages with. There are none yet." />;
  const count = chosen.size;
  const sent = (): void => {
    setAsked(false);
    say('Your report is on its way.', 'notice', sentNoticeMs);
  };
  return (
    <>
      <PeopleChoice people={people} chosen={chosen} onChoose={setChosen} most={healthRules.peopleMost} />
      <div className="health-send">
        <Button look="main" isWide disabled={count === 0} onClick={() => setAsked(true)}>
          {count === 0 ? 'Choose somebody' : `Tell ${members(count)}`}
        </Button>
      </div>
      <Dialog isOpen={isAsked} onClose={() => setAsked(false)} title={`Tell ${members(count)}?`}>
        <p>This can’t be undone. A false report frightens people, so please send it only if it is true.</p>
        {sending.isError && <Notice tone="warning">{failureWords(sending.error)}</Notice>}
        <div className="row">
          <Button look="danger" disabled={sending.isPending} onClick={() => sending.mutate([...chosen], { onSuccess: sent })}>
            Tell them
          </Button>
          <Button onClick={() => setAsked(false)}>Cancel</Button>
        </div>
      </Dialog>
    </>
  );
}

const members = (count: number): string => (count === 1 ? '1 member' : `${count} members`);
const hours = (ms: number): number => ms / 3_600_000;
const failureWords = (error: Error): string =>
  error instanceof ConnectionLost
    ? 'You are offline. A report is not stored on your device, so send it when you are back online.'
    : 'That could not be sent. Please try again.';
