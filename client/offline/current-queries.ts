// Which queries are current although the page read them before its socket was open, because nothing about them was missed.
import type { Query, QueryKey } from '@tanstack/react-query';
import type { LiveEvent } from '#shared/contract/live.ts';
import type { LiveEventOf } from '#client/net/live-listeners.ts';

type EventType = LiveEvent['type'];

/** A member's queries whose changes are all events: by the first parts of their keys, the types of these events. */
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

/** Returns whether a query need not be fetched again after a hello. */
export function isCurrentAfter({ missed }: LiveEventOf<'hello'>, own: string): (query: Query) => boolean {
  if (missed === undefined) return () => false;
  const unchanged = eventsOf(own).filter(([, types]) => !types.some((type) => missed.includes(type)));
  return ({ queryKey, state }) =>
    isOfThisPage(state) && unchanged.some(([first]) => first.every((part, place) => queryKey[place] === part));
}

/** Data that the device has kept is older than the page's first answer. */
const isOfThisPage = ({ data, dataUpdatedAt, fetchStatus }: Query['state']): boolean =>
  data === undefined ? fetchStatus === 'fetching' : dataUpdatedAt >= performance.timeOrigin;
