// Seeded random numbers and ids, for reproducible tests and benches.
import { createHash } from 'node:crypto';
import type { Ids } from '#server/world.ts';

/** Numbers from 0 (inclusive) to 1 (exclusive), a mulberry32 generator. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Normally distributed numbers, mean 0 and deviation 1 (Box-Muller). */
export function normalFrom(random: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** For `parts` of a test world: the same ids, secrets and delays in the same order. */
export function seededIds(seed: number): Ids {
  let drawn = 0;
  const next = () => createHash('sha256').update(`${seed} ${++drawn}`).digest();
  return {
    uuid: () =>
      next()
        .toString('hex')
        .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-4$3-8$4-$5'),
    secret: (bytes) => next().subarray(0, bytes).toString('base64url'),
    fraction: () => next().readUInt32BE() / 2 ** 32,
  };
}
