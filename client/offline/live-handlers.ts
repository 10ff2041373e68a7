// The type of the handlers by which features apply live events to the query cache and the device's stores.
import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '#shared/contract/live.ts';
import type { LiveEventOf } from '#client/net/live-listeners.ts';
import { askAgain } from './ask-again.ts';

export interface LiveContext {
  readonly queries: QueryClient;
  /** The member who is logged in. */
  readonly own: string;
}

type LiveHandler<E> = (event: E, context: LiveContext) => unknown;

/** The events that change something in one feature. */
export type LiveHandlers = { readonly [T in LiveEvent['type']]?: LiveHandler<LiveEventOf<T>> };

/** Invalidates all queries of these nouns. After a hello that demands a resync the app invalidates every query. */
export const outdates =
  (...nouns: string[]): LiveHandler<LiveEvent> =>
  (event, { queries }) => {
    if (event.type === 'hello' && event.mustResync) return;
    for (const noun of nouns) askAgain(queries, [noun]);
  };
