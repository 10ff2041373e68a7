// Tests that only the two members of a conversation see its pictures, which are removed when no message contains them.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { account } from '#shared/contract/account.ts';
import { messages } from '#shared/contract/messages.ts';
import { pictures } from '#shared/contract/pictures.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { offlineCopyHeader } from '#shared/rules/offline-copy.ts';
import { dayMs, hourMs } from '#shared/rules/durations.ts';
import { memoryPictureFiles, type PictureFiles } from '#server/outside/picture-files.ts';
import { pictureScaling } from '#server/outside/picture-scaling.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { pictureWithSecrets, secret } from '#server/testing/fakes/pictures.ts';
import { broadcast, like, reportPosition, sendChatPicture, uploadChatPicture, write } from '#server/testing/members/actions.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const look = async (viewer: Member, id: string) => (await viewer.send('GET', `/api/profile-pic/${id}`)).status;
const pair = async () => [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })] as const;
const sent = async (from: Member, to: Member) => {
  const { id, profilePicIds } = await sendChatPicture(from, to);
  return { messageId: id, id: profilePicIds[0] ?? '' };
};
const send = (from: Member, to: Member, chatPicKeys: string[]) => ({
  body: { senderProfileId: from.profileId, recipientProfileId: to.profileId, bodyText: '', profilePicIds: [], chatPicKeys },
});
async function filesIn(files: PictureFiles): Promise<string[]> {
  const ids: string[] = [];
  for await (const id of files.list()) ids.push(id);
  return ids;
}

test('only its sender and, once it is sent, its recipient see a picture, and devices keep no copy', async () => {
  const [anton, boris] = await pair();
  const carl = await app.member();
  const key = crypto.randomUUID();
  const { status, body } = await uploadChatPicture(anton, boris, key);
  const id = String(Reflect.get(Object(body), 'id'));
  expect([status, await look(anton, id), await look(boris, id), await look(carl, id)]).toEqual([200, 200, 404, 404]);
  expect((await uploadChatPicture(anton, boris, key)).body).toEqual({ id });

  const message = await anton.call(messages.postMessage, send(anton, boris, [key]));
  expect(message.profilePicIds).toEqual([id]);
  expect([await look(anton, id), await look(boris, id), await look(carl, id)]).toEqual([200, 200, 404]);
  for (const viewer of [anton, boris]) expect((await viewer.send('GET', `/api/profile-pic/nsfw/${id}`)).status).toBe(404);
  const { headers } = await boris.send('GET', `/api/profile-pic/${id}?orig=1`);
  expect(headers['cache-control']).toContain('no-store');
  expect(headers[offlineCopyHeader]).toBeUndefined();
});

test('metadata is removed from a picture of a conversation', async () => {
  const real = await openTestApp({ parts: { pictureScaling: pictureScaling() } });
  const [anton, boris] = [await real.member(), await real.member()];
  await uploadChatPicture(anton, boris, crypto.randomUUID(), await pictureWithSecrets('jpeg'));
  const [id = ''] = await filesIn(real.world.pictureFiles);
  expect((await real.world.pictureFiles.get(id, 'original'))?.includes(secret)).toBe(false);
  await real.close();
});

test('a picture belongs to one conversation: no profile, other conversation, broadcast or replacement can use it', async () => {
  const [anton, boris] = await pair();
  const carl = await app.member();
  const key = crypto.randomUUID();
  await uploadChatPicture(anton, boris, key);
  expect((await anton.ask(messages.postMessage, send(anton, carl, [key]))).body).toMatchObject({ code: 'no-chat-picture' });
  expect((await boris.ask(messages.postMessage, send(boris, anton, [key]))).body).toMatchObject({ code: 'no-chat-picture' });
  const { profilePicIds } = await anton.call(messages.postMessage, send(anton, boris, [key]));
  await expect(write(anton, boris, 'again', profilePicIds)).rejects.toThrow('answered 404');
  await reportPosition(anton, app.clock.now());
  await expect(broadcast(anton, 'to all', profilePicIds)).rejects.toThrow('answered 404');
  const own = { id: anton.profileId, profilename: 'Anton', height: '', weight: '', description: '', characteristics: [] };
  const named = await anton.ask(profiles.putProfile, { body: { ...own, profilePicIds } });
  expect(named.body).toMatchObject({ code: 'not-your-picture' });
  const picfile = { bytes: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), name: 'a.png', type: 'image/png' };
  const form = { authorProfileId: anton.profileId, picfilename: 'a.png', picfile };
  expect((await anton.form(`/api/profile-pic?replace_id=${profilePicIds[0]}`, form)).status).toBe(404);
});

