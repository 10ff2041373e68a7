// Trilateration of a position from shown distances, and its errors.
import { distanceMetres, type Place } from '#shared/rules/distance.ts';

/** A centre at a distance of about `metres` from the sought position. */
export interface Circle {
  readonly centre: Place;
  readonly metres: number;
}

/** Errors of guesses in metres: the median, the lowest twentieth, and the share below 50 m. */
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

/** A uniformly distributed position in a square of `metres` around a place. */
export const somewhere = (random: () => number, around: Place, metres: number): Place =>
  moved(around, (random() - 0.5) * metres, (random() - 0.5) * metres);

export function errorsOf(found: readonly { truth: Place; guess: Place }[]): Errors {
  const metres = found.map(({ truth, guess }) => distanceMetres(truth, guess)).toSorted((a, b) => a - b);
  const at = (share: number) => metres[Math.floor(metres.length * share)] ?? NaN;
  return { median: at(0.5), p5: at(0.05), shareUnder50: metres.filter((error) => error < 50).length / metres.length };
}

/** A Gauss-Newton fit of the position, from the best of some first guesses. */
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
    // Limits the step size, so that the fit does not diverge.
    const cut = (metres: number): number => Math.max(-5_000, Math.min(5_000, metres));
    guess = moved(guess, cut((ee * nr - ne * er) / determinant), cut((nn * er - ne * nr) / determinant));
  }
  return guess;
}
