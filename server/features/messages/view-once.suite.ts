// Pictures that their recipient can view once, over HTTP, for both databases.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grants } from '#shared/contract/grants.ts';
import { messages, type Message } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { createSessionsService } from '#server/features/session/sessions.service.ts';
import { statusAndCode, type Browser } from '#server/testing/app/browser.ts';
import type { Member } from '#server/testing/app/members.ts';
import type { OpenTestApp, TestApp } from '#server/testing/app/test-app.ts';
import {
  broadcast,
  like,
  reportPosition,
  sendChatPicture,
  uploadChatPicture,
  uploadPicture,
} from '#server/testing/members/actions.ts';
import { openSocket } from '#server/testing/members/sockets.ts';

const view = (viewer: Browser, id: string, key: string = crypto.randomUUID()) =>
  viewer.ask(messages.postMessageView, { params: { id } }, { 'idempotency-key': key });
const look = async (viewer: Member, id: string) =>
  Promise.all(
    [
      `/api/profile-pic/${id}`,
      `/api/profile-pic/${id}?scale_x=256`,
      `/api/profile/pic/${id}?orig=1`,
      `/api/profile-pic/nsfw/${id}`,
    ].map(async (path) => (await viewer.send('GET', path)).status),
  );
const remove = (by: Member, id: string, forBoth: boolean) =>
  by.call(messages.deleteMessage, { params: { id }, query: { forBoth } });
const shownTo = (viewer: Member, { id }: Message) => viewer.call(messages.getMessage, { params: { id } });
const draft = (from: Member, to: Member, fields: { chatPicKeys?: string[]; profilePicIds?: string[]; viewOnce?: boolean }) => ({
  body: { senderProfileId: from.profileId, recipientProfileId: to.profileId, bodyText: '', profilePicIds: [], ...fields },
});
const notThere = [404, 404, 404, 404];
const viewedOnce = [410, 'viewed-once'];

