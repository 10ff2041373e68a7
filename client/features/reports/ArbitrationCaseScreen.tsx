// /games/arbitration/{caseId}: a case with its evidence. The juror votes or declines.
import { t } from '#client/device/texts.ts';
import { BackButton } from '#client/ui/BackButton.tsx';
import { rich } from '#client/ui/rich.tsx';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { ruleOf, votes, type Vote } from '#shared/rules/arbitration.ts';
import { isUuid } from '#shared/rules/uuid.ts';
import { momentText, reasonLabels } from './case-texts.ts';
import { EvidenceView } from './EvidenceView.tsx';
import { caseQuery, useVote } from './reports.queries.ts';
import { VoteForm } from './VoteForm.tsx';
import { Refused } from '#client/net/errors.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { InfoIcon } from '#client/ui/frame-icons.tsx';
import { say } from '#client/ui/header-messages.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { CaseSkeleton } from './CaseSkeleton.tsx';
import '#client/ui/split.css';

const savedNoticeMs = 4_000;

export function ArbitrationCaseScreen() {
  const { caseId = '' } = useParams({ strict: false });
  return (
    <Page title={t('Case')} width="split" back={<BackButton />}>
      <Case key={caseId} caseId={caseId} />
    </Page>
  );
}

function Case({ caseId }: { readonly caseId: string }) {
  const isValidId = isUuid(caseId);
  const { data, error, refetch } = useQuery({ ...caseQuery(caseId), enabled: isValidId });
  const voting = useVote(caseId);
  const navigate = useNavigate();
  const give = (vote: Vote | null): void =>
    voting.mutate(vote, {
      onSuccess: () => {
        say(vote === null ? t('Someone else will be asked.') : t('Your vote is saved.'), 'notice', savedNoticeMs);
        void navigate({ to: '/games/arbitration', replace: true });
      },
    });
  if (!isValidId || (error instanceof Refused && error.status === 404))
    return (
      <EmptyState icon={InfoIcon} text={t('This case is not waiting for your vote.')}>
        <Link to="/games/arbitration" className={buttonClass({ look: 'main' })}>
          {t('Community Arbitration')}
        </Link>
      </EmptyState>
    );
  if (data === undefined) return <QueryState error={error} refetch={refetch} skeleton={<CaseSkeleton />} />;
  return (
    <div className="split">
      <div className="split-stage">
        <p className="case-reason">
          {rich(t('Reported as: <b>{reason}</b>', { reason: t(reasonLabels[data.reason]) }), {
            b: (reason) => <strong>{reason}</strong>,
          })}
        </p>
        <p>{t('The rule: “{rule}”', { rule: t(ruleOf[data.reason]) })}</p>
        <EvidenceView evidence={data.evidence} />
        <p className="soft small">
          {t('Until {time}. You were chosen at random. No one sees how you vote.', { time: momentText(data.tsDue) })}{' '}
          {t('More than half of the votes decide; a suspension needs three quarters.')}
        </p>
      </div>
      <div className="split-panel">
        <VoteForm choices={votes} given={data.vote} label={t('verb|Vote')} isSending={voting.isPending} onVote={give} />
        {voting.isError && (
          <Notice tone="error">
            {voting.error instanceof Refused ? voting.error.message : t('That could not be sent. Please try again.')}
          </Notice>
        )}
        <Button look="quiet" disabled={voting.isPending} onClick={() => give(null)}>
          {t('I’d rather not: ask someone else')}
        </Button>
      </div>
    </div>
  );
}
