// Crops that others proposed for the member's pictures, shown before and after, with buttons to accept or decline.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { CropProposal } from '#shared/contract/games.ts';
import { usePictureSource } from '#client/net/picture-source.ts';
import { pictureUrl } from '#client/people/picture-url.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { QueryState } from '#client/net/QueryState.tsx';
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
  if (data === undefined) return <QueryState error={error} refetch={refetch} />;
  if (data.length === 0)
    return own?.consents.crop === false ? (
      <EmptyState icon={CropFrameIcon} text={t('You haven’t allowed others to crop your pictures.')}>
        <Link to="/settings" hash="games" className={buttonClass({ look: 'main' })}>
          {t('Allow crops')}
        </Link>
      </EmptyState>
    ) : (
      <EmptyState icon={CropFrameIcon} text={t('No crops are waiting for you.')} />
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
  const current = usePictureSource(pictureUrl(picture.profilePicId, 512)) ?? undefined;
  const proposed = usePictureSource(pictureUrl(picture.profilePicId, 1024)) ?? undefined;
  const decide = (isAccepted: boolean) =>
    deciding.mutate(
      { id, isAccepted },
      { onSuccess: () => isAccepted && say(t('Saved Image Changes'), 'notice', savedNoticeMs) },
    );
  const croppedStyle = {
    inlineSize: `${(picture.width / cut.width) * 100}%`,
    translate: `${(-cut.left / picture.width) * 100}% ${(-cut.top / picture.height) * 100}%`,
  };
  return (
    // A proposal gets the focus after a decision on another proposal.
    <li className="card" tabIndex={-1}>
      <div className="crop-pair">
        <figure>
          <span className="crop-current">
            <img src={current} alt={t('Your current picture')} />
          </span>
          <figcaption className="soft small">{t('picture|Now')}</figcaption>
        </figure>
        <figure>
          <span className="crop-proposed">
            <img src={proposed} alt={t('Your picture with the proposed crop')} style={croppedStyle} />
          </span>
          <figcaption className="soft small">{t('Proposed')}</figcaption>
        </figure>
      </div>
      <div className="game-answers">
        <Button onClick={() => decide(false)} disabled={deciding.isPending}>
          {t('Decline')}
        </Button>
        <Button look="main" onClick={() => decide(true)} disabled={deciding.isPending}>
          {deciding.isPending && deciding.variables.isAccepted ? t('Saving...') : t('Accept')}
        </Button>
      </div>
      {deciding.isError && (
        <Notice tone="warning" onDismiss={deciding.reset}>
          {deciding.error instanceof ConnectionLost
            ? t('You’re offline. You can decide when you’re back online.')
            : deciding.error.message}
        </Notice>
      )}
    </li>
  );
}
