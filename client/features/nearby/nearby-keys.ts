// The prefixes of query keys for members nearby.
import { nearbyKey } from '#client/people/member-queries.ts';

/** The prefix of all lists by distance. */
export const nearestKey = [...nearbyKey, 'nearest'] as const;
export const sectorsKey = [...nearbyKey, 'sector'] as const;
export const deckKey = [...nearbyKey, 'deck'] as const;
export const roundKey = [...nearbyKey, 'round'] as const;
