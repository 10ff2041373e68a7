// A profile: pictures with name and actions, then words, attributes and a grid of pictures.
import type { ReactNode } from 'react';
import { t } from '#client/device/texts.ts';
import { showNsfw } from '#client/device/storage.ts';
import { useStore } from '#client/device/store.ts';
import { useOwnHeader } from '#client/ui/own-header.ts';
import { mediaHook } from '#client/ui/media-hook.ts';
import { LoadingText, Skeleton } from '#client/ui/Skeleton.tsx';
import { ProfileDetails } from './ProfileDetails.tsx';
import { ProfileHead, type ProfileHeadProps } from './ProfileHead.tsx';
import { BackOnPicture, ProfileHero } from './ProfileHero.tsx';
import { ProfilePictures } from './ProfilePictures.tsx';
import { PublicPictures } from './PublicPictures.tsx';
import './profile.css';

/** Whether the words are beside the picture, and further pictures below it. The sizes are the same as in profile-hero.css. */
const useIsWide = mediaHook('(min-width: 900px) and (min-height: 480.1px)');

export interface ProfileViewProps extends ProfileHeadProps {
  /** The actions. */
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}

export function ProfileView({ children, footer, ...head }: ProfileViewProps) {
  const { profile } = head;
  const isNsfwShown = useStore(showNsfw);
  const isWide = useIsWide();
  const pictures = <PublicPictures profile={profile} />;
  useOwnHeader();
  return (
    <div className="profile">
      <ProfileHero profile={profile}>{isWide && pictures}</ProfileHero>
      <ProfileHead {...head} />
      <div className="profile-text">
        {children}
        <ProfileDetails profile={profile} />
        {!isWide && pictures}
        {isNsfwShown && (
          <section className="stack" aria-labelledby="private-pictures">
            <h2 id="private-pictures">{t('Private pictures')}</h2>
            <ProfilePictures profile={profile} ids={profile.profilePicIdsPrivate} emptyText={t('No private pics')} isPrivate />
          </section>
        )}
        {footer}
      </div>
    </div>
  );
}

/** Has the same boxes as a profile, so that nothing moves when it is loaded. */
export function ProfileSkeleton({ isOwn }: { readonly isOwn: boolean }) {
  useOwnHeader();
  return (
    <div className="profile" aria-busy="true">
      <h1 className="visually-hidden">{t('Profile')}</h1>
      <LoadingText />
      <div className="portrait">
        <div className="portrait-stage">
          <div className="portrait-pages">
            <span className="portrait-page">
              <Skeleton shape="picture" />
            </span>
          </div>
          <BackOnPicture />
        </div>
      </div>
      <div className="profile-head">
        <Skeleton shape="title" />
        <Skeleton />
      </div>
      <div className="profile-text">
        <div className="profile-bar">
          <Skeleton />
          <Skeleton />
          {!isOwn && <Skeleton />}
        </div>
        <Skeleton shape="card" />
      </div>
    </div>
  );
}
