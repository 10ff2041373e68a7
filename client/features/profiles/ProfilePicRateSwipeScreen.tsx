// /profilePicRateSwipe?profileId&startProfilePicId: the member's pictures as cards to rate by swiping.
import { t } from '#client/device/texts.ts';
import { Link, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { Profile } from '#shared/contract/profiles.ts';
import { isUuid } from '#shared/rules/uuid.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { Refused } from '#client/net/errors.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { BackButton } from '#client/ui/BackButton.tsx';
import { buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { PictureIcon } from '#client/ui/icons.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { PileSkeleton } from '#client/ui/SwipePile.tsx';
import { NeedsProfile } from '#client/people/profile-gate.tsx';
import { profileQuery } from '#client/people/profiles.queries.ts';
import { RateDeck } from './RateDeck.tsx';
import { picturesFrom } from './picture-lists.ts';
import '#client/ui/card-pile.css';
import '#client/ui/split.css';
import './rate-deck.css';

interface RateSearch {
  readonly profileId?: string;
  readonly startProfilePicId?: string;
}

export function ProfilePicRateSwipeScreen() {
  const { profileId = '', startProfilePicId = '' } = useSearch({ strict: false, select: (search: RateSearch) => search });
  const isValidId = isUuid(profileId);
  const { data: profile, error, refetch } = useQuery(profileQuery(isValidId ? profileId : ''));
  const isGone = !isValidId || (error instanceof Refused && error.status === 404);
  return (
    <Page title={t('Rate Pictures')} width="split" back={<BackButton />}>
      {isGone ? (
        <EmptyState icon={PictureIcon} text={t('That profile is not available.')} />
      ) : profile !== undefined ? (
        <Rating key={`${profileId} ${startProfilePicId}`} profile={profile} startId={startProfilePicId} />
      ) : (
        <QueryState
          error={error}
          refetch={refetch}
          skeleton={
            <div className="split split-pile rate" aria-busy="true">
              <div className="stack pile-stack split-stage">
                <PileSkeleton />
                <div className="row rate-ways">
                  <Skeleton />
                </div>
              </div>
              <div className="split-panel rate-panel" aria-hidden="true">
                <Skeleton shape="title" />
                <Skeleton shape="card" />
                <Skeleton shape="card" />
              </div>
            </div>
          }
        />
      )}
    </Page>
  );
}

function Rating({ profile, startId }: { readonly profile: Profile; readonly startId: string }) {
  const isOwn = useOwnProfileId() === profile.id;
  if (isOwn || profile.profilePicIds.length === 0)
    return (
      <EmptyState
        icon={PictureIcon}
        text={isOwn ? t('These are your own pictures. Only others can rate them.') : t('No public pics')}
      >
        <ProfileLink profileId={profile.id} />
      </EmptyState>
    );
  return (
    <NeedsProfile>
      <RateDeck profile={profile} pictureIds={picturesFrom(startId, profile.profilePicIds)}>
        <ProfileLink profileId={profile.id} />
      </RateDeck>
    </NeedsProfile>
  );
}

function ProfileLink({ profileId }: { readonly profileId: string }) {
  return (
    <Link to="/profile/$profileId" params={{ profileId }} className={buttonClass()}>
      {t('View Profile')}
    </Link>
  );
}
