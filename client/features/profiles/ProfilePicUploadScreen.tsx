// /profilePicUpload: adds pictures by picker, camera, drop, paste or share, and shows their upload.
import { t } from '#client/device/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { Profile } from '#shared/contract/profiles.ts';
import { showNsfw } from '#client/device/storage.ts';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { BackButton } from '#client/ui/BackButton.tsx';
import { buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { CameraIcon, PersonIcon, PictureIcon } from '#client/ui/icons.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { useStore } from '#client/device/store.ts';
import { useOwnProfile } from '#client/people/profiles.queries.ts';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { audienceHelp } from './audience-texts.ts';
import { PicturePicker } from './PicturePicker.tsx';
import { SharedPictures } from './SharedPictures.tsx';
import { UploadList } from './UploadList.tsx';
import { useDroppedFiles } from './use-dropped-files.ts';
import { useUploads } from './use-uploads.ts';
import '#client/ui/split.css';
import './upload.css';

export function ProfilePicUploadScreen() {
  const isPrivate = useSearch({ strict: false, select: (search: { private?: string }) => search.private === '1' });
  const isNsfwShown = useStore(showNsfw);
  const { profile } = useOwnProfile();
  return (
    <Page title={isPrivate ? t('Add Private Pictures') : t('Add Pictures')} width="split" back={<BackButton />}>
      {isPrivate && !isNsfwShown ? (
        <Notice isStatic>{t('Profile pictures (NSFW) editing is hidden.')}</Notice>
      ) : profile?.profilename === '' ? (
        <EmptyState icon={PersonIcon} text={t('Your profile needs a public name before it can show pictures.')}>
          <Link to="/profileEdit" className={buttonClass({ look: 'main' })}>
            {t('Choose a name')}
          </Link>
        </EmptyState>
      ) : (
        <Uploader isPrivate={isPrivate} profile={profile} />
      )}
    </Page>
  );
}

function Uploader({ isPrivate, profile }: { readonly isPrivate: boolean; readonly profile: Profile | undefined }) {
  const { add, ...uploads } = useUploads(isPrivate ? 'profilePicIdsPrivate' : 'profilePicIds');
  const { pictures, preparing } = uploads;
  const isDragOver = useDroppedFiles(add);
  const areAllDone = pictures.length > 0 && preparing.length === 0 && pictures.every((picture) => picture.isDone);
  return (
    <div className="split">
      <div className="split-stage">
        <SharedPictures onAdd={add} />
        <div className={isDragOver ? 'drop-zone drop-over' : 'drop-zone'}>
          <PictureIcon />
          <p>
            {isPrivate ? (
              <PrivateAudience />
            ) : (
              t('Everyone who sees your profile sees these. Choose pictures that you would show to anyone.')
            )}
          </p>
          <div className="row drop-buttons">
            <PicturePicker look="main" hasMultiple onFiles={add}>
              <PictureIcon />
              {t('Choose pictures')}
            </PicturePicker>
            <PicturePicker capture="user" onFiles={add}>
              <CameraIcon />
              {t('Camera')}
            </PicturePicker>
          </div>
          <p className="soft small">
            <span className="drop-hint">{t('Or drop or paste them here.')} </span>
            {t('Large pictures are made smaller first. Location and camera data are removed.')}
          </p>
        </div>
      </div>
      <div className="split-panel">
        <UploadList {...uploads} />
        {areAllDone && (
          <Link to="/profileEdit" className={buttonClass({ look: 'main', isWide: true })}>
            {t('Done')}
          </Link>
        )}
        {!isPrivate && profile !== undefined && profile.profilePicIds.length > 0 && <YourPictures profile={profile} />}
      </div>
    </div>
  );
}

/** Says who will see a new private picture: nobody before the member has chosen. */
function PrivateAudience() {
  const { data } = useQuery(settingsQuery);
  return data && t(audienceHelp[data.privatePictures ?? 'nobody']);
}

function YourPictures({ profile }: { readonly profile: Profile }) {
  return (
    <section className="card upload-yours" aria-label={t('Your pictures')}>
      <h2>{t('Your pictures')}</h2>
      <ul>
        {profile.profilePicIds.map((id) => (
          <li key={id}>
            <ProfilePicture id={id} name={profile.profilename} of={profile} sizes="120px" />
          </li>
        ))}
      </ul>
    </section>
  );
}
