// The head of a profile: name, age, distance, and when the member was last here.
import { t } from '#client/device/texts.ts';
import { locale } from '#client/device/locale.ts';
import { useMemo } from 'react';
import type { Profile } from '#shared/contract/profiles.ts';
import { numberText } from '#shared/formats/numbers.ts';
import { lastSeenText } from '#client/people/last-seen.ts';
import { useOnline } from '#client/people/use-online.ts';
import { useShownDistance } from '#client/people/use-shown-distance.ts';

export interface ProfileHeadProps {
  readonly profile: Profile;
  /** The time of the reply, in ms since 1970. */
  readonly asOfMs: number;
  readonly isOwn: boolean;
}

export function ProfileHead({ profile, asOfMs, isOwn }: ProfileHeadProps) {
  const distance = useShownDistance(profile);
  const isOnline = useOnline(useMemo(() => [profile.id], [profile.id])).has(profile.id);
  const lastSeen = lastSeenText(profile.tsLastSeen, asOfMs);
  const name = profile.profilename || t('No name yet');
  return (
    <header className="profile-head">
      <h1>{t('{name}, {age}', { name, age: numberText(profile.age, locale()) })}</h1>
      <div className="profile-facts">
        <p>
          {isOwn ? (
            ownText(profile)
          ) : isOnline ? (
            <>
              <span className="profile-online" aria-hidden="true" />
              {t('Online now')}
            </>
          ) : (
            lastSeen
          )}
        </p>
        {/* The distance comes last, because it may be known last or never. */}
        {!isOwn && distance !== null && <p>{t('{distance} away', { distance })}</p>}
      </div>
    </header>
  );
}

function ownText({ profilename, birthdate }: Profile): string {
  if (profilename !== '' && birthdate !== null) return t('This is how others see you.');
  if (profilename !== '') return t('Nobody can find you until you have a birthdate.');
  return birthdate === null
    ? t('Nobody can find you until you have a name and a birthdate.')
    : t('Nobody can find you until you have a name.');
}
