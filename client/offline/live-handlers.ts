// The handlers with which features apply live events to the query cache and the device's stores: their type, and one that invalidates.
import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '#shared/contract/live.ts';
import type { LiveEventOf } from '#client/net/live-listeners.ts';
import { invalidate } from './invalidate.ts';
import { isCurrentAfter } from './current-queries.ts';

export interface LiveContext {
  readonly queries: QueryClient;
  /** The logged-in member. */
  readonly own: string;
}

type LiveHandler<E> = (event: E, context: LiveContext) => unknown;

/** A feature's handlers, by the types of the events that change something in it. */
export type LiveHandlers = { readonly [T in LiveEvent['type']]?: LiveHandler<LiveEventOf<T>> };

/**
 * Invalidates all queries whose keys start with these nouns; after a hello, only those about which this page may have missed a change.
 * The app itself invalidates all queries when a hello demands it.
 */
export const invalidates =
  (...nouns: string[]): LiveHandler<LiveEvent> =>
  (event, { queries, own }) => {
    if (event.type === 'hello' && event.mustResync) return;
    const isCurrent = event.type === 'hello' ? isCurrentAfter(event, own) : undefined;
    for (const noun of nouns) invalidate(queries, [noun], isCurrent);
  };
