// Rating a picture, also on a device that can store nothing.
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionRecord } from '#client/device/session-record.ts';
import { likedPicsKey } from '#client/offline/cached-pic-likes.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { outbox } from '#client/offline/outbox/outbox.ts';
import { ratePic } from './pic-likes.queries.ts';

const rating = { likerProfileId: 'ada', profilePicId: 'picture', profilePicProfileId: 'ben', likeType: 'LIKE' } as const;
const sent: unknown[] = [];
beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)));
    return Response.json(rating);
  });
  sessionRecord.set({ profileId: 'ada', roles: ['USER'] });
});
afterEach(async () => {
  sessionRecord.set(null);
  vi.unstubAllGlobals();
  await memberDatabase.wipe();
});

test('a rating waits in the outbox, and is sent directly if the device cannot store it', async () => {
  const queries = new QueryClient();
  const key = likedPicsKey('ada', 'ben');
  const isOutdated = () => queries.getQueryState(key)?.isInvalidated;
  queries.setQueryData(key, []);
  await memberDatabase.claim('ada');
  await ratePic(queries, rating);
  expect([sent, await outbox.count('ada'), isOutdated()]).toEqual([[], 1, false]);
  await memberDatabase.wipe();
  await memberDatabase.claim('ben');
  await ratePic(queries, rating);
  expect([sent, isOutdated()]).toEqual([[rating], true]);
});
