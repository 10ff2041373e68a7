// Returns the line below a found place. State, country and distance tell it apart from other places of the same name.
import { t } from '#client/device/texts.ts';
import type { FoundPlace } from '#shared/contract/places.ts';
import { commaSeparated, regionName } from '#shared/formats/words.ts';
import { locale } from '#client/device/locale.ts';

/** For example 'TX, United States, about 1,200 mi away'. `distance` is null if the member's location is unknown. */
export function placeNote({ region, country }: FoundPlace, distance: string | null): string {
  const away = distance === null ? null : t('about {distance} away', { distance });
  return commaSeparated(
    [region, regionName(country, locale()), away].filter((part) => part !== null),
    locale(),
  );
}
