// One member of the detail list: name, distance, last visit, first words and attributes, with a chat button.
import { Link } from '@tanstack/react-router';
import type { ProfileDetail } from '#shared/contract/nearby.ts';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { characteristicLabel } from '#shared/rules/characteristics.ts';
import { distanceMetres, shownDistance, type Place } from '#shared/rules/distance.ts';
import { shownHeight, shownWeight } from '#shared/rules/measures.ts';
import { shownName } from '#shared/rules/text.ts';
import { brand } from '#client/device/brand.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { ChatLink } from '#client/people/ChatLink.tsx';
import { LastSeen } from '#client/people/LastSeen.tsx';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { useShownDistance } from '#client/people/use-shown-distance.ts';

export interface DetailRowProps {
  readonly brief: ProfileBrief;
  readonly detail: ProfileDetail | undefined;
  /** The chosen centre of the list; null for the own point. */
  readonly place: Place | null;
  readonly isOnline: boolean;
  /** Time of the server's answer, in milliseconds since 1970; 0 if it comes from the device. */
  readonly asOfMs: number;
  readonly isFirst: boolean;
}

const traitsMost = 8;

export function DetailRow({ brief, detail, place, isOnline, asOfMs, isFirst }: DetailRowProps) {
  const units = useDistanceUnits();
  const fromOwn = useShownDistance(brief);
  const { profileId, profileName, profileAge, profileChars, profileHeight, profileWeight } = brief;
  const far = place === null ? fromOwn : `${shownDistance(distanceMetres(place, brief), units)} from there`;
  const measures = [
    shownHeight(profileHeight, units) ?? profileHeight,
    shownWeight(profileWeight, units) ?? profileWeight,
  ].filter((text) => text !== '');
  return (
    <li className="detail-row">
      <Link to="/profile/$profileId" params={{ profileId }} className="detail-who">
        <ProfilePicture
          id={brief.profilePicIds[0]}
          name={profileName}
          sizes="104px"
          placeholder={brief.picPlaceholders?.[0]}
          isFirst={isFirst}
        />
        <span className="detail-words">
          <span className="detail-name">
            <span title={profileName}>{shownName(profileName)}</span>, {profileAge}
          </span>
          <span className="soft small">{[far, ...measures].filter((text) => text !== null).join(' · ')}</span>
          {isOnline ? (
            <span className="small detail-online">Online now</span>
          ) : (
            detail !== undefined &&
            asOfMs > 0 && <LastSeen lastSeenMs={detail.tsLastSeen} asOfMs={asOfMs} className="soft small" />
          )}
          {detail !== undefined && detail.firstWords !== '' && <span className="detail-first">{detail.firstWords}</span>}
          {profileChars.length > 0 && (
            <span className="detail-traits small">
              {profileChars.slice(0, traitsMost).map((key) => (
                <span key={key}>{characteristicLabel(key, brand.productLabel)} </span>
              ))}
              {profileChars.length > traitsMost && <span>{`+${profileChars.length - traitsMost}`}</span>}
            </span>
          )}
        </span>
      </Link>
      <ChatLink profileId={profileId} name={profileName} />
    </li>
  );
}
