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
  /** 95 % intervals: of the quantiles by the ranks of a binomial distribution, of the share as Wilson's. */
  readonly intervals: Readonly<Record<'median' | 'p5' | 'shareUnder50', readonly [number, number]>>;
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
  const count = metres.length;
  const at = (rank: number): number => metres[Math.min(count - 1, Math.max(0, Math.floor(rank)))] ?? NaN;
  const aroundQuantile = (share: number): [number, number] => {
    const spread = z95 * Math.sqrt(count * share * (1 - share));
    return [at(count * share - spread), at(count * share + spread)];
  };
  const shareUnder50 = metres.filter((error) => error < 50).length / count;
  const intervals = { median: aroundQuantile(0.5), p5: aroundQuantile(0.05), shareUnder50: wilson(shareUnder50, count) };
  return { median: at(count * 0.5), p5: at(count * 0.05), shareUnder50, intervals };
}

const z95 = 1.96;

function wilson(share: number, count: number): [number, number] {
  const middle = share + z95 ** 2 / (2 * count);
  const spread = z95 * Math.sqrt((share * (1 - share)) / count + z95 ** 2 / (4 * count ** 2));
  const scale = 1 + z95 ** 2 / count;
  return [Math.max(0, (middle - spread) / scale), (middle + spread) / scale];
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
