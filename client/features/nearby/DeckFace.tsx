// A card in the deck: a picture with name, age, distance and last visit at its bottom.
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { shownName } from '#shared/rules/text.ts';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { useLastSeen } from '#client/people/use-last-seen.ts';
import { useShownDistance } from '#client/people/use-shown-distance.ts';

export interface DeckFaceProps {
  readonly brief: ProfileBrief;
  /** Only the top card requests the last visit. */
  readonly isTop?: boolean;
}

const sizes = '(min-width: 560px) 420px, 90vw';

export function DeckFace({ brief, isTop = false }: DeckFaceProps) {
  const { profileId, profileName, profileAge, profilePicIds, picPlaceholders } = brief;
  const distance = useShownDistance(brief);
  return (
    <div className="deck-face">
      <ProfilePicture
        id={profilePicIds[0]}
        name={profileName}
        profileId={profileId}
        sizes={sizes}
        placeholder={picPlaceholders?.[0]}
        isFirst
      />
      <div className="deck-text">
        <h2 title={profileName}>
          {shownName(profileName)}, {profileAge}
        </h2>
        <p>
          {distance}
          {isTop && <LastSeen profileId={profileId} hasDistance={distance !== null} />}
        </p>
      </div>
    </div>
  );
}

function LastSeen({ profileId, hasDistance }: { readonly profileId: string; readonly hasDistance: boolean }) {
  const text = useLastSeen(profileId);
  return text === null ? null : `${hasDistance ? ' · ' : ''}${text}`;
}
