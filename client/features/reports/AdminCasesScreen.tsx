// /dashboard/cases: cases that an administrator has to decide, with their evidence.
import { t } from '#client/device/texts.ts';
import { numberText } from '#shared/formats/numbers.ts';
import { commaSeparated } from '#shared/formats/words.ts';
import { locale } from '#client/device/locale.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminCase } from '#shared/contract/reports.ts';
import { outcomes, ruleOf, votes, type Vote } from '#shared/rules/arbitration.ts';
import { Refused } from '#client/net/errors.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { BackButton } from '#client/ui/BackButton.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { CheckIcon } from '#client/ui/frame-icons.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { CaseRow } from './CaseRow.tsx';
import { CaseRules } from './CaseRules.tsx';
import { CaseListSkeleton, CaseSkeleton } from './CaseSkeleton.tsx';
import { momentText, reasonLabels, voteLabels } from './case-texts.ts';
import { EvidenceView } from './EvidenceView.tsx';
import { adminCaseQuery, adminCasesQuery, useAdminDecision } from './reports.queries.ts';
import { VoteForm } from './VoteForm.tsx';
import '#client/ui/split.css';

export function AdminCasesScreen() {
  const { data, error, refetch } = useQuery(adminCasesQuery);
  const [openId, setOpenId] = useState<string | null>(null);
  const content = () => {
    if (data === undefined)
      return (
        <QueryState
          error={error}
          refetch={refetch}
          skeleton={
            <div className="split">
              <CaseListSkeleton hasButtons />
              <CaseRules />
            </div>
          }
        />
      );
    if (openId !== null) return <CaseDetails key={openId} caseId={openId} onLeave={() => setOpenId(null)} />;
    if (data.length === 0) return <EmptyState icon={CheckIcon} text={t('No cases are waiting.')} />;
    return (
      <div className="split">
        <ul className="card list-rows case-list">
          {data.map((one) => (
            <Row key={one.caseId} one={one} onOpen={() => setOpenId(one.caseId)} />
          ))}
        </ul>
        <CaseRules />
      </div>
    );
  };
  return (
    <Page title={t('Cases')} width="split" back={<BackButton />}>
      {content()}
    </Page>
  );
}

const referralTexts = {
  'few-members': 'Referred: too few members to ask',
  'few-votes': 'Referred: too few votes',
  wanted: 'Referred: the jury wants an administrator to decide',
} as const;

function Row({ one, onOpen }: { readonly one: AdminCase; readonly onOpen: () => void }) {
  const { state, origin, referredBecause, tsOpened } = one;
  const whyReferred = referredBecause === null ? t('Referred') : t(referralTexts[referredBecause]);
  const notes = [state === 'appealed' ? t('Appeal') : whyReferred, ...(origin === 'members' ? [] : [t('noticed automatically')])];
  return (
    <CaseRow
      of={one}
      note={
        <>
          {notes.join(' · ')}
          <br />
          {momentText(tsOpened)}
        </>
      }
    >
      {(textId) => (
        <Button onClick={onOpen} aria-describedby={textId}>
          {t('Open')}
        </Button>
      )}
    </CaseRow>
  );
}

function CaseDetails({ caseId, onLeave }: { readonly caseId: string; readonly onLeave: () => void }) {
  const { data, error, refetch } = useQuery(adminCaseQuery(caseId));
  const deciding = useAdminDecision(caseId);
  if (error instanceof Refused)
    return (
      <EmptyState text={t('This case is not waiting for you.')}>
        <Button onClick={onLeave}>{t('Back to the cases')}</Button>
      </EmptyState>
    );
  if (data === undefined) return <QueryState error={error} refetch={refetch} skeleton={<CaseSkeleton />} />;
  return (
    <div className="split">
      <div className="split-stage">
        <p className="case-reason">
          <strong>{t(reasonLabels[data.reason])}</strong>
        </p>
        <p>{t('The rule: “{rule}”', { rule: t(ruleOf[data.reason]) })}</p>
        {data.votes.length > 0 && <p>{t('The jury voted: {votes}', { votes: voteCounts(data.votes) })}</p>}
        {data.appealWords !== null && (
          <section aria-label={t('Appeal')}>
            <h2>{t('Appeal')}</h2>
            <blockquote className="evidence-words" dir="auto">
              {data.appealWords || t('No reason given.')}
            </blockquote>
          </section>
        )}
        <EvidenceView evidence={data.evidence} />
      </div>
      <div className="split-panel">
        <VoteForm
          choices={outcomes}
          given={data.outcome}
          label={t('Decide')}
          isSending={deciding.isPending}
          onVote={(outcome) => deciding.mutate(outcome, { onSuccess: onLeave })}
        />
        {deciding.isError && <Notice tone="error">{t('That could not be sent. Please try again.')}</Notice>}
        <Button look="quiet" onClick={onLeave}>
          {t('Back to the cases')}
        </Button>
        <p className="soft small">{t('A permanent record shows that you opened this case and what you decide.')}</p>
      </div>
    </div>
  );
}

/** For example "3 × Warn, 2 × No rule is broken". */
function voteCounts(given: readonly Vote[]): string {
  const counts = votes.map((vote) => ({ vote, count: given.filter((one) => one === vote).length }));
  return commaSeparated(
    counts
      .filter(({ count }) => count > 0)
      .map(({ vote, count }) => t('{count} × {vote}', { count: numberText(count, locale()), vote: t(voteLabels[vote]) })),
    locale(),
  );
}
