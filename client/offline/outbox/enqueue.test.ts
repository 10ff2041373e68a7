// Writes of a page on a device that can store them, and on one that can't.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { sessionRecord } from '#client/device/session-record.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { enqueue, enqueueOrCall } from './enqueue.ts';
import { outbox } from './outbox.ts';

let asked: RequestInit[];
beforeEach(() => {
  asked = [];
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('fetch', async (_path: string, request: RequestInit) => {
    asked.push(request);
    return Response.json({ likeType: 'LIKE' });
  });
});
afterEach(async () => {
  sessionRecord.set(null);
  vi.unstubAllGlobals();
  await memberDatabase.wipe();
});

const args = { body: { likerProfileId: 'ada', likedProfileId: 'ben', likeType: 'LIKE' } } as const;
const options = { profile: 'ada', label: 'Like' };
const logIn = (profileId: string) => sessionRecord.set({ profileId, roles: ['USER'] });

test('the first write of the member who is logged in makes the device theirs', async () => {
  logIn('ada');
  expect(await enqueueOrCall(likes.putProfileLike, args, options)).toBeNull();
  expect(await outbox.entries('ada')).toMatchObject([{ body: args.body }]);
  expect([await memberDatabase.owner(), asked]).toEqual(['ada', []]);
});

test.each(['', 'ben'])('a member who is not logged in here makes no device theirs (logged in: %s)', async (other) => {
  if (other !== '') logIn(other);
  await expect(enqueue(likes.putProfileLike, args, options)).rejects.toThrow('does not hold the data');
  expect(await memberDatabase.owner()).toBeNull();
});

test('a write never takes the device from another member', async () => {
  logIn('ada');
  await memberDatabase.claim('ben');
  await expect(enqueue(likes.putProfileLike, args, options)).rejects.toThrow('does not hold the data');
  expect(await memberDatabase.owner()).toBe('ben');
});

test('a write that the device can’t store goes straight to the server, on the state it was made on', async () => {
  expect(await enqueueOrCall(likes.putProfileLike, args, { ...options, version: '"3"' }, { idempotencyKey: 'key-1' })).toEqual({
    likeType: 'LIKE',
  });
  await enqueueOrCall(likes.putProfileLike, args, options);
  const headers = asked.map((request) => new Headers(request.headers));
  expect(headers.map((all) => [all.get('if-match'), all.get('idempotency-key')])).toEqual([
    ['"3"', 'key-1'],
    [null, null],
  ]);
});
