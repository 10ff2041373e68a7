// /games/arbitration: decisions about the member, cases to vote on, and the member's own reports.
import { Link } from '@tanstack/react-router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Report, JurorCase } from '#shared/contract/reports.ts';
import { reasonWords, itemWords, momentWords } from './case-words.ts';
import { casesQuery, reportsQuery } from './reports.queries.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { onLive } from '#client/net/live-listeners.ts';
import { buttonClass } from '#client/ui/Button.tsx';
import { FailedState } from '#client/ui/EmptyState.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { ArbitrationDecision } from './ArbitrationDecision.tsx';
import '#client/ui/list-rows.css';

export function ArbitrationScreen() {
  return (
    <Page title="Community Arbitration" width="reading">
      <Cases />
    </Page>
  );
}

function Cases() {
  const cases = useQuery(casesQuery);
  const mine = useQuery(reportsQuery);
  const queries = useQueryClient();
  // Every change here comes with a notification too.
  useEffect(() => onLive('notifications', () => void queries.invalidateQueries({ queryKey: ['cases'] })), [queries]);
  const error = cases.error ?? mine.error;
  if (cases.data === undefined || mine.data === undefined)
    return error === null ? (
      <div className="stack" aria-busy="true">
        <Skeleton shape="card" />
        <Skeleton shape="card" />
      </div>
    ) : (
      <FailedState
        isOffline={error instanceof ConnectionLost}
        text={error instanceof ConnectionLost ? 'You are offline. Cases are never stored on a device.' : undefined}
        onRetry={() => void Promise.all([cases.refetch(), mine.refetch()])}
      />
    );
  const { seats, decisions } = cases.data;
  return (
    <div className="stack">
      {decisions.length > 0 && (
        <section aria-label="About you" className="stack">
          <h2>About you</h2>
          {decisions.map((decision) => (
            <ArbitrationDecision key={decision.caseId} decision={decision} />
          ))}
        </section>
      )}
      <section aria-label="You are asked">
        <h2>You are asked</h2>
        {seats.length === 0 && <p className="soft">No cases are waiting for your vote.</p>}
        <ul className="list-rows">
          {seats.map((seat) => (
            <JurorCaseRow key={seat.caseId} seat={seat} />
          ))}
        </ul>
      </section>
      <section aria-label="What you reported">
        <h2>What you reported</h2>
        {mine.data.length === 0 && <p className="soft">Nothing so far.</p>}
        <ul className="list-rows">
          {mine.data.map((report) => (
            <ReportRow key={report.id} report={report} />
          ))}
        </ul>
      </section>
      <HowItWorks />
    </div>
  );
}

function JurorCaseRow({ seat: { caseId, kind, reason, tsDue, vote } }: { readonly seat: JurorCase }) {
  return (
    <li className="list-row">
      <span className="grow list-row-words">
        <span>
          {itemWords[kind]}: {reasonWords[reason]}
        </span>
        <span className="soft small">
          {vote === null ? 'Until' : 'You voted. You can change it until all have voted, or until'} {momentWords(tsDue)}
        </span>
      </span>
      <Link to="/games/arbitration/$caseId" params={{ caseId }} className={buttonClass(vote === null ? { look: 'main' } : {})}>
        {vote === null ? 'Look and vote' : 'Look again'}
      </Link>
    </li>
  );
}

function ReportRow({ report: { kind, reason, state, tsCreated } }: { readonly report: Report }) {
  return (
    <li className="list-row">
      <span className="grow list-row-words">
        <span>
          {itemWords[kind]}: {reasonWords[reason]}
        </span>
        <span className="soft small">{momentWords(tsCreated)}</span>
      </span>
      <span className="chip">{state === 'open' ? 'Open' : 'Decided'}</span>
    </li>
  );
}

function HowItWorks() {
  return (
    <section aria-label="How it works">
      <h2>How it works</h2>
      <p className="soft">
        Five members, chosen at random, decide on each report. They know neither side and don’t live near either. They see no
        names, and nobody sees how they voted. More than half of their votes decide; a suspension needs three quarters. Members
        who don’t vote within two days are replaced. With fewer than three votes, or fewer than five members to ask, an
        administrator decides. The member concerned can appeal to an administrator once. Every decision, and every look at
        something private, goes into a record that nobody can change.
      </p>
    </section>
  );
}
