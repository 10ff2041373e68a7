// The search for cities and areas by name. It uses packaged data, so that no third party learns what members search for.
import * as z from 'zod/mini';
import { limits } from '#shared/rules/limits.ts';
import { endpoint } from './endpoint.ts';
import { lat, lon, numberText } from './fields.ts';

const foundPlace = z.object({
  name: z.string(),
  /** ISO 3166-1 code of two letters. */
  country: z.string(),
  /** The abbreviation of the state or canton; null in countries that do not use one. */
  region: z.nullable(z.string()),
  /** Rounded to a hundredth of a degree, as saved places are. */
  lat,
  lon,
});
export type FoundPlace = z.infer<typeof foundPlace>;

export const places = {
  getPlaces: endpoint({
    method: 'GET',
    path: '/api/places',
    who: 'USER',
    rate: 'places',
    summary:
      'At most ten places with a name that starts with q, or has a word that does; near ones first if lat and lon are given.',
    query: z.object({
      q: z.string().check(z.minLength(1), z.maxLength(limits.maxPlaceSearchLength)),
      lat: z.optional(numberText(-90, 90)),
      lon: z.optional(numberText(-180, 180)),
    }),
    reply: z.array(foundPlace),
  }),
};
