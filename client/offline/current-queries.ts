// Finds queries that were read before the socket was open but are still current, because the page missed no event about them.
import type { Query, QueryKey } from '@tanstack/react-query';
import type { LiveEvent } from '#shared/contract/live.ts';
import type { LiveEventOf } from '#client/net/live-listeners.ts';

type EventType = LiveEvent['type'];

/** The first parts of the keys of queries, and the types of the events that report each change of their data. */
const eventsOf = (own: string): readonly (readonly [QueryKey, readonly EventType[]])[] => [
  [['settings'], ['settings']],
  [['profile', own], ['profile']],
  [
    ['notifications', own],
    ['notifications', 'like', 'gone'],
  ],
  [['waiting'], ['notifications', 'gone']],
  [['cases', 'list'], ['notifications']],
  [
    ['mutes', own],
    ['mutes', 'gone'],
  ],
  [
    ['likes', 'profilelikedyou', own],
    ['like', 'gone'],
  ],
  [
    ['note', own],
    ['note', 'gone'],
  ],
  [
    ['notes', own],
    ['note', 'gone'],
  ],
  [
    ['nearby', 'nearest'],
    ['brief', 'left', 'gone'],
  ],
  [
    ['nearby', 'sector', own],
    ['brief', 'left', 'gone'],
  ],
];

/** Returns a function that is true for queries that need not be fetched again after a hello. */
export function isCurrentAfter({ missed }: LiveEventOf<'hello'>, own: string): (query: Query) => boolean {
  if (missed === undefined) return () => false;
  const unchanged = eventsOf(own).filter(([, types]) => !types.some((type) => missed.includes(type)));
  return ({ queryKey, state }) =>
    isOfThisPage(state) && unchanged.some(([first]) => first.every((part, place) => queryKey[place] === part));
}

/** True if this page has fetched the data or fetches it now. False if the data was cached on the device before. */
const isOfThisPage = ({ data, dataUpdatedAt, fetchStatus }: Query['state']): boolean =>
  data === undefined ? fetchStatus === 'fetching' : dataUpdatedAt >= performance.timeOrigin;
