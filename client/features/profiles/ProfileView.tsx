// A profile: pictures, name, facts, narrative and attributes.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Profile } from '#shared/contract/profiles.ts';
import { characteristicCategories, characteristicLabel } from '#shared/rules/characteristics.ts';
import { shownHeight, shownWeight } from '#shared/rules/measures.ts';
import { brand } from '#client/device/brand.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { showNsfw } from '#client/device/storage.ts';
import { PictureIcon } from '#client/ui/icons.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { useStore } from '#client/device/store.ts';
import { lastSeenText } from '#client/people/last-seen.ts';
import { PictureGrid, pictureSizes } from './PictureGrid.tsx';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { useShownDistance } from '#client/people/use-shown-distance.ts';
import './profile.css';

export interface ProfileViewProps {
  readonly profile: Profile;
  /** Time of the response, in milliseconds since 1970. */
  readonly asOfMs: number;
  readonly isOwn: boolean;
  /** The actions. */
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}

export function ProfileView({ profile, asOfMs, isOwn, children, footer }: ProfileViewProps) {
  const isNsfwShown = useStore(showNsfw);
  return (
    <div className="page profile">
      <section className="profile-pictures" aria-label="Pictures">
        <Pictures profile={profile} ids={profile.profilePicIds} emptyText="No public pics" />
        {isNsfwShown && (
          <>
            <h2>Private pictures</h2>
            <Pictures profile={profile} ids={profile.profilePicIdsPrivate} emptyText="No private pics" isPrivate />
          </>
        )}
      </section>
      <div className="profile-text">
        <header>
          <h1>{profile.profilename || 'No name yet'}</h1>
          <Facts profile={profile} asOfMs={asOfMs} isOwn={isOwn} />
        </header>
        <div className="profile-actions">{children}</div>
        {profile.description !== '' && <p className="profile-narrative">{profile.description}</p>}
        <Characteristics keys={profile.characteristics} />
        {footer}
      </div>
    </div>
  );
}

function Pictures({
  profile,
  ids,
  emptyText,
  isPrivate = false,
}: {
  readonly profile: Profile;
  readonly ids: readonly string[];
  readonly emptyText: string;
  readonly isPrivate?: boolean;
}) {
  if (ids.length === 0)
    return (
      <p className="no-pictures">
        <PictureIcon />
        {emptyText}
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
              alt={profile.profilename}
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

function Facts({ profile, asOfMs, isOwn }: Omit<ProfileViewProps, 'children' | 'footer'>) {
  const distance = useShownDistance(profile);
  const units = useDistanceUnits();
  // A measure that can't be parsed is shown as the member wrote it.
  const height = shownHeight(profile.height, units) ?? profile.height;
  const weight = shownWeight(profile.weight, units) ?? profile.weight;
  const distanceText = isOwn || distance === null ? '' : `${distance} away`;
  const facts = [`${profile.age}`, height, weight, distanceText].filter((fact) => fact !== '');
  const lastSeen = isOwn ? null : lastSeenText(profile.tsLastSeen, asOfMs);
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
    present: labels.map((label) => label.toLowerCase()).filter((key) => keys.includes(key)),
  }));
  const shown = byCategory.filter(({ present }) => present.length > 0);
  if (shown.length === 0) return null;
  return (
    <dl className="profile-traits">
      {shown.map(({ category, present }) => (
        <div key={category}>
          <dt>{category}</dt>
          {present.map((key) => (
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
      <div className="profile-text">
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton shape="card" />
      </div>
    </div>
  );
}
