// Tests that a member who is blocked with a report disappears from this device, also without a live event.
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Profile } from '#shared/contract/profiles.ts';
import { likeKey } from '#client/features/likes/likes-lists.ts';
import { cacheProfile, cachedProfile } from '#client/offline/cached-values.ts';
import { conversationsKey } from '#client/offline/conversations/cached-messages.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { reportAndBlock } from './report-and-block.ts';

const item = { kind: 'message', itemId: 'm1', profileId: 'ben' } as const;
const about = (profileId: string) => ({ profile: { profileId } });
const sent: unknown[] = [];

beforeEach(async () => {
  sent.length = 0;
  await memberDatabase.claim('ada');
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)));
    return Response.json({ id: 'r1', kind: 'message', reason: 'hate', state: 'open', tsCreated: 1 });
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await memberDatabase.wipe();
});

async function reported(block: boolean) {
  const queries = new QueryClient();
  queries.setQueryData(conversationsKey('ada'), [about('ben'), about('cem')]);
  queries.setQueryData(likeKey('ada', 'ben'), { blocked: false });
  await cacheProfile('ada', { id: 'ben' } as Profile);
  await reportAndBlock(queries, 'ada', item, { reason: 'hate', words: '', block });
  return {
    conversations: queries.getQueryData(conversationsKey('ada')),
    isLikeOutdated: queries.getQueryState(likeKey('ada', 'ben'))?.isInvalidated,
  };
}

test('a member who is blocked with a report is gone from lists and storage, and their block is read again', async () => {
  expect(await reported(true)).toEqual({ conversations: [about('cem')], isLikeOutdated: true });
  await vi.waitFor(async () => expect(await cachedProfile('ada', 'ben')).toBeNull());
  expect(sent).toEqual([{ kind: 'message', itemId: 'm1', reason: 'hate', words: '', block: true }]);
});

test('a member who is only reported stays', async () => {
  expect(await reported(false)).toEqual({ conversations: [about('ben'), about('cem')], isLikeOutdated: false });
  expect(await cachedProfile('ada', 'ben')).not.toBeNull();
});
