// /profilePicCarousel?profileId&id&ids: large pictures from a profile or a conversation, one at a time.
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { Profile } from '#shared/contract/profiles.ts';
import { shownName } from '#shared/rules/text.ts';
import { isUuid } from '#shared/rules/uuid.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { showNsfw } from '#client/device/storage.ts';
import { PicLikeButton } from '#client/features/likes/PicLikeButton.tsx';
import { RefusedPicLikes } from '#client/features/likes/RefusedPicLikes.tsx';
import { ReportButton } from '#client/features/reports/ReportButton.tsx';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { buttonClass } from '#client/ui/Button.tsx';
import { EmptyState, FailedState } from '#client/ui/EmptyState.tsx';
import { PictureIcon } from '#client/ui/icons.tsx';
import { Page } from '#client/ui/Page.tsx';
import { useStore } from '#client/device/store.ts';
import { useGoBack } from '#client/ui/use-go-back.ts';
import { CropIcon } from './picture-icons.ts';
import { PictureViewer, ViewerSkeleton } from './PictureViewer.tsx';
import { profileQuery } from '#client/people/profiles.queries.ts';
import { carouselIds } from './picture-lists.ts';
import './carousel.css';

interface CarouselSearch {
  readonly profileId?: string;
  readonly id?: string;
  readonly ids?: string;
}

export function ProfilePicCarouselScreen() {
  const { profileId = '', id = '', ids = '' } = useSearch({ strict: false, select: (search: CarouselSearch) => search });
  const isValidId = isUuid(profileId);
  const { data: profile, error, refetch } = useQuery(profileQuery(isValidId ? profileId : ''));
  const isGone = !isValidId || (error instanceof Refused && error.status === 404);
  const shown = carouselIds(ids, id, profile, useStore(showNsfw));
  const current = shown.includes(id) ? id : (shown[0] ?? '');
  const isOffline = error instanceof ConnectionLost;

  const content = () => {
    if (isGone) return <EmptyState icon={PictureIcon} text="That profile is not available." />;
    if (profile === undefined) {
      if (error === null) return <ViewerSkeleton />;
      // Offline, the pictures of a conversation are shown without the profile of their member.
      if (!isOffline || shown.length === 0) return <FailedState isOffline={isOffline} onRetry={() => void refetch()} />;
    }
    if (current === '') return <EmptyState icon={PictureIcon} text="No public pics" />;
    return <Carousel search={{ profileId, ids }} shown={shown} current={current} profile={profile} />;
  };

  return (
    <div className="carousel">
      <Page title={shownName(profile?.profilename ?? '') || 'Pictures'} hasBack>
        {content()}
        <div className="row carousel-actions">
          {!isGone && current !== '' && <PictureActions profileId={profileId} profile={profile} current={current} />}
          {!isGone && (
            <Link to="/profile/$profileId" params={{ profileId }} className={buttonClass()}>
              View Profile
            </Link>
          )}
        </div>
        <RefusedPicLikes />
      </Page>
    </div>
  );
}

interface CarouselProps {
  readonly search: { readonly profileId: string; readonly ids: string };
  readonly shown: readonly string[];
  readonly current: string;
  readonly profile: Profile | undefined;
}

function Carousel({ search: { profileId, ids }, shown, current, profile }: CarouselProps) {
  const navigate = useNavigate();
  const leave = useGoBack({ to: '/profile/$profileId', params: { profileId } });
  const goTo = (next: string): void =>
    void navigate({
      to: '/profilePicCarousel',
      search: { profileId, id: next, ids: ids || undefined },
      replace: true,
      viewTransition: false,
    });
  return (
    <PictureViewer
      ids={shown}
      current={current}
      profile={profile}
      // Private pictures have other URLs; without the profile, all are requested as public ones.
      isPrivate={(id) => profile?.profilePicIdsPrivate.includes(id) === true}
      onShow={goTo}
      onLeave={leave}
    />
  );
}

interface PictureActionsProps {
  readonly profileId: string;
  readonly profile: Profile | undefined;
  readonly current: string;
}

function PictureActions({ profileId, profile, current }: PictureActionsProps) {
  const isOwn = profileId === useOwnProfileId();
  const isPublic = profile?.profilePicIds.includes(current) === true;
  const isPrivate = profile?.profilePicIdsPrivate.includes(current) === true;
  if (isOwn)
    return (
      (isPublic || isPrivate) && (
        // Replaces this history entry, since cropping gives the picture a new id.
        <Link to="/profilePicEdit" search={{ id: current }} replace className={buttonClass()}>
          <CropIcon />
          Crop
        </Link>
      )
    );
  return (
    <>
      {isPublic && <PicLikeButton profileId={profileId} pictureId={current} />}
      {isPublic && (
        <Link to="/profilePicRateSwipe" search={{ profileId, startProfilePicId: current }} className={buttonClass()}>
          Rate
        </Link>
      )}
      <ReportButton key={current} kind="picture" itemId={current} />
    </>
  );
}
