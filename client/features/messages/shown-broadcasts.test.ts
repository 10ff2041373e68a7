// The chat of an area as shown: the server's sectors and the outbox.
import { expect, test } from 'vitest';
import { broadcast, me, own, ownBroadcast, underWay, waiting } from '#client/testing/messages.ts';
import { chatWritesOf } from './chat-writes.ts';
import { joinedSectors, sectorsToAsk, shownBroadcasts, waitingBroadcasts } from './shown-broadcasts.ts';

const nothing = chatWritesOf([]);
const toArea = (key: string, change = {}) => waiting(key, { queue: 'messages:broadcast', ...change });
const sector = (hasMore: boolean, ...sequences: number[]) => ({ items: sequences.map((one) => broadcast(one)), hasMore });
const places = (items: readonly { sequence: number }[]) => items.map(({ sequence }) => sequence);
const shownOf = (items = [broadcast(1)], writes = nothing, hidden: string[] = [], all = items) =>
  shownBroadcasts(own, items, all, writes, new Set(hidden));

test('sectors that are loaded completely are merged in one order', () => {
  const sectors = [sector(false, 9, 4), sector(false), sector(false, 8, 7, 1)];
  expect(places(joinedSectors(sectors))).toEqual([9, 8, 7, 4, 1]);
  expect(sectorsToAsk(sectors)).toEqual([]);
});

test('nothing is shown below the oldest loaded message of an incomplete sector, and that sector is loaded next', () => {
  const sectors = [sector(true, 9, 5), sector(true, 8, 3), sector(false, 7, 2)];
  expect(places(joinedSectors(sectors))).toEqual([9, 8, 7, 5]);
  expect(sectorsToAsk(sectors)).toEqual([0]);
  const further = [sector(true, 9, 5, 4, 1), sector(true, 8, 3), sector(false, 7, 2)];
  expect(places(joinedSectors(further))).toEqual([9, 8, 7, 5, 4, 3]);
  expect(sectorsToAsk(further)).toEqual([1]);
});

test('loading until nothing is left shows every message once, never above a later one', () => {
  const said = [sector(false, 20, 19, 11, 6, 2), sector(false, 18, 12, 10, 5), sector(false, 17, 3), sector(false)];
  const known = said.map(({ items }) => ({ items: items.slice(0, 2), hasMore: items.length > 2 }));
  let shown = places(joinedSectors(known));
  for (let asked = sectorsToAsk(known); asked.length > 0; asked = sectorsToAsk(known)) {
    for (const place of asked) {
      const all = said[place]?.items ?? [];
      const items = all.slice(0, (known[place]?.items.length ?? 0) + 1);
      known[place] = { items, hasMore: items.length < all.length };
    }
    const next = places(joinedSectors(known));
    expect(next.slice(0, shown.length)).toEqual(shown);
    shown = next;
  }
  expect(shown).toEqual([20, 19, 18, 17, 12, 11, 10, 6, 5, 3, 2]);
});

test('an own message is sent, another one received, each with its sender', () => {
  expect(shownOf([ownBroadcast(2), broadcast(1)])).toMatchObject([
    { state: 'sent', isOwn: true, sender: { profileId: own } },
    { state: 'received', isOwn: false, sender: { profileName: 'ben', profileAge: 36 } },
  ]);
});

test('the distance of a sender is known from an earlier message', () => {
  const [again, before] = [broadcast(2), broadcast(1, { distanceMetres: 900 })];
  expect(shownOf([again, before]).map(({ distanceMetres }) => distanceMetres)).toEqual([900, 900]);
  expect(shownOf([again], nothing, [], [again, before])[0]?.distanceMetres).toBe(900);
  expect(shownOf([again])[0]?.distanceMetres).toBeNull();
});

test('waiting messages are above all, the latest on top, until they are delivered', () => {
  const writes = chatWritesOf([toArea('a'), toArea('k2'), waiting('b')]);
  expect(waitingBroadcasts(me, [], writes).map(({ key }) => key)).toEqual(['k2', 'a']);
  expect(waitingBroadcasts(me, [ownBroadcast(2)], writes).map(({ key }) => key)).toEqual(['a']);
  expect(waitingBroadcasts(me, [], writes)[0]).toMatchObject({ state: 'waiting', sender: me, text: 'waiting k2' });
});

test('a message being removed is not shown; one whose removal was refused is back', () => {
  const all = [broadcast(3), broadcast(2), broadcast(1)];
  expect(shownOf(all, chatWritesOf([underWay('delete:m1')]), ['m2']).map(({ id }) => id)).toEqual(['m3']);
  expect(shownOf(all, chatWritesOf([{ ...underWay('delete:m1'), state: 'failed' }]))).toHaveLength(3);
});

test('a refused message says why in terms of the area', () => {
  const refused = (code: string, message: string) => toArea('a', { state: 'failed', reason: { status: 409, code, message } });
  const reasonOf = (entry: ReturnType<typeof toArea>) => waitingBroadcasts(me, [], chatWritesOf([entry]))[0]?.reason;
  expect(reasonOf(refused('no-position', 'Say where you are.'))).toBe('Say where you are.');
  expect(reasonOf(refused('not-found', 'Not found.'))).toBe('A picture in it is no longer there.');
});
