// Shows a card of the deck: a picture with name, age, distance and last visit at its bottom.
import { t } from '#client/device/texts.ts';
import { locale } from '#client/device/locale.ts';
import { useMemo } from 'react';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { shownName } from '#shared/rules/text.ts';
import type { Place } from '#shared/rules/distance.ts';
import { numberText } from '#shared/formats/numbers.ts';
import { characteristicText } from '#client/people/characteristic-text.ts';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { useOnline } from '#client/people/use-online.ts';
import { OnlineDot } from '#client/people/OnlineDot.tsx';
import { useLastSeen } from '#client/people/use-last-seen.ts';
import { useDistanceFrom } from '#client/people/use-shown-distance.ts';
import { wholeIfCut } from '#client/people/whole-name.ts';

export interface DeckFaceProps {
  readonly brief: ProfileBrief;
  /** The place on which the deck is centred. It is null for the member's location. */
  readonly centre: Place | null;
  /** Only the top card shows whether the member is online, or else their last visit. */
  readonly isTop?: boolean;
}

const sizes = '(min-width: 560px) 420px, 90vw';

export function DeckFace({ brief, centre, isTop = false }: DeckFaceProps) {
  const { profileId, profileName, profileAge, profileChars, profilePicIds, picPlaceholders } = brief;
  const isOnline = useOnline(useMemo(() => (isTop ? [profileId] : []), [isTop, profileId])).has(profileId);
  const distance = useDistanceFrom(centre, brief);
  return (
    <div className={profilePicIds[0] ? 'deck-face' : 'deck-face deck-letter'}>
      <ProfilePicture
        id={profilePicIds[0]}
        name={profileName}
        profileId={profileId}
        sizes={sizes}
        placeholder={picPlaceholders?.[0]}
        isFirst
      />
      {isOnline && <OnlineDot isNamed={false} />}
      <div className="deck-text">
        <h2 title={wholeIfCut(profileName)}>
          {t('{name}, {age}', { name: shownName(profileName), age: numberText(profileAge, locale()) })}
        </h2>
        <p>
          {distance}
          {isOnline && `${distance === null ? '' : ' · '}${t('Online now')}`}
          {isTop && !isOnline && <LastSeen profileId={profileId} hasDistance={distance !== null} />}
        </p>
        {!profilePicIds[0] && profileChars.length > 0 && (
          <ul className="deck-traits">
            {profileChars.map((key) => (
              <li key={key}>{characteristicText(key)}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function LastSeen({ profileId, hasDistance }: { readonly profileId: string; readonly hasDistance: boolean }) {
  const text = useLastSeen(profileId);
  return text === null ? null : `${hasDistance ? ' · ' : ''}${text}`;
}
