// A withheld message is hidden from its recipient until the decision is lifted, unless its sender has taken it back.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#shared/contract/messages.ts';
import { broadcast, notificationTexts, reportPosition, sendChatPicture, write } from '#server/testing/members/actions.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openMessagesService } from '#server/testing/app/messages-service.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import type { MessageWithholding } from './message-withholding.ts';
import type { PictureRecall } from './picture-recall.ts';

let app: TestApp;
let withholding: MessageWithholding;
let isSent: PictureRecall['isSent'];
beforeAll(async () => {
  app = await openTestApp();
  ({ withholding, isSent } = await openMessagesService(app.world, { isLookingAt: () => false } as never));
});
afterAll(() => app.close());

const two = async () => [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })] as const;
const textsFor = async (viewer: Member, other: Member) =>
  (await viewer.call(messages.getBetween, { params: { a: viewer.profileId, b: other.profileId }, query: {} })).map(
    ({ bodyText }) => bodyText,
  );
/** Returns the states that were passed to `keep`. */
async function withhold(id: string): Promise<string[]> {
  const kept: string[] = [];
  await withholding.withhold(id, async (_tx, state) => void kept.push(state));
  return kept;
}
const remove = (by: Member, id: string, forBoth: boolean) =>
  by.call(messages.deleteMessage, { params: { id }, query: { forBoth } });

test('a withheld message disappears for its recipient, with its notification, until the decision is lifted', async () => {
  const [anton, boris] = await two();
  const { id } = await write(anton, boris, 'You again');
  const socket = await openSocket(boris);
  const kept = await withhold(id);
  expect(kept).toEqual([expect.stringMatching(/./)]);
  expect(await socket.until('messageGone')).toMatchObject({ messageId: id, peerProfileId: anton.profileId });
  await socket.until('notifications');
  expect([await textsFor(boris, anton), await textsFor(anton, boris)]).toEqual([[], ['You again']]);
  expect(await notificationTexts(boris)).toEqual([]);
  // A repeated decision has nothing left to hide, and does not replace the state that the first one kept.
  expect(await withhold(id)).toEqual([]);
  await withholding.show(id, kept[0] ?? '');
  expect((await socket.until('message')).message).toMatchObject({ id, bodyText: 'You again' });
  expect([await textsFor(boris, anton), await textsFor(anton, boris)]).toEqual([['You again'], ['You again']]);
  socket.close();
});

test('the notification stays while another message of the sender is unread', async () => {
  const [anton, boris] = await two();
  const { id } = await write(anton, boris, 'You again');
  await write(anton, boris, 'Sorry');
  await withhold(id);
  expect(await notificationTexts(boris)).toEqual(['Anton wrote to you.']);
});

test('a message that its recipient has deleted, or its sender taken back, is not shown again', async () => {
  const [anton, boris] = await two();
  const { id: deleted } = await write(anton, boris, 'deleted');
  await remove(boris, deleted, false);
  expect(await withhold(deleted)).toEqual([]);
  const { id: takenBack } = await write(anton, boris, 'taken back');
  const [kept = ''] = await withhold(takenBack);
  await remove(anton, takenBack, true);
  const socket = await openSocket(boris);
  await withholding.show(takenBack, kept);
  await socket.settled();
  expect(socket.received.filter(({ type }) => type.startsWith('message'))).toEqual([]);
  for (const id of [deleted, takenBack]) expect((await boris.ask(messages.getMessage, { params: { id } })).status).toBe(404);
  expect(await textsFor(boris, anton)).toEqual([]);
  socket.close();
});

test('a message that its sender has deleted for themselves meanwhile is shown again, with its pictures', async () => {
  const [anton, boris] = await two();
  const { id } = await write(anton, boris, 'You again');
  const picture = await sendChatPicture(anton, boris);
  const seenOnce = await sendChatPicture(anton, boris, undefined, { viewOnce: true });
  for (const item_id of [id, picture.id, seenOnce.id]) {
    const [kept = ''] = await withhold(item_id);
    const withheld = { kind: 'message', item_id, case_id: 'case', owner_id: anton.profileId, state: 'hidden', kept } as const;
    await app.world.db.write((tx) => tx.insertInto('hidden_items').values(withheld).execute());
    await remove(anton, item_id, false);
    if (item_id === picture.id) expect(await isSent(picture.profilePicIds[0] ?? '', anton.profileId)).toBe(true);
    await withholding.show(item_id, kept);
  }
  expect([await textsFor(boris, anton), await textsFor(anton, boris)]).toEqual([['', '', 'You again'], []]);
  expect((await boris.send('GET', `/api/profile-pic/${picture.profilePicIds[0]}`)).status).toBe(200);
  expect((await boris.ask(messages.postMessageView, { params: { id: seenOnce.id } })).status).toBe(200);
});

test('a broadcast or an unknown message is not withheld here', async () => {
  const [anton] = await two();
  await reportPosition(anton, app.clock.now());
  const { id } = await broadcast(anton, 'hello');
  for (const other of [id, crypto.randomUUID()]) {
    expect(await withhold(other)).toEqual([]);
    await withholding.show(other, 'shown');
  }
  expect(
    (await anton.call(messages.getBySector, { params: { sector: '33:-113' }, query: { includeTestData: false } }))[0]?.id,
  ).toBe(id);
});
