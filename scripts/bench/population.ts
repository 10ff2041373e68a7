// Generates a reproducible population that is clustered in cities of very different sizes.
import type { NearbyMember } from '#server/nearby/index.ts';
import { normalFrom, seeded } from '#server/testing/app/seeded.ts';
import type { Place } from '#shared/rules/distance.ts';
import { dayMs } from '#shared/rules/durations.ts';

const cityCount = 400;
const characteristics = ['bear', 'hosting', 'coffee', 'art', 'leather', 'travel', 'fitness', 'tested', 'versatile', 'masculine'];
/** One member in a hundred has this characteristic. */
export const rareCharacteristic = 'puppy';
/** One or two members in a hundred match this filter, although many match each single condition. */
export const onePercent = { characteristics: ['bear'], ageMin: 25, ageMax: 34, withPicture: true, heightCmMin: 180 };

interface City extends Place {
  /** The share of members in this and all previous cities. */
  cumulativeShare: number;
  spreadDegrees: number;
}

/** City sizes are inversely proportional to their rank, as in most countries (Gabaix, Zipf's law for cities, 1999). */
export const usualSkew = 1;

/** Returns a member by number. Each version has a different position and different attributes. */
export function memberOf(number: number, version: number): NearbyMember {
  const random = seeded(number * 2_654_435_761 + version * 97);
  const place = placeOf(random);
  const profileId = idOf(number);
  const labels = characteristics.filter(() => random() < 0.2);
  if (random() < 0.01) labels.push(rareCharacteristic);
  const age = 18 + Math.floor(random() * random() * 60);
  const heightCm = random() < 0.8 ? 160 + Math.floor(random() * 40) : null;
  const weightKg = random() < 0.8 ? 55 + Math.floor(random() * 60) : null;
  const hasPicture = random() < 0.7;
  const brief = {
    profileId,
    session: null,
    profileName: `Member ${number}`,
    profileAge: age,
    profileChars: labels,
    profileWeight: weightKg === null ? '' : `${weightKg} kg`,
    profileHeight: heightCm === null ? '' : `${heightCm} cm`,
    profilePicIds: hasPicture ? [idOf(number + 7), idOf(number + 8)] : [],
    ...place,
    tsUpdated: 1_780_000_000_000,
  };
  const onlineUntilMs = 1_780_000_000_000 - Math.floor(random() * dayMs);
  return {
    profileId,
    ...place,
    age,
    heightCm,
    weightKg,
    characteristics: labels,
    hasPicture,
    isTest: false,
    onlineUntilMs,
    brief,
  };
}

/** Returns a random position, which is mostly near a city and in one of six cases anywhere in the country. */
export const placeOf = placesWith(usualSkew);

/** Like `placeOf`, with city sizes that are inversely proportional to this power of their rank. */
export function placesWith(skew: number): (random: () => number) => Place {
  const cities = citiesOf(seeded(11), skew);
  return (random) => {
    if (random() < 1 / 6) return rounded(28 + random() * 20, -122 + random() * 50);
    const pick = random();
    const city = cities.find(({ cumulativeShare }) => pick <= cumulativeShare) ?? { lat: 40, lon: -100, spreadDegrees: 0.1 };
    const normal = normalFrom(random);
    return rounded(city.lat + city.spreadDegrees * normal(), city.lon + city.spreadDegrees * normal());
  };
}

export function idOf(number: number): string {
  const random = seeded(number + 1);
  const hex = (digits: number): string =>
    Math.floor(random() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(4)}${number.toString(16).padStart(8, '0')}`;
}

/** Larger cities are wider. */
function citiesOf(random: () => number, skew: number): City[] {
  const weights = Array.from({ length: cityCount }, (_, rank) => 1 / (rank + 1) ** skew);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let cumulativeShare = 0;
  return weights.map((weight) => {
    cumulativeShare += weight / total;
    return {
      ...rounded(28 + random() * 20, -122 + random() * 50),
      cumulativeShare,
      spreadDegrees: 0.02 + 0.2 * Math.sqrt(weight),
    };
  });
}

function rounded(lat: number, lon: number): Place {
  return { lat: Math.round(lat * 1e5) / 1e5, lon: Math.round(lon * 1e5) / 1e5 };
}
