// Anonymous notices to chat partners who may have been exposed to an infection (/games/health).
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { HealthReporting } from '#shared/contract/community.ts';
import { counted } from '#shared/formats/words.ts';
import { locale } from '#client/device/locale.ts';
import { healthNoticeText, healthRules } from '#shared/rules/community.ts';
import { NeedsProfile } from '#client/people/profile-gate.tsx';
import { ConnectionLost } from '#client/net/errors.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Disclosure } from '#client/ui/Disclosure.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { ChatIcon } from '#client/ui/icons.tsx';
import { say } from '#client/ui/header-messages.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { healthReportQuery, useReportHealth } from './community.queries.ts';
import { MemberChooser } from './MemberChooser.tsx';
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
      <blockquote className="card health-notice">{healthNoticeText}</blockquote>
      <Disclosure line="Nobody will know it was you. How does that work?">
        <div className="soft small stack">
          <p>
            Each of them is notified at a random time between {hours(healthRules.minDelayMs)} and {hours(healthRules.maxDelayMs)}{' '}
            hours from now. The notification shows the day but not the time. Nobody stores who you chose, not even us: until
            someone is notified, we only store that they will receive a message, not who it comes from.
          </p>
          <p>
            You can report once a day, and nobody is notified more than once in {healthRules.noticeIntervalDays} days. You can’t
            see whether someone was notified: it looks the same if they blocked you or have left.
          </p>
          <p>Someone who chats with hardly anyone else may still guess.</p>
        </div>
      </Disclosure>
      {data === undefined ? (
        <QueryState error={error} refetch={refetch} />
      ) : (
        <NeedsProfile>
          <ReportForm key={String(data.mayReport)} reporting={data} />
        </NeedsProfile>
      )}
    </Page>
  );
}

function ReportForm({ reporting: { mayReport, people } }: { readonly reporting: HealthReporting }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isConfirming, setConfirming] = useState(false);
  const sending = useReportHealth();
  if (!mayReport || sending.isSuccess)
    return (
      <Notice tone="success" isStatic>
        Your report is on its way. The members you chose will be notified within about a day. You can send another one tomorrow.
      </Notice>
    );
  if (people.length === 0)
    return <EmptyState icon={ChatIcon} text="You can notify members you have exchanged messages with. There are none yet." />;
  const count = selected.size;
  const onSent = (): void => {
    setConfirming(false);
    say('Your report is on its way.', 'notice', sentNoticeMs);
  };
  return (
    <>
      <MemberChooser people={people} selected={selected} onSelect={setSelected} max={healthRules.maxPeople} />
      <div className="health-send">
        <Button look="main" isWide disabled={count === 0} onClick={() => setConfirming(true)}>
          {count === 0 ? 'Choose someone' : `Notify ${members(count)}`}
        </Button>
      </div>
      <Dialog isOpen={isConfirming} onClose={() => setConfirming(false)} title={`Notify ${members(count)}?`}>
        <p>This can’t be undone. A false report frightens people, so please send it only if it is true.</p>
        {sending.isError && <Notice tone="warning">{failureText(sending.error)}</Notice>}
        <div className="row">
          <Button look="danger" disabled={sending.isPending} onClick={() => sending.mutate([...selected], { onSuccess: onSent })}>
            Notify them
          </Button>
          <Button onClick={() => setConfirming(false)}>Cancel</Button>
        </div>
      </Dialog>
    </>
  );
}

const members = (count: number): string => counted(count, { one: '# member', other: '# members' }, locale());
const hours = (ms: number): number => ms / 3_600_000;
const failureText = (error: Error): string =>
  error instanceof ConnectionLost
    ? 'You’re offline. Reports aren’t stored on your device, so please send it when you’re back online.'
    : 'Your report couldn’t be sent. Please try again.';
