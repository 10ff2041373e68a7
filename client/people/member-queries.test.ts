// Tests that a member who was blocked disappears from the lists in memory, even if they cannot be fetched again.
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { hideMember } from './member-queries.ts';

const about = (profileId: string) => ({ profile: { profileId } });
const lists = {
  nearest: ['nearby', 'nearest', false],
  sector: ['nearby', 'sector', 'ada', false, {}, '33:-113'],
  conversations: ['conversations', 'ada'],
  notifications: ['notifications', 'ada', 'with kinds'],
  likes: ['likes', 'profilelikedyou', 'ada'],
} as const;
const kept = { blocked: ['likes', 'blocked', 'ada'], notes: ['notes', 'ada'] } as const;

test('a blocked member is removed from all lists but notes and blocked members, and each list keeps its age', () => {
  const queries = new QueryClient();
  const members = ['ben', 'cem'];
  const set = (key: readonly unknown[], data: unknown) => queries.setQueryData(key, data, { updatedAt: 5 });
  set(lists.nearest, { pages: [{ briefs: members.map((profileId) => ({ profileId })), isLast: true }], pageParams: [0] });
  set(
    lists.sector,
    members.map((profileId) => ({ profileId })),
  );
  for (const key of [lists.conversations, lists.notifications, kept.notes]) set(key, members.map(about));
  for (const key of [lists.likes, kept.blocked]) set(key, { pages: [members.map(about)], pageParams: [undefined] });

  hideMember(queries, 'ben');
  const dataOf = (keys: Record<string, readonly unknown[]>) =>
    Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, queries.getQueryData(key)]));
  expect(dataOf(lists)).toEqual({
    nearest: { pages: [{ briefs: [{ profileId: 'cem' }], isLast: true }], pageParams: [0] },
    sector: [{ profileId: 'cem' }],
    conversations: [about('cem')],
    notifications: [about('cem')],
    likes: { pages: [[about('cem')]], pageParams: [undefined] },
  });
  expect(dataOf(kept)).toEqual({
    blocked: { pages: [members.map(about)], pageParams: [undefined] },
    notes: members.map(about),
  });
  expect(
    queries
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.dataUpdatedAt),
  ).toEqual(Array.from({ length: 7 }, () => 5));
});
