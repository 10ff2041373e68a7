// Live events while a file that a feature needs for them cannot be loaded.
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onLive } from '#client/net/live-listeners.ts';
import { conversationKey, conversationsQuery } from '#client/offline/conversations/conversation-queries.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { handleLiveEvent } from './live-events.ts';

const [ada, ben] = ['ada', 'ben'];
const missing = vi.hoisted(() => () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
vi.mock('#client/offline/conversations/broadcast-queries.ts', missing);
vi.mock('#client/features/nearby/gone-member.ts', missing);

beforeEach(() => memberDatabase.claim(ada));
afterEach(() => memberDatabase.wipe());

test('a member who is gone is gone everywhere else, and open screens are told', async () => {
  const queries = new QueryClient();
  const keys = [conversationKey(ada, ben), conversationsQuery(ada).queryKey, ['nearby', 'nearest', false], ['mutes', ada]];
  for (const key of keys) queries.setQueryData(key, []);
  const told = vi.fn();
  const stop = onLive('gone', told);
  await expect(handleLiveEvent({ type: 'gone', profileId: ben }, { queries, own: ada })).rejects.toThrow();
  expect(told).toHaveBeenCalledOnce();
  expect(keys.filter((key) => queries.getQueryState(key)?.isInvalidated !== true)).toEqual([]);
  stop();
});
