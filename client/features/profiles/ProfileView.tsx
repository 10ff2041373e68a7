// A profile: pictures with name and actions, then narrative, attributes and a grid of pictures.
import { categoryText, characteristicText } from '#client/people/characteristic-text.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Profile } from '#shared/contract/profiles.ts';
import { characteristicCategories } from '#shared/rules/characteristics.ts';
import { shownHeight, shownWeight } from '#shared/formats/measures.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { locale } from '#client/device/locale.ts';
import { t } from '#client/device/texts.ts';
import { showNsfw } from '#client/device/storage.ts';
import { useStore } from '#client/device/store.ts';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { growFace } from '#client/ui/face-transition.ts';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { PictureGrid, pictureSizes } from './PictureGrid.tsx';
import { picturePlace } from './picture-place.ts';
import { ProfileHead, type ProfileHeadProps } from './ProfileHead.tsx';
import { ProfileHero } from './ProfileHero.tsx';
import './profile.css';

export interface ProfileViewProps extends ProfileHeadProps {
  /** The actions. */
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}

export function ProfileView({ children, footer, ...head }: ProfileViewProps) {
  const { profile } = head;
  const isNsfwShown = useStore(showNsfw);
  return (
    <div className="profile">
      <ProfileHero profile={profile} />
      <ProfileHead {...head} />
      <div className="profile-text">
        {children}
        <Measures profile={profile} />
        {profile.description !== '' && (
          <p className="profile-narrative" dir="auto">
            {profile.description}
          </p>
        )}
        <Characteristics keys={profile.characteristics} />
        <Pictures profile={profile} ids={profile.profilePicIds} emptyText={t('No public pics')} />
        {isNsfwShown && (
          <section className="stack" aria-labelledby="private-pictures">
            <h2 id="private-pictures">{t('Private pictures')}</h2>
            <Pictures profile={profile} ids={profile.profilePicIdsPrivate} emptyText={t('No private pics')} isPrivate />
          </section>
        )}
        {footer}
      </div>
    </div>
  );
}

interface PicturesProps {
  readonly profile: Profile;
  readonly ids: readonly string[];
  readonly emptyText: string;
  readonly isPrivate?: boolean;
}

function Pictures({ profile, ids, emptyText, isPrivate = false }: PicturesProps) {
  if (ids.length === 0) return <p className="soft">{emptyText}</p>;
  // A single public picture is already at the top.
  if (ids.length === 1 && !isPrivate) return null;
  return (
    <PictureGrid label={isPrivate ? t('Private pictures') : t('Public pictures')} count={ids.length}>
      {ids.map((id, index) => (
        <li key={id}>
          <Link
            to="/profilePicCarousel"
            search={{ profileId: profile.id, id, ids: ids.join(',') }}
            className="picture-link"
            onClick={growFace(id)}
            aria-label={t('Picture {number} of {count}: larger', picturePlace(index, ids.length))}
          >
            <ProfilePicture
              id={id}
              name={profile.profilename}
              alt={profile.profilename}
              sizes={pictureSizes(ids.length)}
              of={profile}
              isPrivate={isPrivate}
            />
          </Link>
        </li>
      ))}
    </PictureGrid>
  );
}

function Measures({ profile }: { readonly profile: Profile }) {
  const units = useDistanceUnits();
  // A measure that cannot be read is shown as the member typed it.
  const height = shownHeight(profile.height, units, locale()) ?? profile.height;
  const weight = shownWeight(profile.weight, units, locale()) ?? profile.weight;
  const measures = [height, weight].filter((measure) => measure !== '');
  if (measures.length === 0) return null;
  return (
    <ul className="profile-measures">
      {measures.map((measure) => (
        <li key={measure}>{measure}</li>
      ))}
    </ul>
  );
}

function Characteristics({ keys }: { readonly keys: readonly string[] }) {
  const byCategory = Object.entries(characteristicCategories).map(([category, labels]) => ({
    category,
    present: labels.map((label) => label.toLowerCase()).filter((key) => keys.includes(key)),
  }));
  const shown = byCategory.filter(({ present }) => present.length > 0);
  if (shown.length === 0) return null;
  return (
    <dl className="profile-traits">
      {shown.map(({ category, present }) => (
        <div key={category}>
          <dt>{categoryText(category)}</dt>
          {present.map((key) => (
            <dd key={key} className="chip">
              {characteristicText(key)}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

/** Has the same boxes as a profile, so that nothing moves when it is loaded. */
export function ProfileSkeleton() {
  return (
    <div className="profile" aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('Loading')}
      </span>
      <div className="portrait">
        <div className="portrait-pages">
          <span className="portrait-page">
            <Skeleton shape="picture" />
          </span>
        </div>
      </div>
      <div className="profile-head">
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton />
      </div>
      <div className="profile-text">
        <div className="profile-bar">
          <Skeleton />
        </div>
        <Skeleton shape="card" />
      </div>
    </div>
  );
}
