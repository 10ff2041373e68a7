// Shows a card of the deck: a picture with bars that count the profile's pictures, and at its bottom name, age, distance, last
// visit and traits.
import { t, tCount } from '#client/device/texts.ts';
import { locale } from '#client/device/locale.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { shownName } from '#shared/rules/letters.ts';
import type { Place } from '#shared/rules/distance.ts';
import { numberText } from '#shared/formats/numbers.ts';
import { listedTraits } from '#client/people/listed-traits.ts';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { profileQuery } from '#client/people/profiles.queries.ts';
import { useOnline } from '#client/people/use-online.ts';
import { OnlineDot } from '#client/people/OnlineDot.tsx';
import { useLastSeen } from '#client/people/use-last-seen.ts';
import { useDistanceFrom } from '#client/people/use-shown-distance.ts';
import { wholeIfCut } from '#client/people/whole-name.ts';
import { useHasRoomBeside } from './DeckProfile.tsx';
import '#client/ui/letter-card.css';

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
  const hasWordsBeside = useHasRoomBeside();
  const traits = listedTraits(profileChars);
  return (
    <div className={profilePicIds[0] ? 'deck-face' : 'deck-face deck-letter letter-card'}>
      <ProfilePicture
        id={profilePicIds[0]}
        name={profileName}
        profileId={profileId}
        sizes={sizes}
        placeholder={picPlaceholders?.[0]}
        isFirst
      />
      {isOnline && <OnlineDot isNamed={false} />}
      {profilePicIds.length > 1 && <PictureCount count={profilePicIds.length} />}
      <div className="deck-text">
        <h2 title={wholeIfCut(profileName)}>
          {t('{name}, {age}', { name: shownName(profileName), age: numberText(profileAge, locale()) })}
        </h2>
        <p>
          {distance}
          {isOnline && `${distance === null ? '' : ' · '}${t('Online now')}`}
          {isTop && !isOnline && <LastSeen profileId={profileId} hasDistance={distance !== null} />}
        </p>
        {traits.length > 0 && profilePicIds[0] && !hasWordsBeside && <p className="deck-line small">{traits.join(' · ')}</p>}
        {traits.length > 0 && !profilePicIds[0] && (
          <ul className="deck-traits">
            {traits.map((trait) => (
              <li key={trait}>{trait}</li>
            ))}
          </ul>
        )}
        {!profilePicIds[0] && !hasWordsBeside && <OwnWords profileId={profileId} />}
      </div>
    </div>
  );
}

/** More bars would be as narrow as dots. */
const mostBars = 12;

/** How many pictures the profile has, as bars along the upper edge of the card. */
const PictureCount = ({ count }: { readonly count: number }) => (
  <p className="deck-count">
    {Array.from({ length: Math.min(count, mostBars) }, (_, bar) => (
      <i key={bar} aria-hidden="true" />
    ))}
    <span className="visually-hidden">{tCount(count, { one: 'A picture', other: '# pictures' })}</span>
  </p>
);

/** What the member wrote about themself, shown if they have no picture. */
function OwnWords({ profileId }: { readonly profileId: string }) {
  const { data: profile } = useQuery(profileQuery(profileId));
  return profile === undefined || profile.description === '' ? null : (
    <p className="deck-words" dir="auto">
      {profile.description}
    </p>
  );
}

function LastSeen({ profileId, hasDistance }: { readonly profileId: string; readonly hasDistance: boolean }) {
  const text = useLastSeen(profileId);
  return text === null ? null : `${hasDistance ? ' · ' : ''}${text}`;
}
