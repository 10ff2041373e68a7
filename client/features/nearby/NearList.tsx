// The list beside the map: the same people by distance with the same actions, for keyboard and screen reader too.
import { Link } from '@tanstack/react-router';
import { memo, useId, useMemo, useState } from 'react';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { distanceMetres, shownDistance, type Place } from '#shared/rules/distance.ts';
import { shownName } from '#shared/rules/text.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import type { LocationPoint } from '#client/device/location-report.ts';
import { ChatLink } from '#client/people/ChatLink.tsx';
import { Avatar } from '#client/people/ProfilePicture.tsx';
import { Button } from '#client/ui/Button.tsx';
import { CloseIcon, MapIcon } from '#client/ui/icons.tsx';
import { Skeletons } from '#client/ui/Skeleton.tsx';
import type { MembersInView } from './use-members-in-view.ts';

export interface NearListProps {
  readonly members: MembersInView;
  /** The own point, for distances; null if unknown. */
  readonly own: LocationPoint | null;
  /** The middle of the view, which the list is sorted by without an own point. */
  readonly middle: Place;
  /** Has to be a stable function, since rows are memoized. */
  readonly onShow: (place: Place) => void;
  readonly onClose: () => void;
}

const step = 60;

export function NearList({ members, own, middle, onShow, onClose }: NearListProps) {
  const id = useId();
  const [most, setMost] = useState(step);
  const { inView, online, isLoading, isTooMany } = members;
  const from = own === null ? middle : { lat: own.lat, lon: own.lng };
  const sorted = useMemo(
    () =>
      inView
        .map((brief) => ({ brief, metres: distanceMetres({ lat: from.lat, lon: from.lon }, brief) }))
        .toSorted((one, other) => one.metres - other.metres),
    [inView, from.lat, from.lon],
  );
  return (
    <aside className="near-list" aria-labelledby={id}>
      <div className="near-head">
        <h2 id={id}>In view</h2>
        {!isTooMany && <span className="soft small">{countWords(inView.length)}</span>}
        <Button look="round" className="only-narrow" onClick={onClose} aria-label="Close the list">
          <CloseIcon />
        </Button>
      </div>
      {isTooMany && <p className="soft near-none">Too many profiles to display. Zoom in to see profiles.</p>}
      {!isTooMany &&
        inView.length === 0 &&
        (isLoading ? <Skeletons count={3} className="stack near-none" /> : <p className="soft near-none">Nobody is in view.</p>)}
      <ul>
        {sorted.slice(0, most).map(({ brief, metres }) => (
          <Row
            key={brief.profileId}
            brief={brief}
            metres={own === null ? null : metres}
            isOnline={online.has(brief.profileId)}
            onShow={onShow}
          />
        ))}
      </ul>
      {sorted.length > most && (
        <div className="near-more">
          <Button onClick={() => setMost(most + step)}>Show more</Button>
        </div>
      )}
    </aside>
  );
}

interface RowProps {
  readonly brief: ProfileBrief;
  readonly metres: number | null;
  readonly isOnline: boolean;
  readonly onShow: (place: Place) => void;
}

/** Memoized: the map moves more often than its members do. */
const Row = memo(function Row({ brief, metres, isOnline, onShow }: RowProps) {
  const units = useDistanceUnits();
  const { profileId, profileName, profileAge } = brief;
  const facts = [String(profileAge), ...(metres === null ? [] : [shownDistance(metres, units)])];
  return (
    <li className="near-row">
      <Link to="/profile/$profileId" params={{ profileId }} className="near-who">
        <span className="near-face" data-online={isOnline ? '' : undefined}>
          <Avatar of={brief} name={profileName} sizes="48px" />
        </span>
        <span className="near-words">
          <span className="near-name" title={profileName}>
            {shownName(profileName)}
          </span>
          <span className="soft small">
            {facts.join(' · ')}
            {isOnline && ' · online now'}
          </span>
        </span>
      </Link>
      <Button look="round" onClick={() => onShow(brief)} aria-label={`Show ${profileName} on the map`}>
        <MapIcon />
      </Button>
      <ChatLink profileId={profileId} name={profileName} />
    </li>
  );
});

const countWords = (count: number): string => (count === 1 ? '1 person' : `${count} people`);
