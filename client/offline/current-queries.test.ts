// Tests which queries are fetched again after a hello, for each type of event that the page has missed.
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { isCurrentAfter } from './current-queries.ts';

const ada = 'ada';
const keys = {
  settings: ['settings'],
  'own profile': ['profile', ada],
  notifications: ['notifications', ada],
  mutes: ['mutes', ada],
  likers: ['likes', 'profilelikedyou', ada],
  'a note': ['note', ada, 'ben'],
  notes: ['notes', ada],
  nearest: ['nearby', 'nearest', 'page'],
  'a sector': ['nearby', 'sector', ada, '52:13'],
  // Not every change of these is an event.
  'another profile': ['profile', 'ben'],
  'own likes': ['likes', 'youlikedprofile', ada],
  'notes of another member': ['notes', 'ben'],
  conversations: ['conversations', ada],
} satisfies Record<string, QueryKey>;
const withEvents = Object.keys(keys).slice(0, 9);

/** The queries that are fetched again, in a page that has read all of them. */
function fetchedAgain(missed: readonly string[] | undefined, updatedAt = Date.now()): string[] {
  const client = new QueryClient();
  const isCurrent = isCurrentAfter({ type: 'hello', mustResync: false, ...(missed && { missed }) }, ada);
  return Object.entries<QueryKey>(keys)
    .filter(([, queryKey]) => {
      client.setQueryData(queryKey, [], { updatedAt });
      const query = client.getQueryCache().find({ queryKey });
      return query !== undefined && !isCurrent(query);
    })
    .map(([name]) => name);
}
const withoutEvents = Object.keys(keys).slice(9);

test.each([
  [[], []],
  [['settings'], ['settings']],
  [['profile'], ['own profile']],
  [['notifications'], ['notifications']],
  [['mutes'], ['mutes']],
  [['like'], ['notifications', 'likers']],
  [['note'], ['a note', 'notes']],
  [['brief'], ['nearest', 'a sector']],
  [['left'], ['nearest', 'a sector']],
  [['gone'], ['notifications', 'mutes', 'likers', 'a note', 'notes', 'nearest', 'a sector']],
  [
    ['message', 'settings', 'brief'],
    ['settings', 'nearest', 'a sector'],
  ],
])('after missing %j, of the queries with events only %j are fetched again', (missed, names) => {
  expect(fetchedAgain(missed)).toEqual([...names, ...withoutEvents]);
});

test('all queries are fetched again if it is not known what was missed', () => {
  expect(fetchedAgain(undefined)).toEqual([...withEvents, ...withoutEvents]);
});

test('data from before the page was opened is fetched again, and newer data is not', () => {
  expect(fetchedAgain([], performance.timeOrigin - 1)).toEqual([...withEvents, ...withoutEvents]);
  expect(fetchedAgain([], performance.timeOrigin)).toEqual(withoutEvents);
});

test('a query without data is left alone only while it is being fetched', async () => {
  const client = new QueryClient();
  const isCurrent = isCurrentAfter({ type: 'hello', mustResync: false, missed: [] }, ada) as (of: unknown) => boolean;
  const query = client.getQueryCache().build<string, Error>(client, { queryKey: ['settings'] });
  expect(isCurrent(query)).toBe(false);
  const fetching = client.fetchQuery({ queryKey: ['settings'], queryFn: () => Promise.withResolvers<string>().promise });
  expect(isCurrent(query)).toBe(true);
  await Promise.all([client.cancelQueries(), fetching.catch(() => undefined)]);
});
