// Tests the merging of broadcasts of several sectors, with undelivered writes applied.
import { expect, test } from 'vitest';
import { broadcast, me, own, ownBroadcast, pendingWrite, waiting } from '#client/testing/messages.ts';
import { chatWritesOf } from './chat-writes.ts';
import { mergeSectors, sectorsToLoad, shownBroadcasts, waitingBroadcasts } from './shown-broadcasts.ts';

const noWrites = chatWritesOf([]);
const toArea = (key: string, change = {}) => waiting(key, { queue: 'messages:broadcast', ...change });
const sector = (hasMore: boolean, ...sequences: number[]) => ({ items: sequences.map((one) => broadcast(one)), hasMore });
const sequencesOf = (items: readonly { sequence: number }[]) => items.map(({ sequence }) => sequence);
const shownOf = (items = [broadcast(1)], writes = noWrites, hidden: string[] = [], all = items) =>
  shownBroadcasts(own, items, all, writes, new Set(hidden));

test('completely loaded sectors are merged in order', () => {
  const sectors = [sector(false, 9, 4), sector(false), sector(false, 8, 7, 1)];
  expect(sequencesOf(mergeSectors(sectors))).toEqual([9, 8, 7, 4, 1]);
  expect(sectorsToLoad(sectors)).toEqual([]);
});

test('messages older than the oldest one of an incomplete sector are left out, and that sector is loaded next', () => {
  const sectors = [sector(true, 9, 5), sector(true, 8, 3), sector(false, 7, 2)];
  expect(sequencesOf(mergeSectors(sectors))).toEqual([9, 8, 7, 5]);
  expect(sectorsToLoad(sectors)).toEqual([0]);
  const withOlderPage = [sector(true, 9, 5, 4, 1), sector(true, 8, 3), sector(false, 7, 2)];
  expect(sequencesOf(mergeSectors(withOlderPage))).toEqual([9, 8, 7, 5, 4, 3]);
  expect(sectorsToLoad(withOlderPage)).toEqual([1]);
});

test('loading everything shows each message once, and older pages are only appended', () => {
  const complete = [sector(false, 20, 19, 11, 6, 2), sector(false, 18, 12, 10, 5), sector(false, 17, 3), sector(false)];
  const loaded = complete.map(({ items }) => ({ items: items.slice(0, 2), hasMore: items.length > 2 }));
  let shown = sequencesOf(mergeSectors(loaded));
  for (let next = sectorsToLoad(loaded); next.length > 0; next = sectorsToLoad(loaded)) {
    for (const index of next) {
      const all = complete[index]?.items ?? [];
      const items = all.slice(0, (loaded[index]?.items.length ?? 0) + 1);
      loaded[index] = { items, hasMore: items.length < all.length };
    }
    const extended = sequencesOf(mergeSectors(loaded));
    expect(extended.slice(0, shown.length)).toEqual(shown);
    shown = extended;
  }
  expect(shown).toEqual([20, 19, 18, 17, 12, 11, 10, 6, 5, 3, 2]);
});

test('your own messages have the state sent, those of others received, and each has its sender', () => {
  expect(shownOf([ownBroadcast(2), broadcast(1)])).toMatchObject([
    { state: 'sent', isOwn: true, sender: { profileId: own } },
    { state: 'received', isOwn: false, sender: { profileName: 'ben', profileAge: 36 } },
  ]);
});

test('a message without a distance has that of another message by its sender', () => {
  const [later, earlier] = [broadcast(2), broadcast(1, { distanceMetres: 900 })];
  expect(shownOf([later, earlier]).map(({ distanceMetres }) => distanceMetres)).toEqual([900, 900]);
  expect(shownOf([later], noWrites, [], [later, earlier])[0]?.distanceMetres).toBe(900);
  expect(shownOf([later])[0]?.distanceMetres).toBeNull();
});

test('waiting messages are listed, latest first, until they are delivered', () => {
  const writes = chatWritesOf([toArea('a'), toArea('k2'), waiting('b')]);
  expect(waitingBroadcasts(me, [], writes).map(({ key }) => key)).toEqual(['k2', 'a']);
  expect(waitingBroadcasts(me, [ownBroadcast(2)], writes).map(({ key }) => key)).toEqual(['a']);
  expect(waitingBroadcasts(me, [], writes)[0]).toMatchObject({ state: 'waiting', sender: me, text: 'waiting k2' });
});

test('a message being removed is hidden; it reappears if the removal is refused', () => {
  const all = [broadcast(3), broadcast(2), broadcast(1)];
  expect(shownOf(all, chatWritesOf([pendingWrite('delete:m1')]), ['m2']).map(({ id }) => id)).toEqual(['m3']);
  expect(shownOf(all, chatWritesOf([{ ...pendingWrite('delete:m1'), state: 'failed' }]))).toHaveLength(3);
});

test('broadcasts of a member whom you block are hidden while the block waits to be sent', () => {
  const all = [broadcast(3), ownBroadcast(2), broadcast(1, { senderProfileId: 'cem' })];
  expect(shownOf(all, chatWritesOf([], [], new Set(['ben']))).map(({ id }) => id)).toEqual(['m2', 'm1']);
});

test('a refused message shows a reason that fits the area chat', () => {
  const refused = (code: string, message: string) => toArea('a', { state: 'failed', reason: { status: 409, code, message } });
  const reasonOf = (entry: ReturnType<typeof toArea>) => waitingBroadcasts(me, [], chatWritesOf([entry]))[0]?.reason;
  expect(reasonOf(refused('no-position', 'Say where you are.'))).toBe('Say where you are.');
  expect(reasonOf(refused('not-found', 'Not found.'))).toBe('A picture in it is no longer there.');
});
