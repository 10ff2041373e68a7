// Anonymous notices to chat partners who may have been exposed to an infection (/games/health).
import { t, tCount } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { HealthReporting } from '#shared/contract/community.ts';
import { numberText } from '#shared/formats/numbers.ts';
import { locale } from '#client/device/locale.ts';
import { healthNoticeText, healthRules } from '#shared/rules/community.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { NeedsProfile } from '#client/people/profile-gate.tsx';
import { ConnectionLost } from '#client/net/errors.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { BackButton } from '#client/ui/BackButton.tsx';
import { SplitFoot } from '#client/ui/SplitFoot.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Disclosure } from '#client/ui/Disclosure.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { BellIcon } from '#client/ui/frame-icons.tsx';
import { ChatIcon } from '#client/ui/icons.tsx';
import { say } from '#client/ui/header-messages.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeleton, SkeletonPeople } from '#client/ui/Skeleton.tsx';
import { rich } from '#client/ui/rich.tsx';
import { hasTwoColumns } from '#client/ui/split.ts';
import { healthReportQuery, useReportHealth } from './community.queries.ts';
import { MemberChooser } from './MemberChooser.tsx';
import './community.css';

const sentNoticeMs = 6_000;

export function HealthReportScreen() {
  const { data, error, refetch } = useQuery(healthReportQuery);
  const [isOpen] = useState(hasTwoColumns);
  return (
    <Page title={t('Health Incident Report')} width="split" back={<BackButton />}>
      <div className="split">
        <div className="split-stage">
          <p>{t('If you have an infection that others may have too, choose who should know.')}</p>
          <Disclosure line={t('We never say who it was. How does that work?')} open={isOpen}>
            <p>
              {rich(t('They get this message, with a link to <testing>places to get tested</testing>:'), {
                testing: (text) => <Link to="/games/health/testing">{text}</Link>,
              })}
            </p>
            <blockquote className="card health-notice">
              <BellIcon />
              {t(healthNoticeText)}
            </blockquote>
            <div className="soft health-how stack">
              <p>
                {tCount(
                  hours(healthRules.maxDelayMs),
                  {
                    one: 'Each of them is notified at a random time between {min} and # hour from now. The notification shows the day but not the time. Nobody stores who you chose, not even us: until someone is notified, we only store that they will receive a message, not who it comes from.',
                    other:
                      'Each of them is notified at a random time between {min} and # hours from now. The notification shows the day but not the time. Nobody stores who you chose, not even us: until someone is notified, we only store that they will receive a message, not who it comes from.',
                  },
                  { min: numberText(hours(healthRules.minDelayMs), locale()) },
                )}
              </p>
              <p>
                {tCount(healthRules.noticeIntervalDays, {
                  one: 'You can report once a day, and nobody is notified more than once in # day. You can’t see whether someone was notified: it looks the same if they blocked you or have left.',
                  other:
                    'You can report once a day, and nobody is notified more than once in # days. You can’t see whether someone was notified: it looks the same if they blocked you or have left.',
                })}
              </p>
              <p>{t('Someone who chats with hardly anyone else may still guess.')}</p>
            </div>
          </Disclosure>
        </div>
        <div className="split-panel">
          {data === undefined ? (
            <QueryState error={error} refetch={refetch} skeleton={<ChooserSkeleton />} />
          ) : (
            <ReportForm key={String(data.mayReport)} reporting={data} />
          )}
        </div>
      </div>
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
        {t(
          'Your report is on its way. The members you chose will be notified within about a day. You can send another one tomorrow.',
        )}
      </Notice>
    );
  if (people.length === 0)
    return (
      <EmptyState icon={ChatIcon} text={t('You can notify members you have exchanged messages with. There are none yet.')}>
        <Link to="/search/tile" className={buttonClass()}>
          {t('See who is near')}
        </Link>
      </EmptyState>
    );
  const count = selected.size;
  const ask = (): void => {
    if (sending.isError) sending.reset();
    setConfirming(true);
  };
  const onSent = (): void => {
    setConfirming(false);
    say(t('Your report is on its way.'), 'notice', sentNoticeMs);
  };
  return (
    <NeedsProfile>
      <MemberChooser people={people} selected={selected} onSelect={setSelected} max={healthRules.maxPeople} />
      <SplitFoot>
        <Button look="main" isWide disabled={count === 0} onClick={ask}>
          {count === 0 ? t('Choose someone') : tCount(count, { one: 'Notify # member', other: 'Notify # members' })}
        </Button>
      </SplitFoot>
      <Dialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={tCount(count, { one: 'Notify # member?', other: 'Notify # members?' })}
      >
        <p>{t('This can’t be undone. A false report frightens people, so please send it only if it is true.')}</p>
        {sending.isError && <Notice tone="warning">{failureText(sending.error)}</Notice>}
        <div className="row">
          <Button look="danger" disabled={sending.isPending} onClick={() => sending.mutate([...selected], { onSuccess: onSent })}>
            {t('Notify them')}
          </Button>
          <Button onClick={() => setConfirming(false)}>{t('Cancel')}</Button>
        </div>
      </Dialog>
    </NeedsProfile>
  );
}

const ChooserSkeleton = () => (
  <>
    <div className="people people-loading" aria-busy="true">
      <p>{t('People you chatted with')}</p>
      <p>{t('Find by name')}</p>
      <Skeleton shape="field" />
      <SkeletonPeople count={8} />
    </div>
    <SplitFoot>
      <Button look="main" isWide disabled>
        {t('Choose someone')}
      </Button>
    </SplitFoot>
  </>
);

const hours = (ms: number): number => ms / hourMs;
const failureText = (error: Error): string =>
  error instanceof ConnectionLost
    ? t('You’re offline. Reports aren’t stored on your device, so please send it when you’re back online.')
    : t('Your report couldn’t be sent. Please try again.');
