// The layout of a profile: pictures, name, facts, narrative and attributes.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Profile } from '#shared/contract/profiles.ts';
import { characteristicCategories, characteristicLabel } from '#shared/rules/characteristics.ts';
import { shownHeight, shownWeight } from '#shared/rules/measures.ts';
import { shownName } from '#shared/rules/text.ts';
import { brand } from '#client/device/brand.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { showNsfw } from '#client/device/storage.ts';
import { PictureIcon } from '#client/ui/icons.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { useStore } from '#client/device/store.ts';
import { lastSeenWords } from '#client/people/last-seen.ts';
import { PictureGrid, pictureSizes } from './PictureGrid.tsx';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { useShownDistance } from '#client/people/use-shown-distance.ts';
import './profile.css';

export interface ProfileViewProps {
  readonly profile: Profile;
  /** When it was fetched. */
  readonly asOfMs: number;
  readonly isOwn: boolean;
  /** The actions. */
  readonly children: ReactNode;
  /** Rare actions, at the foot. */
  readonly foot?: ReactNode;
}

export function ProfileView({ profile, asOfMs, isOwn, children, foot }: ProfileViewProps) {
  const isNsfwShown = useStore(showNsfw);
  return (
    <div className="page profile">
      <section className="profile-pictures" aria-label="Pictures">
        <Pictures profile={profile} ids={profile.profilePicIds} none="No public pics" />
        {isNsfwShown && (
          <>
            <h2>Private pictures</h2>
            <Pictures profile={profile} ids={profile.profilePicIdsPrivate} none="No private pics" isPrivate />
          </>
        )}
      </section>
      <div className="profile-words">
        <header>
          <h1 title={profile.profilename}>{shownName(profile.profilename) || 'No name yet'}</h1>
          <Facts profile={profile} asOfMs={asOfMs} isOwn={isOwn} />
        </header>
        <div className="profile-actions">{children}</div>
        {profile.description !== '' && <p className="profile-narrative">{profile.description}</p>}
        <Characteristics keys={profile.characteristics} />
        {foot}
      </div>
    </div>
  );
}

function Pictures({
  profile,
  ids,
  none,
  isPrivate = false,
}: {
  readonly profile: Profile;
  readonly ids: readonly string[];
  readonly none: string;
  readonly isPrivate?: boolean;
}) {
  if (ids.length === 0)
    return (
      <p className="no-pictures">
        <PictureIcon />
        {none}
      </p>
    );
  return (
    <PictureGrid label={isPrivate ? 'Private pictures' : 'Public pictures'} count={ids.length}>
      {ids.map((id, index) => (
        <li key={id}>
          <Link
            to="/profilePicCarousel"
            search={{ profileId: profile.id, id, ids: ids.join(',') }}
            className="picture-link"
            aria-label={`Picture ${index + 1} of ${ids.length}: larger`}
          >
            <ProfilePicture
              id={id}
              name={profile.profilename}
              sizes={pictureSizes(ids.length)}
              of={profile}
              isPrivate={isPrivate}
              isFirst={index < 4}
            />
          </Link>
        </li>
      ))}
    </PictureGrid>
  );
}

function Facts({ profile, asOfMs, isOwn }: Omit<ProfileViewProps, 'children' | 'foot'>) {
  const distance = useShownDistance(profile);
  const units = useDistanceUnits();
  // In the reader's units if it can be parsed, else as written.
  const height = shownHeight(profile.height, units) ?? profile.height;
  const weight = shownWeight(profile.weight, units) ?? profile.weight;
  const away = isOwn || distance === null ? '' : `${distance} away`;
  const facts = [`${profile.age}`, height, weight, away].filter((fact) => fact !== '');
  const lastSeen = isOwn ? null : lastSeenWords(profile.tsLastSeen, asOfMs);
  return (
    <>
      <ul className="profile-facts">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {lastSeen !== null && <p className="soft small">{lastSeen}</p>}
    </>
  );
}

function Characteristics({ keys }: { readonly keys: readonly string[] }) {
  const byCategory = Object.entries(characteristicCategories).map(([category, labels]) => ({
    category,
    own: labels.map((label) => label.toLowerCase()).filter((key) => keys.includes(key)),
  }));
  const shown = byCategory.filter(({ own }) => own.length > 0);
  if (shown.length === 0) return null;
  return (
    <dl className="profile-traits">
      {shown.map(({ category, own }) => (
        <div key={category}>
          <dt>{category}</dt>
          {own.map((key) => (
            <dd key={key} className="chip">
              {characteristicLabel(key, brand.productLabel)}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

export function ProfileSkeleton() {
  return (
    <div className="page profile" aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading
      </span>
      <div className="profile-pictures">
        <div className="picture-skeletons">
          <Skeleton shape="picture" />
          <Skeleton shape="picture" />
        </div>
      </div>
      <div className="profile-words">
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton shape="card" />
      </div>
    </div>
  );
}
