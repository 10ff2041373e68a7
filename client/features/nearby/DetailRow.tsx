// Shows a member in the detail list: name, distance, last visit, first words and attributes, with a chat button.
import { Link } from '@tanstack/react-router';
import type { ProfileDetail } from '#shared/contract/nearby.ts';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { characteristicLabel } from '#shared/rules/characteristics.ts';
import type { Place } from '#shared/rules/distance.ts';
import { shownHeight, shownWeight } from '#shared/rules/measures.ts';
import { shownName } from '#shared/rules/text.ts';
import { brand } from '#client/device/brand.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { ChatLink } from '#client/people/ChatLink.tsx';
import { LastSeen } from '#client/people/LastSeen.tsx';
import { OnlineDot } from '#client/people/OnlineDot.tsx';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { useDistanceFrom } from '#client/people/use-shown-distance.ts';

export interface DetailRowProps {
  readonly brief: ProfileBrief;
  readonly detail: ProfileDetail | undefined;
  /** The place on which the list is centred. It is null for the member's location. */
  readonly centre: Place | null;
  readonly isOnline: boolean;
  /** The time of the response in milliseconds since 1970, or 0 if the row comes from the cache. */
  readonly asOfMs: number;
  readonly isFirst: boolean;
}

const maxTraits = 8;

export function DetailRow({ brief, detail, centre, isOnline, asOfMs, isFirst }: DetailRowProps) {
  const units = useDistanceUnits();
  const distance = useDistanceFrom(centre, brief);
  const { profileId, profileName, profileAge, profileChars, profileHeight, profileWeight } = brief;
  const measures = [
    shownHeight(profileHeight, units) ?? profileHeight,
    shownWeight(profileWeight, units) ?? profileWeight,
  ].filter((text) => text !== '');
  return (
    <li className="detail-row">
      <Link to="/profile/$profileId" params={{ profileId }} className="detail-link">
        <span className="has-dot">
          <ProfilePicture
            id={brief.profilePicIds[0]}
            name={profileName}
            profileId={profileId}
            sizes="104px"
            placeholder={brief.picPlaceholders?.[0]}
            isFirst={isFirst}
          />
          {isOnline && <OnlineDot isNamed={false} />}
        </span>
        <span className="detail-text">
          <span className="detail-name">
            <span title={profileName}>{shownName(profileName)}</span>, {profileAge}
          </span>
          <span className="soft small">{[distance, ...measures].filter((text) => text !== null).join(' · ')}</span>
          {isOnline ? (
            <span className="small detail-online">Online now</span>
          ) : (
            detail !== undefined &&
            asOfMs > 0 && <LastSeen lastSeenMs={detail.tsLastSeen} asOfMs={asOfMs} className="soft small" />
          )}
          {detail !== undefined && detail.firstWords !== '' && <span className="detail-intro">{detail.firstWords}</span>}
          {profileChars.length > 0 && (
            <span className="detail-traits small">
              {profileChars.slice(0, maxTraits).map((key) => (
                <span key={key}>{characteristicLabel(key, brand.productLabel)} </span>
              ))}
              {profileChars.length > maxTraits && <span>{`+${profileChars.length - maxTraits}`}</span>}
            </span>
          )}
        </span>
      </Link>
      <ChatLink profileId={profileId} name={profileName} />
    </li>
  );
}
