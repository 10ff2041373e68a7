// /games/arbitration: decisions about the member, cases to vote on, and the member's own reports.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { JurorCase } from '#shared/contract/reports.ts';
import { minuteMs } from '#shared/rules/durations.ts';
import { duration } from '#shared/formats/numbers.ts';
import { locale } from '#client/device/locale.ts';
import { serverNow } from '#client/device/server-time.ts';
import { momentText } from './case-texts.ts';
import { casesQuery, reportsQuery } from './reports.queries.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { BackButton } from '#client/ui/BackButton.tsx';
import { buttonClass } from '#client/ui/Button.tsx';
import { CheckIcon } from '#client/ui/frame-icons.tsx';
import { Page } from '#client/ui/Page.tsx';
import { CaseRow } from './CaseRow.tsx';
import { CaseListSkeleton } from './CaseSkeleton.tsx';
import { CaseRules } from './CaseRules.tsx';
import { ArbitrationDecision } from './ArbitrationDecision.tsx';
import '#client/ui/split.css';
import './cases.css';

export function ArbitrationScreen() {
  return (
    <Page title={t('Community Arbitration')} width="split" back={<BackButton />}>
      <Cases />
    </Page>
  );
}

function Cases() {
  const cases = useQuery(casesQuery);
  const mine = useQuery(reportsQuery);
  const error = cases.error ?? mine.error;
  if (cases.data === undefined || mine.data === undefined)
    return (
      <QueryState
        error={error}
        offlineText={t('You are offline. Cases are never stored on a device.')}
        refetch={() => Promise.all([cases.refetch(), mine.refetch()])}
        skeleton={
          <div className="split">
            <div className="split-stage">
              <CaseListSkeleton title={t('Cases to vote on')} hasButtons />
              <CaseListSkeleton title={t('Your reports')} />
            </div>
            <CaseRules />
          </div>
        }
      />
    );
  const { seats, decisions } = cases.data;
  return (
    <div className="split">
      <div className="split-stage">
        {decisions.length > 0 && (
          <section aria-label={t('About you')} className="card case-card">
            <h2>{t('About you')}</h2>
            {decisions.map((decision) => (
              <ArbitrationDecision key={decision.caseId} decision={decision} />
            ))}
          </section>
        )}
        <section aria-label={t('Cases to vote on')} className="card case-card">
          <h2>{t('Cases to vote on')}</h2>
          {seats.length === 0 && <p className="soft">{t('No cases are waiting for your vote.')}</p>}
          <ul className="list-rows" hidden={seats.length === 0}>
            {waitingFirst(seats).map((seat) => (
              <JurorCaseRow key={seat.caseId} seat={seat} />
            ))}
          </ul>
        </section>
        <section aria-label={t('Your reports')} className="card case-card">
          <h2>{t('Your reports')}</h2>
          {mine.data.length === 0 && <p className="soft">{t('Nothing yet.')}</p>}
          <ul className="list-rows" hidden={mine.data.length === 0}>
            {mine.data.map((report) => (
              <CaseRow key={report.id} of={report} note={momentText(report.tsCreated)}>
                {() => (
                  <span className="case-state">
                    {report.state === 'open' ? (
                      t('Being decided')
                    ) : (
                      <>
                        <CheckIcon />
                        {t('Decided')}
                      </>
                    )}
                  </span>
                )}
              </CaseRow>
            ))}
          </ul>
        </section>
      </div>
      <CaseRules />
    </div>
  );
}

const waitingFirst = (seats: readonly JurorCase[]): readonly JurorCase[] =>
  seats.toSorted((one, other) => Number(one.vote !== null) - Number(other.vote !== null));

function JurorCaseRow({ seat }: { readonly seat: JurorCase }) {
  const { caseId, tsDue, vote } = seat;
  const note =
    vote === null
      ? t('{duration} left', { duration: duration(Math.max(minuteMs, tsDue - serverNow()), locale()) })
      : t('You voted. You can change it until all have voted, or until {time}', { time: momentText(tsDue) });
  return (
    <CaseRow of={seat} note={note}>
      {(textId) => (
        <Link
          to="/games/arbitration/$caseId"
          params={{ caseId }}
          className={buttonClass({ look: vote === null ? 'main' : 'plain' })}
          aria-describedby={textId}
        >
          {vote === null ? t('Open and vote') : t('Change your vote')}
        </Link>
      )}
    </CaseRow>
  );
}
