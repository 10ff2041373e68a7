// A card of the deck: a picture with name, age, distance and last visit over its foot.
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { shownName } from '#shared/rules/text.ts';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { useLastSeen } from '#client/people/use-last-seen.ts';
import { useShownDistance } from '#client/people/use-shown-distance.ts';

export interface DeckFaceProps {
  readonly brief: ProfileBrief;
  /** The last visit is requested for the upper card alone. */
  readonly isUpper?: boolean;
}

const sizes = '(min-width: 560px) 420px, 90vw';

export function DeckFace({ brief, isUpper = false }: DeckFaceProps) {
  const { profileId, profileName, profileAge, profilePicIds, picPlaceholders } = brief;
  const distance = useShownDistance(brief);
  return (
    <div className="deck-face">
      <ProfilePicture id={profilePicIds[0]} name={profileName} sizes={sizes} placeholder={picPlaceholders?.[0]} isFirst />
      <div className="deck-words">
        <h2 title={profileName}>
          {shownName(profileName)}, {profileAge}
        </h2>
        <p>
          {distance}
          {isUpper && <LastSeen profileId={profileId} isAfter={distance !== null} />}
        </p>
      </div>
    </div>
  );
}

function LastSeen({ profileId, isAfter }: { readonly profileId: string; readonly isAfter: boolean }) {
  const words = useLastSeen(profileId);
  return words === null ? null : `${isAfter ? ' · ' : ''}${words}`;
}
