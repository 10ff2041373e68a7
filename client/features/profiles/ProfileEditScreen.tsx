// /profileEdit: the editor of your profile and pictures.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { QueryState } from '#client/net/QueryState.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { EyeIcon, SettingsIcon } from '#client/ui/icons.tsx';
import { Page } from '#client/ui/Page.tsx';
import { LoadingText, Skeleton } from '#client/ui/Skeleton.tsx';
import { useStore } from '#client/device/store.ts';
import { showNsfw } from '#client/device/storage.ts';
import { PicturesEditor } from './PicturesEditor.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { useOwnProfile } from '#client/people/profiles.queries.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import './profile-edit.css';

const PrivateAccess = lazyPart(() => import('./PrivateAccess.tsx'), 'PrivateAccess');

export function ProfileEditScreen() {
  const { profile, stored, error, refetch } = useOwnProfile();
  const isNsfwShown = useStore(showNsfw);
  return (
    <Page title={t('Edit Profile')} actions={<HeaderLinks />}>
      {profile !== undefined && stored !== undefined ? (
        <div className="profile-edit">
          <PicturesEditor profile={profile} kind="public" />
          <ProfileForm profile={profile} stored={stored} />
          <div className="stack">
            {isNsfwShown ? (
              <PicturesEditor profile={profile} kind="private" />
            ) : (
              <Notice isStatic>{t('Profile pictures (NSFW) editing is hidden.')}</Notice>
            )}
            <Suspense fallback={<Skeleton shape="card" />}>
              <PrivateAccess />
            </Suspense>
          </div>
        </div>
      ) : (
        <QueryState error={error} refetch={refetch} skeleton={<EditSkeleton />} />
      )}
    </Page>
  );
}

function EditSkeleton() {
  return (
    <div className="profile-edit" aria-busy="true">
      <div className="card">
        <LoadingText />
        <Skeleton shape="field" />
        <div className="picture-grid edited-pictures led-pictures">
          <Skeleton shape="picture" />
          <Skeleton shape="picture" />
          <Skeleton shape="picture" />
        </div>
        <p className="small profile-edit-hint">
          <Skeleton />
        </p>
      </div>
      <div className="stack profile-form">
        <FieldsSkeleton className="profile-about" />
        <FieldsSkeleton className="profile-attributes" />
        <div className="profile-save">
          <Button isWide disabled>
            {t('Save')}
          </Button>
        </div>
      </div>
      <span />
    </div>
  );
}

const FieldsSkeleton = ({ className }: { readonly className: string }) => (
  <div className={`card ${className}`} aria-hidden="true">
    <Skeleton />
    {Array.from({ length: 4 }, (_, index) => (
      <div key={index} className="field small">
        <Skeleton />
        <Skeleton shape="field" />
        <Skeleton />
      </div>
    ))}
  </div>
);

function HeaderLinks() {
  return (
    <>
      <Link to="/profile" className={buttonClass({ look: 'round' })} title={t('See your profile')}>
        <EyeIcon />
      </Link>
      <Link to="/settings" className={buttonClass({ look: 'round' })} title={t('Account Settings')}>
        <SettingsIcon />
      </Link>
    </>
  );
}
