// /games/arbitration: decisions about the member, cases to vote on, and the member's own reports.
import { Link } from '@tanstack/react-router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Seat } from '#shared/contract/reports.ts';
import { momentWords } from './case-words.ts';
import { casesQuery, reportsQuery } from './reports.queries.ts';
import { NotLoaded } from '#client/net/NotLoaded.tsx';
import { onLive } from '#client/net/live-listeners.ts';
import { buttonClass } from '#client/ui/Button.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeletons } from '#client/ui/Skeleton.tsx';
import { CaseRow } from './CaseRow.tsx';
import { ArbitrationDecision } from './ArbitrationDecision.tsx';

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
    return (
      <NotLoaded
        error={error}
        offlineText="You are offline. Cases are never stored on a device."
        onRetry={() => Promise.all([cases.refetch(), mine.refetch()])}
      >
        <Skeletons count={2} />
      </NotLoaded>
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
            <SeatRow key={seat.caseId} seat={seat} />
          ))}
        </ul>
      </section>
      <section aria-label="What you reported">
        <h2>What you reported</h2>
        {mine.data.length === 0 && <p className="soft">Nothing so far.</p>}
        <ul className="list-rows">
          {mine.data.map((report) => (
            <CaseRow key={report.id} of={report} note={momentWords(report.tsCreated)}>
              <span className="chip">{report.state === 'open' ? 'Open' : 'Decided'}</span>
            </CaseRow>
          ))}
        </ul>
      </section>
      <HowItWorks />
    </div>
  );
}

function SeatRow({ seat }: { readonly seat: Seat }) {
  const { caseId, tsDue, vote } = seat;
  const until = vote === null ? 'Until' : 'You voted. You can change it until all have voted, or until';
  return (
    <CaseRow of={seat} note={`${until} ${momentWords(tsDue)}`}>
      <Link to="/games/arbitration/$caseId" params={{ caseId }} className={buttonClass(vote === null ? { look: 'main' } : {})}>
        {vote === null ? 'Look and vote' : 'Look again'}
      </Link>
    </CaseRow>
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
