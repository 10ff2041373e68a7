// Checks that the caller has signed in recently, as sensitive calls require.
import type { World } from '#server/world.ts';
import type { Caller } from './caller.ts';
import { problem } from './problems.ts';

export const isRecentSignIn = ({ clock, limits }: World, { signedInMs }: Caller): boolean =>
  clock.now() - signedInMs <= limits.freshSignInMs;

/** Called by calls that require a recent login only in some cases. Problem: reauth. */
export function requireRecentSignIn(world: World, caller: Caller): void {
  if (!isRecentSignIn(world, caller)) throw problem('reauth');
}
