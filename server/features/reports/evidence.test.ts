// Copies of reported items: what they contain, and which parts jurors and administrators see.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#shared/contract/messages.ts';
import {
  broadcast,
  reportPosition,
  sendChatPicture,
  showPictures,
  uploadPicture,
  write,
} from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { copyPictures, evidenceIn, evidenceShown, precedingTexts, type Item } from './evidence.ts';
import type { StoredReport } from './cases.store.ts';
import type { StoredEvidence } from './evidence.store.ts';

let app: TestApp;
let anton: Member;
let boris: Member;
beforeAll(async () => {
  app = await openTestApp();
  anton = await app.member({ name: 'Anton', description: 'Come and get it' });
  boris = await app.member({ name: 'Boris', description: '' });
});
afterAll(() => app.close());

const loud = (text: string) => text.toUpperCase();
const copyOf = (item: Item) => evidenceIn(app.world.db.read, item, 'the id', 'the words', loud);
const base = { id: 'the id', words: 'the words', pictures: [] };
const severalPictures = (count: number) => Promise.all(Array.from({ length: count }, () => uploadPicture(anton)));

test('a profile is copied with its text and six of its pictures, without the id of the profile', async () => {
  const ids = await severalPictures(7);
  await showPictures(anton, { profilePicIds: ids });
  await app.world.db.write((tx) =>
    tx.updateTable('profiles').set({ description: 'Come and get it' }).where('id', '=', anton.profileId).execute(),
  );
  expect(await copyOf({ kind: 'profile', id: anton.profileId })).toEqual({
    ...base,
    kind: 'profile',
    itemId: '',
    said: [{ isReported: true, text: 'COME AND GET IT' }],
    pendingPictures: ids.slice(0, 6),
  });
  expect(await copyOf({ kind: 'profile', id: boris.profileId })).toMatchObject({ said: [], pendingPictures: [] });
});

test('a picture, a message and a broadcast are copied with their ids', async () => {
  const ids = await severalPictures(7);
  expect(await copyOf({ kind: 'picture', id: 'p1' })).toEqual({
    ...base,
    kind: 'picture',
    itemId: 'p1',
    said: [],
    pendingPictures: ['p1'],
  });
  const said = await write(anton, boris, 'hello', ids);
  expect(await copyOf({ kind: 'message', id: said.id })).toEqual({
    ...base,
    kind: 'message',
    itemId: said.id,
    said: [{ isReported: true, text: 'HELLO' }],
    pendingPictures: ids.slice(0, 6),
  });
  const wordless = await write(anton, boris, '', ids.slice(0, 1));
  expect(await copyOf({ kind: 'message', id: wordless.id })).toMatchObject({ said: [], pendingPictures: ids.slice(0, 1) });
  await reportPosition(anton, app.clock.now());
  const called = await broadcast(anton, 'hello, area');
  expect(await copyOf({ kind: 'broadcast', id: called.id })).toMatchObject({
    kind: 'broadcast',
    itemId: called.id,
    said: [{ isReported: true, text: 'HELLO, AREA' }],
  });
});

test('a picture that was viewed once is copied, for as long as it can be reported', async () => {
  const { id } = await sendChatPicture(anton, boris, undefined, { viewOnce: true });
  await boris.call(messages.postMessageView, { params: { id } });
  const copied = await copyOf({ kind: 'message', id });
  expect(copied).toMatchObject({ said: [], pendingPictures: [expect.any(String)] });
  expect(await copyPictures(app.world, copied?.pendingPictures ?? [])).toHaveLength(1);
});

test('an item that does not exist has no copy', async () => {
  for (const kind of ['profile', 'message', 'broadcast'] as const) expect(await copyOf({ kind, id: 'unknown' })).toBeNull();
});

test('the four messages before a reported one that the reporter still has are shown, oldest first', async () => {
  const [carl, dora] = [await app.member({ name: 'Carl' }), await app.member({ name: 'Dora' })];
  await write(carl, dora, 'too early');
  const remove = (member: Member, { id }: { readonly id: string }, forBoth: boolean) =>
    member.call(messages.deleteMessage, { params: { id }, query: { forBoth } });
  await remove(carl, await write(dora, carl, 'one'), false);
  await remove(carl, await write(carl, dora, 'two'), false);
  await remove(carl, await write(carl, dora, 'unsent'), true);
  await remove(dora, await write(carl, dora, 'deleted by the reporter'), false);
  await remove(dora, await write(dora, carl, 'deleted by the reporter, who wrote it'), false);
  for (const text of ['three', 'four']) await write(carl, dora, text);
  await write(carl, await app.member(), 'elsewhere');
  const { id } = await write(carl, dora, 'reported');
  await write(carl, dora, 'later');
  const before = (item: Item) => precedingTexts(app.world.db.read, item, loud);
  expect(await before({ kind: 'message', id })).toEqual([
    { isReported: false, text: 'ONE' },
    { isReported: true, text: 'TWO' },
    { isReported: true, text: 'THREE' },
    { isReported: true, text: 'FOUR' },
  ]);
  expect([await before({ kind: 'broadcast', id }), await before({ kind: 'message', id: 'unknown' })]).toEqual([[], []]);
});

test('deleted pictures are not copied', async () => {
  const [kept = '', gone = '', fileless = ''] = await severalPictures(3);
  const bytes = await app.world.pictureFiles.get(kept, 1_024);
  await anton.send('DELETE', `/api/profile-pic/${gone}`);
  const world = {
    ...app.world,
    pictureFiles: {
      ...app.world.pictureFiles,
      get: async (...[id, variant]: Parameters<typeof app.world.pictureFiles.get>) =>
        id === fileless ? null : app.world.pictureFiles.get(id, variant),
    },
  };
  expect(await copyPictures(world, [gone, kept, fileless])).toEqual([bytes?.toString('base64')]);
});

test('jurors see the words of all reports of an item, the messages before it once, and whether pictures are missing', () => {
  const stored: StoredEvidence = {
    id: 'e1',
    kind: 'message',
    itemId: 'm1',
    said: [{ isReported: true, text: 'ugly' }],
    pendingPictures: [],
    pictures: ['bytes'],
    words: '',
  };
  const report: StoredReport = {
    id: 'r1',
    case_id: 'c1',
    reporter_id: 'boris',
    item_kind: 'message',
    item_id: 'm1',
    reason: 'hate',
    words: 'named',
    masked_words: 'first',
    said_before: '[]',
    created_ms: 0,
  };
  const before = JSON.stringify([{ isReported: false, text: 'stop' }]);
  const reports = [
    report,
    { ...report, masked_words: null, words: 'second', said_before: before },
    { ...report, masked_words: '', said_before: before },
    { ...report, item_id: 'm2', masked_words: 'of another message' },
    { ...report, item_kind: 'picture' as const, masked_words: 'of a picture' },
  ];
  const rest = { kind: 'message', pictures: ['bytes'], isIncomplete: false };
  expect(evidenceShown([stored], reports, loud)).toEqual([
    {
      ...rest,
      said: [
        { isReported: false, text: 'STOP' },
        { isReported: true, text: 'UGLY' },
      ],
      words: ['FIRST', 'SECOND'],
    },
  ]);
  expect(evidenceShown([{ ...stored, words: 'seen often', pendingPictures: ['p1'] }], [], loud)).toEqual([
    { ...rest, said: [{ isReported: true, text: 'UGLY' }], words: ['SEEN OFTEN'], isIncomplete: true },
  ]);
});
