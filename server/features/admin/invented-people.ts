// Invents the people of demo members and test users. The same number always gives the same person.
import { characteristicKeys } from '#shared/rules/characteristics.ts';
import type { Place } from '#shared/rules/distance.ts';
import { dayMs, hourMs, minuteMs } from '#shared/rules/durations.ts';
import { randomNumbers } from '#server/outside/portraits.ts';
import { nameSuffixes, closings, heights, longStory, middles, names, openings, weights } from './invented-words.ts';

export interface InventedPerson {
  /** Starts at 1. */
  readonly number: number;
  readonly name: string;
  readonly birthdate: string;
  readonly height: string;
  readonly weight: string;
  readonly description: string;
  readonly characteristics: readonly string[];
  readonly publicPictures: number;
  readonly privatePictures: number;
  readonly place: Place;
  readonly joinedAgoMs: number;
  readonly seenAgoMs: number;
}

export const phoenix: Place = { lat: 33.4484, lon: -112.074 };
const berlin: Place = { lat: 52.5163, lon: 13.3777 };
const sydney: Place = { lat: -33.8731, lon: 151.2093 };
const kmPerDegree = 111.32;
/** The largest distance from the centre: 30 miles. */
const maxKm = 48;

export function inventedPerson(number: number): InventedPerson {
  const next = randomNumbers(number * 7 + 3);
  // The first random numbers of neighbouring seeds are similar, so they are skipped.
  for (let skipped = 0; skipped < 4; skipped += 1) next();
  const pick = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(next() * list.length)] ?? list[0];
  const born = new Date(Date.UTC(1956 + Math.floor(next() * 50), Math.floor(next() * 12), 1 + Math.floor(next() * 28)));
  return {
    number,
    name: nameOf(number),
    birthdate: born.toISOString().slice(0, 10),
    height: pick(heights),
    weight: pick(weights),
    description:
      number % 11 === 5 ? '' : number % 17 === 4 ? longStory : `${pick(openings)} ${pick(middles)} ${pick(closings)}`.trim(),
    characteristics: plausible(characteristicKeys.filter(() => next() < 0.2)),
    publicPictures: pick([0, 1, 1, 1, 2, 2, 3, 4]),
    privatePictures: next() < 0.15 ? 1 : 0,
    place: placeOf(number, next),
    joinedAgoMs: Math.floor((20 + next() * 380) * dayMs),
    seenAgoMs: Math.floor(pick([0, 2 * minuteMs, 40 * minuteMs, 5 * hourMs, dayMs, 9 * dayMs]) * (0.5 + next())),
  };
}

function nameOf(number: number): string {
  const name = names[(number - 1) % names.length] ?? names[0];
  const round = Math.floor((number - 1) / names.length);
  if (round === 0) return name;
  const suffix = nameSuffixes[(number + round) % nameSuffixes.length] ?? nameSuffixes[0];
  return round <= 2 ? `${name} ${suffix}` : `${name} ${suffix} ${round}`;
}

/** Removes characteristics that contradict each other. */
const plausible = (keys: readonly string[]): string[] =>
  keys.filter((key) => key !== 'hiv-' || !(keys.includes('hiv+') || keys.includes('poz')));

/** 5 % are in Berlin, 5 % in Sydney, and the others around Phoenix, half of them within about six miles. */
function placeOf(number: number, next: () => number): Place {
  if (number % 20 === 8) return around(berlin, next() * 9, next());
  if (number % 20 === 16) return around(sydney, next() * 9, next());
  return around(phoenix, 0.3 + maxKm * next() ** 2.3, next());
}

function around({ lat, lon }: Place, km: number, fraction: number): Place {
  const angle = fraction * 2 * Math.PI;
  return {
    lat: lat + (Math.cos(angle) * km) / kmPerDegree,
    lon: lon + (Math.sin(angle) * km) / (kmPerDegree * Math.cos((lat * Math.PI) / 180)),
  };
}
