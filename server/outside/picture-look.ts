// What a picture looks like, as a number that stays nearly the same when it is scaled, encoded anew or cut a little.

/** The side of the grey picture that it is read from. */
export const lookSide = 64;
/** So many waves of the grey picture in each direction are compared; the first of all is the overall brightness and left out. */
const waves = 16;
const bits = waves * waves - 1;

/** Parts of a picture, as shares cut off at left, top, right and bottom: cut ones are found by the part that is nearest to them. */
export const lookParts: readonly (readonly [left: number, top: number, right: number, bottom: number])[] = [
  [0, 0, 0, 0],
  [0.02, 0.02, 0.02, 0.02],
  [0.05, 0.05, 0.05, 0.05],
  [0.1, 0.1, 0.1, 0.1],
  ...[0.035, 0.07, 0.1].flatMap((share): [number, number, number, number][] => [
    [share, 0, 0, 0],
    [0, share, 0, 0],
    [0, 0, share, 0],
    [0, 0, 0, share],
  ]),
];

/**
 * At most so many of the 255 bits differ between a picture and its like. Measured on drawings, not on photographs: variants of one
 * picture differ in up to 22; of 60 portraits, which are all of one composition, the two most alike in 38, scenes in more than 100.
 * picture-look.slow.test.ts prints it anew. A mirrored picture is another one.
 */
export const lookBound = 30;

const cosines = Array.from({ length: waves }, (_, wave) =>
  Float64Array.from({ length: lookSide }, (_at, at) => Math.cos((Math.PI * wave * (2 * at + 1)) / (2 * lookSide))),
);

/** Of `lookSide` times `lookSide` grey bytes: which waves are stronger than the middle one, as 64 hexadecimal digits. */
export function lookOf(grey: Uint8Array): string {
  const rows = Array.from({ length: lookSide }, (_, y) => cosines.map((wave) => product(grey, y * lookSide, wave)));
  const strengths = cosines.flatMap((down, i) =>
    cosines.map((_across, j) => rows.reduce((sum, row, y) => sum + (row[j] ?? 0) * (down[y] ?? 0), 0)).slice(i === 0 ? 1 : 0),
  );
  const middle = strengths.toSorted((a, b) => a - b)[bits >> 1] ?? 0;
  const text = strengths.map((strength) => (strength > middle ? '1' : '0')).join('');
  return (text.padEnd(bits + 1, '0').match(/.{4}/g) ?? []).map((four) => Number.parseInt(four, 2).toString(16)).join('');
}

function product(grey: Uint8Array, from: number, wave: Float64Array): number {
  let sum = 0;
  for (let x = 0; x < lookSide; x += 1) sum += (grey[from + x] ?? 0) * (wave[x] ?? 0);
  return sum;
}

/** A look as numbers, for comparing many. */
export const packedLook = (look: string): Uint32Array =>
  Uint32Array.from((look.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 16)));

/** In how many bits two of them differ. */
export function lookDistance(a: Uint32Array, b: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < a.length; at += 1) {
    let differing = ((a[at] ?? 0) ^ (b[at] ?? 0)) >>> 0;
    for (; differing !== 0; count += 1) differing = (differing & (differing - 1)) >>> 0;
  }
  return count;
}
