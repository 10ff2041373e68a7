// /profilePicCarousel?profileId&id&ids: pictures of a profile or a conversation, one at a time and large.
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { shownName } from '#shared/rules/text.ts';
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
import { carouselIds, isId } from './shown-pictures.ts';
import './carousel.css';

interface CarouselSearch {
  readonly profileId?: string;
  readonly id?: string;
  readonly ids?: string;
}

export function ProfilePicCarouselScreen() {
  const { profileId = '', id = '', ids = '' } = useSearch({ strict: false, select: (search: CarouselSearch) => search });
  const ownId = useOwnProfileId();
  const navigate = useNavigate();
  const isKnown = isId(profileId);
  const { data: profile, error, refetch } = useQuery(profileQuery(isKnown ? profileId : ''));
  const leave = useGoBack(isKnown ? { to: '/profile/$profileId', params: { profileId } } : { to: '/' });
  const isGone = !isKnown || (error instanceof Refused && error.status === 404);
  const shown = carouselIds(ids, id, profile, useStore(showNsfw));
  const current = shown.includes(id) ? id : (shown[0] ?? '');
  const isOwn = profileId === ownId;
  const isPublic = profile?.profilePicIds.includes(current) === true;
  const isPrivate = profile?.profilePicIdsPrivate.includes(current) === true;

  const goTo = (next: string): void =>
    void navigate({
      to: '/profilePicCarousel',
      search: { profileId, id: next, ids: ids || undefined },
      replace: true,
      viewTransition: false,
    });

  const content = () => {
    if (isGone) return <EmptyState icon={PictureIcon} text="That profile is not available." />;
    // Private pictures have another address; without the profile all are tried as public ones.
    if (profile === undefined && error === null) return <ViewerSkeleton />;
    if (profile === undefined && (shown.length === 0 || !(error instanceof ConnectionLost)))
      return <FailedState isOffline={error instanceof ConnectionLost} onRetry={() => void refetch()} />;
    if (current === '') return <EmptyState icon={PictureIcon} text="No public pics" />;
    return (
      <PictureViewer
        ids={shown}
        current={current}
        profile={profile}
        isPrivate={(one) => profile?.profilePicIdsPrivate.includes(one) === true}
        onShow={goTo}
        onLeave={leave}
      />
    );
  };

  return (
    <div className="carousel">
      <Page title={shownName(profile?.profilename ?? '') || 'Pictures'} hasBack>
        {content()}
        <div className="row carousel-actions">
          {!isOwn && isPublic && <PicLikeButton profileId={profileId} pictureId={current} />}
          {isOwn && (isPublic || isPrivate) && (
            // Replaces this history entry: the picture has another id once it is cropped.
            <Link to="/profilePicEdit" search={{ id: current }} replace className={buttonClass()}>
              <CropIcon />
              Crop
            </Link>
          )}
          {!isOwn && isPublic && (
            <Link to="/profilePicRateSwipe" search={{ profileId, startProfilePicId: current }} className={buttonClass()}>
              Rate
            </Link>
          )}
          {!isOwn && !isGone && current !== '' && <ReportButton key={current} kind="picture" itemId={current} />}
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
