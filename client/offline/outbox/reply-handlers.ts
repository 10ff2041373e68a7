// The type of the handlers with which features show the replies to their writes.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { refetched } from '#client/offline/invalidate.ts';

export interface Delivered<R> {
  readonly queries: QueryClient;
  /** The member who made the write. */
  readonly profile: string;
  /** The id of the write's queue. Empty if there is only one queue of its name. */
  readonly id: string;
  readonly body: unknown;
  /** Null for a 204, and if what the write was about no longer exists. */
  readonly reply: R | null;
}

export interface ReplyHandler<R> {
  /** Shows the reply on screens. Until then, they show the write over the older data. */
  readonly show?: (delivered: Delivered<R>) => unknown;
  /** Other queries that the write has changed. */
  readonly changes?: (delivered: Delivered<R>) => readonly QueryKey[];
}

/** The longest wait for a screen that cannot be refreshed or loaded. Such a screen must not delay other writes. */
const refreshMs = 5_000;

export const withTimeLimit = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, refreshMs))]);

export const refresh = (queries: QueryClient, keys: readonly QueryKey[]): Promise<unknown> =>
  withTimeLimit(Promise.all(keys.map((queryKey) => refetched(queries, queryKey))));