export function picturesAreViewedOnce(open: OpenTestApp): void {
  let app: TestApp;
  beforeAll(async () => {
    app = await open();
  });
  afterAll(() => app.close());

  const pair = async () => [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })] as const;
  const sent = (from: Member, to: Member, key?: string) => sendChatPicture(from, to, key, { viewOnce: true });
  const storedPicture = async ({ id }: Message) =>
    app.world.db.read.selectFrom('pictures').select('id').where('view_once_message_id', '=', id).executeTakeFirst();
  const idOf = async (message: Message) => (await storedPicture(message))?.id ?? '';

  async function anotherDevice(member: Member): Promise<Browser> {
    const browser = app.visitor();
    const session = { ...member, isRemembered: false, byLink: true, device: '' };
    const cookie = await app.world.db.write((tx) => createSessionsService(app.world).create(tx, session));
    browser.cookies.set('sid', cookie);
    return browser;
  }

  test('the recipient sees the picture once, and no other call returns it, before or after', async () => {
    const [anton, boris] = await pair();
    const carl = await app.member();
    const message = await sent(anton, boris);
    expect(message).toMatchObject({ viewOnce: 'unviewed', profilePicIds: [], bodyText: '' });
    const pictureId = await idOf(message);
    for (const viewer of [anton, boris, carl]) expect(await look(viewer, pictureId)).toEqual(notThere);
    for (const viewer of [anton, carl]) expect(statusAndCode(await view(viewer, message.id))).toEqual([404, 'not-found']);
    expect((await boris.send('GET', `/api/message-view/${message.id}`)).status).toBe(404);

    const { status, headers, bytes } = await view(boris, message.id);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/webp', 'private, no-store']);
    expect(bytes.equals((await app.world.pictureFiles.get(pictureId, 'original')) ?? Buffer.of())).toBe(true);
    const again = await view(boris, message.id);
    expect(statusAndCode(again)).toEqual(viewedOnce);
    expect(again.body).toMatchObject({ message: 'This photo could be viewed once, and is no longer there.' });
    expect(statusAndCode(await view(anton, message.id))).toEqual([404, 'not-found']);
    for (const viewer of [anton, boris, carl]) expect(await look(viewer, pictureId)).toEqual(notThere);
    for (const viewer of [anton, boris])
      expect(await shownTo(viewer, message)).toMatchObject({ viewOnce: 'viewed', profilePicIds: [] });
  });

  test('a repeated request gets the picture again for an hour, in the same session only', async () => {
    const [anton, boris] = await pair();
    const { id } = await sent(anton, boris);
    const key = crypto.randomUUID();
    const phone = await anotherDevice(boris);
    const first = await view(boris, id, key);
    app.clock.pass(limits.viewOnceRepeatMs);
    const repeated = await view(boris, id, key);
    expect([repeated.status, repeated.bytes.equals(first.bytes)]).toEqual([200, true]);
    expect(statusAndCode(await view(phone, id, key))).toEqual(viewedOnce);
    app.clock.pass(1);
    expect(statusAndCode(await view(boris, id, key))).toEqual(viewedOnce);
  });

  test('of two simultaneous requests one gets the picture', async () => {
    const [anton, boris] = await pair();
    const { id } = await sent(anton, boris);
    const phone = await anotherDevice(boris);
    const answers = await Promise.all([view(boris, id), view(phone, id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  });

  test('both members learn immediately that the picture was viewed', async () => {
    const [anton, boris] = await pair();
    const sockets = [await openSocket(anton), await openSocket(boris)];
    const { id } = await sent(anton, boris);
    await view(boris, id);
    for (const socket of sockets) {
      await socket.until('message', ({ message }) => message.id === id && message.viewOnce === 'viewed');
      socket.close();
    }
  });

  test('while one member blocks the other, the picture cannot be viewed, and it remains unviewed', async () => {
    const [anton, boris] = await pair();
    const { id } = await sent(anton, boris);
    for (const [blocker, blocked] of [
      [anton, boris],
      [boris, anton],
    ] as const) {
      await like(blocker, blocked, { blocked: true });
      expect(statusAndCode(await view(boris, id))).toEqual([404, 'not-found']);
      await like(blocker, blocked, { blocked: false });
    }
    expect((await view(boris, id)).status).toBe(200);
  });

  test('a picture whose file cannot be read remains unviewed', async () => {
    const [anton, boris] = await pair();
    const message = await sent(anton, boris);
    const { pictureFiles } = app.world;
    const bytes = (await pictureFiles.get(await idOf(message), 'original')) ?? Buffer.of();
    await pictureFiles.remove(await idOf(message));
    expect(statusAndCode(await view(boris, message.id))).toEqual(viewedOnce);
    expect(await shownTo(boris, message)).toMatchObject({ viewOnce: 'unviewed' });
    await pictureFiles.put(await idOf(message), 'original', bytes);
    expect((await view(boris, message.id)).status).toBe(200);
  });

  test('sending a message again with its key returns the same message', async () => {
    const [anton, boris] = await pair();
    const key = crypto.randomUUID();
    const { id } = await sent(anton, boris, key);
    expect(await sent(anton, boris, key)).toMatchObject({ id, viewOnce: 'unviewed' });
    await view(boris, id);
    expect(await sent(anton, boris, key)).toMatchObject({ id, viewOnce: 'viewed' });
  });

  test('a picture to view once must be the only picture of a message to one member, and can be in no other message', async () => {
    const [anton, boris] = await pair();
    const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
    for (const key of [one, two]) await uploadChatPicture(anton, boris, key);
    const profilePicIds = [await uploadPicture(anton)];
    const ask = async (fields: Parameters<typeof draft>[2]) =>
      statusAndCode(await anton.ask(messages.postMessage, draft(anton, boris, { viewOnce: true, ...fields })));
    expect(await ask({})).toEqual([400, 'blank-message']);
    for (const fields of [{ profilePicIds }, { chatPicKeys: [one, two] }, { chatPicKeys: [one], profilePicIds }])
      expect(await ask(fields)).toEqual([400, 'bad-request']);
    await reportPosition(anton, app.clock.now());
    const toArea = { senderProfileId: anton.profileId, bodyText: '', profilePicIds: [], chatPicKeys: [one], viewOnce: true };
    expect(statusAndCode(await anton.ask(messages.postMessage, { body: toArea }))).toEqual([400, 'no-chat-picture']);
    await expect(broadcast(anton, 'to all')).resolves.not.toHaveProperty('viewOnce');

    await anton.call(messages.postMessage, draft(anton, boris, { chatPicKeys: [two] }));
    expect(await ask({ chatPicKeys: [two] })).toEqual([400, 'no-chat-picture']);
    await anton.call(messages.postMessage, draft(anton, boris, { chatPicKeys: [one], viewOnce: true }));
    for (const viewOnce of [true, false]) expect(await ask({ chatPicKeys: [one], viewOnce })).toEqual([400, 'no-chat-picture']);
  });

  test('the picture is deleted when its message is unsent or its recipient deletes it, but not when only its sender does', async () => {
    const [anton, boris] = await pair();
    const unsent = await sent(anton, boris);
    const ids = [await idOf(unsent)];
    expect((await anton.send('DELETE', `/api/profile-pic/${ids[0]}`)).status).toBe(404);
    await remove(anton, unsent.id, true);
    expect(statusAndCode(await view(boris, unsent.id))).toEqual([404, 'not-found']);

    const hidden = await sent(anton, boris);
    ids.push(await idOf(hidden));
    await view(boris, hidden.id);
    await remove(boris, hidden.id, false);
    for (const message of [unsent, hidden]) expect(await storedPicture(message)).toBeUndefined();
    for (const id of ids) expect(await app.world.pictureFiles.get(id, 'original')).toBeNull();

    const hiddenBySender = await sent(anton, boris);
    await remove(anton, hiddenBySender.id, false);
    expect((await view(boris, hiddenBySender.id)).status).toBe(200);
  });

  test('taking back private pictures from a member takes back pictures to view once that they have not viewed', async () => {
    const [anton, boris] = await pair();
    const viewers = async () =>
      (await anton.call(grants.getPicGrants, { query: {} })).map(({ profileId, picturesSent }) => [profileId, picturesSent]);
    const viewed = await sent(anton, boris);
    const unviewed = await sent(anton, boris);
    await view(boris, viewed.id);
    expect(await viewers()).toEqual([[boris.profileId, 1]]);
    const pictureId = await idOf(unviewed);
    const socket = await openSocket(boris);
    await anton.call(grants.deletePicGrants, { query: { profileId: boris.profileId } });
    const { message } = await socket.until('message', (event) => event.message.id === unviewed.id);
    expect(message).not.toHaveProperty('viewOnce');
    socket.close();
    expect(statusAndCode(await view(boris, unviewed.id))).toEqual([404, 'not-found']);
    expect([await storedPicture(unviewed), await app.world.pictureFiles.get(pictureId, 'original')]).toEqual([undefined, null]);
    expect(await viewers()).toEqual([]);
    for (const member of [anton, boris]) expect(await shownTo(member, viewed)).toMatchObject({ viewOnce: 'viewed' });
    expect(await storedPicture(viewed)).toBeDefined();
  });

  test('the list of members who can see private pictures does not disclose that one of them deleted a message', async () => {
    const [anton, boris] = await pair();
    const { id } = await sent(anton, boris);
    const viewers = () => anton.call(grants.getPicGrants, { query: {} });
    const before = await viewers();
    expect(before).toHaveLength(1);
    await remove(boris, id, false);
    expect(await viewers()).toEqual(before);
  });
}
