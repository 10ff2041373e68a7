// Searches places by name. Our own server answers.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { places } from '#shared/contract/places.ts';
import type { Place } from '#shared/rules/distance.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { retryServerErrors } from '#client/net/errors.ts';

/** The answer stays fresh, since names do not change. */
const staleMs = hourMs;
/** A search stays in memory for this long after the member has left it. */
const memoryMs = 60_000;

/** Shorter texts match too many places. */
export const minSearchLength = 2;

/** `near` is null if no area is preferred. */
export const placesQuery = (text: string, near: Place | null) =>
  queryOptions({
    queryKey: ['places', text, near] as const,
    queryFn: callAsQuery(places.getPlaces, { query: { q: text, ...near } }),
    enabled: text.length >= minSearchLength,
    staleTime: staleMs,
    gcTime: memoryMs,
    retry: retryServerErrors,
    placeholderData: keepPreviousData,
  });
