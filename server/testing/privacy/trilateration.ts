// Finding a place from how far away it is said to be, as an attacker would, and how far off such guesses are.
import { distanceMetres, type Place } from '#shared/rules/distance.ts';

/** A place that is about `metres` away from the one that is sought. */
export interface Circle {
  readonly centre: Place;
  readonly metres: number;
}

/** How far guesses are off: half of them and one in twenty by no more than this, in metres; and the share off by less than 50 m. */
export interface Errors {
  readonly median: number;
  readonly p5: number;
  readonly shareUnder50: number;
}

const metresPerLat = 111_195;
const metresPerLon = (lat: number): number => metresPerLat * Math.cos((lat * Math.PI) / 180);

export const moved = (from: Place, north: number, east: number): Place => ({
  lat: from.lat + north / metresPerLat,
  lon: from.lon + east / metresPerLon(from.lat),
});

/** Evenly out of a square of `metres` around a place. */
export const somewhere = (random: () => number, around: Place, metres: number): Place =>
  moved(around, (random() - 0.5) * metres, (random() - 0.5) * metres);

export function errorsOf(found: readonly { truth: Place; guess: Place }[]): Errors {
  const metres = found.map(({ truth, guess }) => distanceMetres(truth, guess)).toSorted((a, b) => a - b);
  const at = (share: number) => metres[Math.floor(metres.length * share)] ?? NaN;
  return { median: at(0.5), p5: at(0.05), shareUnder50: metres.filter((error) => error < 50).length / metres.length };
}

/** Gauss and Newton's fit of the place that explains the circles best, from the best of some first guesses. */
export function placeOn(circles: readonly Circle[], firstGuesses: readonly Place[]): Place {
  const fits = firstGuesses.map((first) => fitFrom(circles, first));
  return fits.toSorted((a, b) => misfit(circles, a) - misfit(circles, b))[0] ?? { lat: NaN, lon: NaN };
}

const misfit = (circles: readonly Circle[], place: Place): number =>
  circles.reduce((sum, { centre, metres }) => sum + (metres - distanceMetres(centre, place)) ** 2, 0);

function fitFrom(circles: readonly Circle[], first: Place): Place {
  let guess = first;
  for (let step = 0; step < 30; step += 1) {
    let [nn, ne, ee, nr, er] = [1e-9, 0, 1e-9, 0, 0];
    for (const { centre, metres } of circles) {
      const north = (guess.lat - centre.lat) * metresPerLat;
      const east = (guess.lon - centre.lon) * metresPerLon(guess.lat);
      const length = Math.max(1, Math.hypot(north, east));
      const rest = metres - distanceMetres(centre, guess);
      const [gradientNorth, gradientEast] = [north / length, east / length];
      nn += gradientNorth * gradientNorth;
      ne += gradientNorth * gradientEast;
      ee += gradientEast * gradientEast;
      nr += gradientNorth * rest;
      er += gradientEast * rest;
    }
    const determinant = nn * ee - ne * ne;
    // Far steps of a poor first guess are cut, so that the fit does not fly off.
    const cut = (metres: number): number => Math.max(-5_000, Math.min(5_000, metres));
    guess = moved(guess, cut((ee * nr - ne * er) / determinant), cut((nn * er - ne * nr) / determinant));
  }
  return guess;
}
