// The type of the handlers by which features show the reply to each of their writes.
import type { QueryClient, QueryKey } from '@tanstack/react-query';

export interface Delivered<R> {
  readonly queries: QueryClient;
  /** The member who wrote it. */
  readonly profile: string;
  /** The id that its queue is for; empty where there is only one of its name. */
  readonly id: string;
  readonly body: unknown;
  /** Null for a 204, and if the subject of the write no longer exists. */
  readonly reply: R | null;
}

export interface ReplyHandler<R> {
  /** Shows the reply on screens, before the write leaves the overlay. */
  readonly show?: (delivered: Delivered<R>) => unknown;
  /** Further queries that the write has changed. */
  readonly changes?: (delivered: Delivered<R>) => readonly QueryKey[];
}

/** A screen that can't be refreshed, or whose code can't be loaded, must not delay other writes. */
const refreshMs = 5_000;

export const briefly = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, refreshMs))]);

export const refresh = (queries: QueryClient, keys: readonly QueryKey[]): Promise<unknown> =>
  briefly(Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey }))));
