// Messages with pictures of this device: they are sent once the pictures are uploaded, and stored and removed together with them.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabase, type MemberDatabase } from '#client/offline/database.ts';
import { createUploads, type Uploads } from '#client/offline/uploads/uploads.ts';
import { createOutbox, type Outbox } from './outbox.ts';

const ada = 'ada';
const refusal = { status: 400, code: 'damaged-picture', message: 'Error: damaged.' };
let round = 0;
let database: MemberDatabase;
let outbox: Outbox;
let uploads: Uploads;
beforeEach(async () => {
  database = createDatabase(`pictures-${++round}`);
  await database.claim(ada);
  outbox = createOutbox(database, `pictures-outbox-${round}`);
  uploads = createUploads(database, `pictures-uploads-${round}`);
});
afterEach(() => database.close());

const picture = (id: string) => ({
  id,
  file: new File([`bytes of ${id}`], `${id}.png`, { type: 'image/png' }),
  destination: { list: 'chat', replaces: null, recipient: 'ben' } as const,
});
const send = (text: string, pictures: readonly string[] = [], queue = 'messages:ben') =>
  outbox.add({
    profile: ada,
    queue,
    method: 'POST',
    path: '/api/message',
    body: { bodyText: text, chatPicKeys: pictures },
    label: 'Message to Ben',
    keeps: 'message',
    sendsEvery: true,
    ...(pictures.length === 0 ? {} : { uploads: pictures.map(picture) }),
  });
/** The text of the next message that may be sent, which is then delivered. */
async function next(): Promise<unknown> {
  const { entry } = await outbox.claim(ada, 0);
  if (entry !== null) await outbox.remove(entry, null);
  return Reflect.get(Object(entry?.body), 'bodyText');
}
const stored = async () => (await uploads.entries(ada)).map(({ id, state, stage }) => [id, state, stage]);
const upload = async (id: string) => {
  const { entry } = await uploads.claim(ada, 0);
  expect(entry).toMatchObject({ id, list: 'chat', recipient: 'ben' });
  await uploads.holdForMessage(id);
};

test('a message waits for all its pictures, in order with the others of its conversation', async () => {
  await send('two pictures', ['one', 'two']);
  await send('after them');
  await send('to another', [], 'messages:cem');
  expect(await next()).toBe('to another');
  await upload('one');
  expect(await next()).toBeUndefined();
  await upload('two');
  expect(await next()).toBe('two pictures');
});

test('an uploaded picture is not uploaded again, and its bytes stay until the message is delivered', async () => {
  const message = await send('', ['one']);
  await upload('one');
  expect(await uploads.claim(ada, 0)).toEqual({ entry: null, nextMs: null });
  const held = (await uploads.entries(ada))[0];
  expect(await (await uploads.file(held ?? { profile: ada, id: '', type: '' }))?.text()).toBe('bytes of one');
  await outbox.remove(message, null);
  expect([await stored(), await outbox.count(ada)]).toEqual([[], 0]);
  expect(await uploads.file({ profile: ada, id: 'one', type: '' })).toBeNull();
});

test('a refused picture blocks no other message, and is uploaded again when its message is retried', async () => {
  const { id } = await send('refused', ['one']);
  await send('later');
  await uploads.claim(ada, 0);
  await uploads.refuse('one', refusal);
  expect(await next()).toBe('later');
  await outbox.retry(id);
  expect(await stored()).toEqual([['one', 'waiting', 'file']]);
});

test('a refused message is retried with its pictures, which the server may have removed', async () => {
  const { id } = await send('refused', ['one']);
  await upload('one');
  await outbox.claim(ada, 0);
  await outbox.refuse(id, { status: 400, code: 'no-chat-picture', message: 'The picture is no longer there.' });
  await outbox.retry(id);
  expect(await stored()).toEqual([['one', 'waiting', 'file']]);
  expect(await next()).toBeUndefined();
  await upload('one');
  expect(await next()).toBe('refused');
});

test('dropping a message also removes its pictures', async () => {
  const { id } = await send('', ['one', 'two']);
  await uploads.add(ada, new File(['own'], 'own.png', { type: 'image/png' }), { list: 'profilePicIds', replaces: null });
  expect(await outbox.drop(id)).toBe(true);
  expect((await uploads.entries(ada)).map(({ list }) => list)).toEqual(['profilePicIds']);
});

test('a message with pictures counts once', async () => {
  await send('', ['one', 'two']);
  expect([await outbox.count(ada), await uploads.count(ada)]).toEqual([1, 0]);
});
