// Shows a member in the detail list as a row with a chat button, and below it first words and interests.
import { t } from '#client/device/texts.ts';
import { listedTraits } from '#client/people/listed-traits.ts';
import type { ProfileDetail } from '#shared/contract/nearby.ts';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import type { Place } from '#shared/rules/distance.ts';
import { shownHeight, shownWeight } from '#shared/formats/measures.ts';
import { moreText } from '#shared/formats/numbers.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { locale } from '#client/device/locale.ts';
import { ChatLink } from '#client/people/ChatLink.tsx';
import { lastSeenText } from '#client/people/last-seen.ts';
import { PersonRow } from '#client/people/Person.tsx';
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
  /** Returns how many of the traits fit into one line. */
  readonly fitting: (traits: readonly string[]) => number;
}

export function DetailRow({ brief, detail, centre, isOnline, asOfMs, isFirst, fitting }: DetailRowProps) {
  const units = useDistanceUnits();
  const distance = useDistanceFrom(centre, brief);
  const { profileId, profileName, profileAge, profileChars, profileHeight, profileWeight } = brief;
  const seen = detail === undefined || asOfMs === 0 ? null : lastSeenText(detail.tsLastSeen, asOfMs);
  const sizes = [
    shownHeight(profileHeight, units, locale()) ?? profileHeight,
    shownWeight(profileWeight, units, locale()) ?? profileWeight,
  ].filter((text) => text !== '');
  const traits = listedTraits(profileChars);
  const shown = fitting(traits);
  const more = traits.length - shown;
  return (
    <li className="detail-row person-portrait">
      <PersonRow
        profileId={profileId}
        name={profileName}
        age={profileAge}
        of={brief}
        isOnline={isOnline}
        isFirst={isFirst}
        line={
          <>
            {isOnline ? (
              // Hidden from screen readers, which say it with the name.
              <>
                {distance !== null && `${distance} `}
                <span aria-hidden="true">
                  {distance !== null && '· '}
                  {t('Online now')}
                </span>
              </>
            ) : (
              [distance, seen].filter((text) => text !== null).join(' · ')
            )}
            {sizes.length > 0 && <span className="detail-sizes">{sizes.join(' · ')}</span>}
          </>
        }
      >
        <ChatLink profileId={profileId} name={profileName} />
      </PersonRow>
      {detail !== undefined && detail.firstWords !== '' && (
        <p className="detail-words" dir="auto">
          {detail.firstWords}
        </p>
      )}
      {traits.length > 0 && (
        <ul className="detail-traits" aria-label={t('About {name}', { name: profileName })}>
          {traits.slice(0, shown).map((text) => (
            <li key={text}>{text}</li>
          ))}
          {more > 0 && <li className="detail-more">{moreText(more, locale())}</li>}
        </ul>
      )}
    </li>
  );
}
