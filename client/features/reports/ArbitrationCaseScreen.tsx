// /games/arbitration/{caseId}: a case with its evidence. The juror votes or declines.
import { useNavigate, useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { ruleOf, votes } from '#shared/rules/arbitration.ts';
import { isUuid } from '#shared/rules/uuid.ts';
import { momentText, reasonLabels } from './case-texts.ts';
import { EvidenceView } from './EvidenceView.tsx';
import { caseQuery, useVote } from './reports.queries.ts';
import { VoteForm } from './VoteForm.tsx';
import { Refused } from '#client/net/errors.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';

export function ArbitrationCaseScreen() {
  const { caseId = '' } = useParams({ strict: false });
  return (
    <Page title="Case" width="reading" hasBack>
      <Case key={caseId} caseId={caseId} />
    </Page>
  );
}

function Case({ caseId }: { readonly caseId: string }) {
  const isValidId = isUuid(caseId);
  const { data, error, refetch } = useQuery({ ...caseQuery(caseId), enabled: isValidId });
  const voting = useVote(caseId);
  const navigate = useNavigate();
  const leave = (): void => void navigate({ to: '/games/arbitration', replace: true });
  if (!isValidId || error instanceof Refused) return <EmptyState text="This case is not waiting for your vote." />;
  if (data === undefined) return <QueryState error={error} refetch={refetch} />;
  return (
    <div className="stack">
      <p>
        Reported as: <strong>{reasonLabels[data.reason]}</strong>
      </p>
      <p>The rule: “{ruleOf[data.reason]}”</p>
      <p className="soft small">Until {momentText(data.tsDue)}. You were chosen at random. No one sees how you vote.</p>
      <EvidenceView evidence={data.evidence} />
      <p className="soft small">More than half of the votes decide; a suspension needs three quarters.</p>
      <VoteForm
        choices={votes}
        given={data.vote}
        label="Vote"
        isSending={voting.isPending}
        onVote={(vote) => voting.mutate(vote, { onSuccess: leave })}
      />
      {voting.isError && (
        <Notice tone="error">
          {voting.error instanceof Refused ? voting.error.message : 'That could not be sent. Please try again.'}
        </Notice>
      )}
      <Button isWide disabled={voting.isPending} onClick={() => voting.mutate(null, { onSuccess: leave })}>
        I’d rather not: ask someone else
      </Button>
    </div>
  );
}
