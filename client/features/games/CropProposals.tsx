// Crops that others proposed for the own pictures: before and after, with Accept and Decline.
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { CropProposal } from '#shared/contract/games.ts';
import { pictureUrl } from '#client/people/picture-url.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { NotLoaded } from '#client/net/NotLoaded.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { say } from '#client/ui/header-messages.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { CropFrameIcon } from './game-icons.ts';
import { cropProposalsQuery, ownGamesQuery, useDecideCrop } from './games.queries.ts';

const savedNoticeMs = 4_000;

export function CropProposals() {
  const { data, error, refetch } = useQuery(cropProposalsQuery);
  const { data: own } = useQuery(ownGamesQuery);
  if (data === undefined) return <NotLoaded error={error} onRetry={refetch} />;
  if (data.length === 0)
    return own?.consents.crop === false ? (
      <EmptyState icon={CropFrameIcon} text="Others may not crop your pictures.">
        <Link to="/settings" hash="games" className={buttonClass({ look: 'main' })}>
          Allow crops
        </Link>
      </EmptyState>
    ) : (
      <EmptyState icon={CropFrameIcon} text="No crops are waiting for you." />
    );
  return (
    <ul className="crop-proposals">
      {data.map((proposal) => (
        <Proposal key={proposal.id} proposal={proposal} />
      ))}
    </ul>
  );
}

function Proposal({ proposal: { id, picture, cut } }: { readonly proposal: CropProposal }) {
  const deciding = useDecideCrop();
  const decide = (isAccepted: boolean) =>
    deciding.mutate({ id, isAccepted }, { onSuccess: () => isAccepted && say('Saved Image Changes', 'notice', savedNoticeMs) });
  const part = {
    inlineSize: `${(picture.width / cut.width) * 100}%`,
    translate: `${(-cut.left / picture.width) * 100}% ${(-cut.top / picture.height) * 100}%`,
  };
  return (
    <li className="card">
      <div className="crop-pair">
        <figure>
          <span className="crop-now">
            <img src={pictureUrl(picture.profilePicId, 512)} alt="Your picture as it is" />
          </span>
          <figcaption className="soft small">Now</figcaption>
        </figure>
        <figure>
          <span className="crop-then">
            <img src={pictureUrl(picture.profilePicId, 1024)} alt="Your picture as it would be" style={part} />
          </span>
          <figcaption className="soft small">Proposed</figcaption>
        </figure>
      </div>
      <div className="game-answers">
        <Button onClick={() => decide(false)} disabled={deciding.isPending}>
          Decline
        </Button>
        <Button look="main" onClick={() => decide(true)} disabled={deciding.isPending}>
          {deciding.isPending && deciding.variables.isAccepted ? 'Saving...' : 'Accept'}
        </Button>
      </div>
      {deciding.isError && (
        <Notice tone="warning" onDismiss={deciding.reset}>
          {deciding.error instanceof ConnectionLost
            ? 'You are offline. Decide when you are back online.'
            : deciding.error.message}
        </Notice>
      )}
    </li>
  );
}