test('pictures of a conversation have their own limit per day, and do not count towards that of the profile', async () => {
  const few = await openTestApp({ limits: { chatPicturesPerDay: 2, picturesPerProfile: 1 } });
  const [anton, boris, carl] = [await few.member(), await few.member(), await few.member()];
  const upload = async (to: Member) => (await uploadChatPicture(anton, to, crypto.randomUUID())).body;
  const tooMany = { statusCode: 400, code: 'too-many-chat-pictures', message: expect.stringContaining('tomorrow') };
  for (const to of [boris, boris, carl]) expect(await upload(to)).toHaveProperty('id');
  expect(await upload(boris)).toMatchObject(tooMany);
  const picfile = { bytes: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), name: 'a.png', type: 'image/png' };
  const form = { authorProfileId: anton.profileId, picfilename: 'a.png', picfile };
  expect((await anton.form('/api/profile-pic', form)).status).toBe(200);
  for (const halfMs of [12 * hourMs, 12 * hourMs]) {
    few.clock.pass(halfMs);
    expect((await anton.send('GET', '/api/settings')).status).toBe(200);
  }
  expect(await upload(boris)).toHaveProperty('id');
  await few.close();
});

test('after a block no picture can be uploaded, and earlier ones look deleted to the blocked member', async () => {
  const [anton, boris] = await pair();
  const [fromAnton, fromBoris] = [await sent(anton, boris), await sent(boris, anton)];
  await like(anton, boris, { blocked: true });
  for (const [from, to] of [
    [anton, boris],
    [boris, anton],
  ] as const)
    expect((await uploadChatPicture(from, to, crypto.randomUUID())).status).toBe(404);
  expect([await look(boris, fromAnton.id), await look(boris, fromBoris.id)]).toEqual([404, 404]);
  expect((await boris.ask(pictures.deletePicture, { params: { id: fromBoris.id } })).status).toBe(404);
  // A member who blocks another one keeps their side of the conversation.
  expect(await look(anton, fromAnton.id)).toBe(200);
});

test('a picture is removed when its message is unsent or deleted by both, and with the account of either member', async () => {
  const { pictureFiles } = app.world;
  const [anton, boris] = await pair();
  const remove = (by: Member, id: string, forBoth: boolean) =>
    by.call(messages.deleteMessage, { params: { id }, query: { forBoth } });
  const unsent = await sent(anton, boris);
  await remove(anton, unsent.messageId, true);
  expect([await look(anton, unsent.id), await look(boris, unsent.id)]).toEqual([404, 404]);

  const deleted = await sent(anton, boris);
  await remove(boris, deleted.messageId, false);
  expect([await look(anton, deleted.id), await look(boris, deleted.id)]).toEqual([200, 404]);
  await remove(anton, deleted.messageId, false);
  expect(await look(anton, deleted.id)).toBe(404);

  const [fromAnton, fromBoris] = [await sent(anton, boris), await sent(boris, anton)];
  await boris.call(account.deleteAccount);
  expect([await look(anton, fromAnton.id), await look(anton, fromBoris.id)]).toEqual([404, 404]);
  // A file that was encoded in the meantime is stored, and then removed.
  for (const { id } of [unsent, deleted, fromAnton, fromBoris]) await expect.poll(() => filesIn(pictureFiles)).not.toContain(id);
});

test('a picture in two messages is removed with the last of them', async () => {
  const [anton, boris] = await pair();
  const key = crypto.randomUUID();
  const first = await sendChatPicture(anton, boris, key);
  const { id: secondId, profilePicIds } = await anton.call(messages.postMessage, send(anton, boris, [key]));
  const picture = profilePicIds[0] ?? '';
  const seenAfter = async (id: string) => {
    await anton.call(messages.deleteMessage, { params: { id }, query: { forBoth: true } });
    return [await look(anton, picture), await look(boris, picture)];
  };
  expect([await seenAfter(first.id), await seenAfter(secondId)]).toEqual([
    [200, 200],
    [404, 404],
  ]);
});

test('a sender who has deleted the message for themselves does not learn whether its recipient has, too', async () => {
  const remove = (by: Member, id: string) => by.call(messages.deleteMessage, { params: { id }, query: { forBoth: false } });
  const seen = await Promise.all(
    [true, false].map(async (isDeletedByBoth) => {
      const [anton, boris] = await pair();
      const key = crypto.randomUUID();
      const { id: messageId, profilePicIds } = await sendChatPicture(anton, boris, key);
      const id = profilePicIds[0] ?? '';
      if (isDeletedByBoth) await remove(boris, messageId);
      await remove(anton, messageId);
      const again = await anton.ask(messages.postMessage, send(anton, boris, [key]));
      const deleted = await anton.ask(pictures.deletePicture, { params: { id } });
      return [await look(anton, id), again.status, again.body, deleted.status, await look(boris, id)];
    }),
  );
  const [whenBoth, alone] = seen;
  expect(whenBoth?.slice(0, -1)).toEqual(alone?.slice(0, -1));
  expect(seen.map((answers) => answers.at(-1))).toEqual([404, 200]);
});

test('the sweep removes a picture of a conversation that was uploaded more than a day ago and is in no message', async () => {
  const pictureFiles = memoryPictureFiles();
  const first = await openTestApp({ parts: { pictureFiles } });
  const [anton, boris] = [await first.member(), await first.member()];
  const { id } = await sent(anton, boris);
  await uploadChatPicture(anton, boris, crypto.randomUUID());
  first.clock.pass(dayMs + 1);
  await first.app.close();
  const second = await openTestApp({ dataDir: first.dataDir, parts: { pictureFiles, clock: first.clock } });
  await vi.waitFor(async () => expect(await filesIn(pictureFiles)).toEqual([id]));
  await second.close();
  await first.close();
});
