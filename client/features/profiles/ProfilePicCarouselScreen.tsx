// /profilePicCarousel?profileId&id&ids: large pictures from a profile or a conversation, one at a time.
import { t } from '#client/device/texts.ts';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { Profile } from '#shared/contract/profiles.ts';
import { shownName } from '#shared/rules/letters.ts';
import { isUuid } from '#shared/rules/uuid.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { showNsfw } from '#client/device/storage.ts';
import { PicLikeButton } from '#client/features/likes/PicLikeButton.tsx';
import { RefusedPicLikes } from '#client/features/likes/RefusedPicLikes.tsx';
import { useReporting } from '#client/features/reports/use-reporting.tsx';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { profileQuery } from '#client/people/profiles.queries.ts';
import { buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { FailedState } from '#client/ui/FailedState.tsx';
import { CardsIcon, PictureIcon } from '#client/ui/icons.tsx';
import type { MenuChoice } from '#client/ui/MenuBeside.tsx';
import { LoadingText, Skeleton } from '#client/ui/Skeleton.tsx';
import { useStore } from '#client/device/store.ts';
import { useGoBack } from '#client/ui/use-go-back.ts';
import { MenuButton } from './MenuButton.tsx';
import { CropIcon } from './picture-icons.ts';
import { PictureViewer } from './PictureViewer.tsx';
import { carouselIds } from './picture-lists.ts';
import { ViewerFrame } from './ViewerFrame.tsx';

interface CarouselSearch {
  readonly profileId?: string;
  readonly id?: string;
  readonly ids?: string;
}

export function ProfilePicCarouselScreen() {
  const carousel = useCarousel();
  const { profileId, current } = carousel;
  const reporting = useReporting({ kind: 'picture', itemId: current, profileId });
  return (
    <>
      <Carousel {...carousel} reporting={reporting.choice} />
      {reporting.dialog}
    </>
  );
}

function useCarousel() {
  const { profileId = '', id = '', ids = '' } = useSearch({ strict: false, select: (search: CarouselSearch) => search });
  const isValidId = isUuid(profileId);
  const { data: profile, error, refetch } = useQuery(profileQuery(isValidId ? profileId : ''));
  const isGone = !isValidId || (error instanceof Refused && error.status === 404);
  const shown = carouselIds(ids, id, profile, useStore(showNsfw));
  const current = shown.includes(id) ? id : (shown[0] ?? '');
  return { profileId, ids, profile, error, refetch, isGone, shown, current };
}

interface CarouselProps extends ReturnType<typeof useCarousel> {
  readonly reporting: MenuChoice;
}

function Carousel({ profileId, ids, profile, error, refetch, isGone, shown, current, reporting }: CarouselProps) {
  const navigate = useNavigate();
  const isOffline = error instanceof ConnectionLost;
  const leave = useGoBack(isGone ? { to: '/' } : { to: '/profile/$profileId', params: { profileId } });
  const title = shownName(profile?.profilename ?? '') || t('Pictures');
  const frame = { title, onLeave: leave };
  const toProfile = (
    <Link to="/profile/$profileId" params={{ profileId }} className={buttonClass()}>
      {t('View Profile')}
    </Link>
  );

  if (isGone)
    return (
      <ViewerFrame {...frame}>
        <EmptyState icon={PictureIcon} text={t('That profile is not available.')} />
      </ViewerFrame>
    );
  // Offline, the pictures of a conversation are shown even if the profile of its member is not on the device.
  if (profile === undefined && (!isOffline || shown.length === 0))
    return (
      <ViewerFrame {...frame} actions={toProfile}>
        {error === null ? (
          <div className="viewer-slide" aria-busy="true">
            <LoadingText />
            <Skeleton shape="picture" />
          </div>
        ) : (
          <FailedState isOffline={isOffline} onRetry={() => void refetch()} />
        )}
      </ViewerFrame>
    );
  if (current === '')
    return (
      <ViewerFrame {...frame} actions={toProfile}>
        <EmptyState icon={PictureIcon} text={t('No public pics')} />
      </ViewerFrame>
    );
  return (
    <PictureViewer
      {...frame}
      notices={<RefusedPicLikes />}
      ids={shown}
      current={current}
      profile={profile}
      // Private pictures have other URLs. If the profile is missing, all pictures are requested as public ones.
      isPrivate={(one) => profile?.profilePicIdsPrivate.includes(one) === true}
      onShow={(next) =>
        void navigate({
          to: '/profilePicCarousel',
          search: { profileId, id: next, ids: ids || undefined },
          replace: true,
          viewTransition: false,
        })
      }
    >
      <PictureActions key={current} profileId={profileId} profile={profile} current={current} reporting={reporting} />
      {toProfile}
    </PictureViewer>
  );
}

interface PictureActionsProps {
  readonly profileId: string;
  readonly profile: Profile | undefined;
  readonly current: string;
  readonly reporting: MenuChoice;
}

function PictureActions({ profileId, profile, current, reporting }: PictureActionsProps) {
  const navigate = useNavigate();
  const isOwn = profileId === useOwnProfileId();
  const isPublic = profile?.profilePicIds.includes(current) === true;
  const isPrivate = profile?.profilePicIdsPrivate.includes(current) === true;
  if (isOwn)
    return (
      (isPublic || isPrivate) && (
        // This history entry is replaced, because cropping gives the picture a new id.
        <Link to="/profilePicEdit" search={{ id: current }} replace className={buttonClass()}>
          <CropIcon />
          {t('Crop')}
        </Link>
      )
    );
  const rating = {
    text: t('verb|Rate'),
    icon: CardsIcon,
    onChoose: () =>
      void navigate({ to: '/profilePicRateSwipe', search: { profileId, startProfilePicId: current }, replace: true }),
  };
  return (
    <>
      {isPublic && <PicLikeButton profileId={profileId} pictureId={current} />}
      <MenuButton choices={isPublic ? [rating, reporting] : [reporting]} />
    </>
  );
}
