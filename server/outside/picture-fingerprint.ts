// A perceptual hash of pictures. It hardly changes if a picture is scaled, encoded again or slightly cropped.

/** The side in pixels of the grey picture from which the hash is computed. */
export const fingerprintSide = 64;
/** How many DCT frequencies are used in each direction. The first coefficient, which is the brightness, is left out. */
const frequencies = 16;
const bits = frequencies * frequencies - 1;

/** Parts of a picture, as the fractions cut off at left, top, right and bottom. A cropped copy matches the most similar part. */
export const fingerprintParts: readonly (readonly [left: number, top: number, right: number, bottom: number])[] = [
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
 * Pictures match if at most this many of the 255 bits differ. It was measured on drawings, and not on photographs, and is checked by
 * picture-fingerprint.slow.test.ts with twelve drawings of each kind. Variants of one picture differ in up to 22 bits. Of 60 portraits
 * with the same composition, the two most similar differ in 38, and scenes differ in more than 100. A mirrored picture does not match.
 */
export const maxFingerprintDistance = 30;

const cosines = Array.from({ length: frequencies }, (_, frequency) =>
  Float64Array.from({ length: fingerprintSide }, (_at, at) =>
    Math.cos((Math.PI * frequency * (2 * at + 1)) / (2 * fingerprintSide)),
  ),
);

/** Hashes the grey bytes of the small picture: a bit for each coefficient, which is 1 above the median, as 64 hexadecimal digits. */
export function fingerprintOf(grey: Uint8Array): string {
  const rows = Array.from({ length: fingerprintSide }, (_, y) => cosines.map((wave) => product(grey, y * fingerprintSide, wave)));
  const coefficients = cosines.flatMap((down, i) =>
    cosines.map((_across, j) => rows.reduce((sum, row, y) => sum + (row[j] ?? 0) * (down[y] ?? 0), 0)).slice(i === 0 ? 1 : 0),
  );
  const median = coefficients.toSorted((a, b) => a - b)[bits >> 1] ?? 0;
  const text = coefficients.map((coefficient) => (coefficient > median ? '1' : '0')).join('');
  return (text.padEnd(bits + 1, '0').match(/.{4}/g) ?? []).map((four) => Number.parseInt(four, 2).toString(16)).join('');
}

function product(grey: Uint8Array, from: number, wave: Float64Array): number {
  let sum = 0;
  for (let x = 0; x < fingerprintSide; x += 1) sum += (grey[from + x] ?? 0) * (wave[x] ?? 0);
  return sum;
}

/** A fingerprint as numbers, which can be compared fast. */
export const packedFingerprint = (fingerprint: string): Uint32Array =>
  Uint32Array.from((fingerprint.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 16)));

/** The number of differing bits. */
export function fingerprintDistance(a: Uint32Array, b: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < a.length; at += 1) {
    let differing = ((a[at] ?? 0) ^ (b[at] ?? 0)) >>> 0;
    for (; differing !== 0; count += 1) differing = (differing & (differing - 1)) >>> 0;
  }
  return count;
}
