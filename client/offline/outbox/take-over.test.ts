// A tab whose lock another tab has taken finishes what it is sending, and begins nothing new.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { createDatabase } from '#client/offline/database.ts';
import { ada, createUploadServer, file, openPageOf, toPublic } from '#client/testing/upload-server.ts';
import { createUploadReplay } from '#client/offline/uploads/upload-replay.ts';
import { createOutbox } from './outbox.ts';
import { createReplay } from './replay.ts';

test('the second of two writes is left to the other tab', async () => {
  const database = createDatabase('taken');
  const outbox = createOutbox(database, 'taken');
  await database.claim(ada);
  const write = { profile: ada, method: 'PUT', path: '/', body: {}, label: '', keeps: null } as const;
  for (const queue of ['like:ben', 'like:cem']) await outbox.add({ ...write, queue });
  const lock = { isLost: false };
  const sent: string[] = [];
  const replay = createReplay({
    outbox,
    sender: async () => ada,
    send: async ({ queue }) => {
      sent.push(queue);
      lock.isLost = true;
      return { is: 'done', reply: null, version: null };
    },
    cacheReply: async () => undefined,
    turn: (work) => work(lock),
  });
  expect(await replay()).toEqual({ is: 'lost' });
  expect(sent).toEqual(['like:ben']);
  expect(await outbox.entries(ada)).toMatchObject([{ queue: 'like:cem', state: 'waiting' }]);
  await database.wipe();
});

test('of three pictures, only the two whose upload has begun are uploaded', async () => {
  const { uploads } = await openPageOf(ada);
  for (const name of ['one', 'two', 'three']) await uploads.add(ada, file(name), toPublic);
  const lock = { isLost: false };
  const server = createUploadServer();
  const replay = createUploadReplay({
    ...server,
    uploads,
    sender: async () => ada,
    isProfileWaiting: async () => false,
    post: async (entry, bytes) => {
      lock.isLost = true;
      return server.post(entry, bytes);
    },
    turn: (work) => work(lock),
  });
  expect(await replay()).toEqual({ is: 'lost' });
  expect(server.words()).toEqual([]);
  expect((await uploads.entries(ada)).map(({ stage, state }) => [stage, state])).toEqual([
    ['up', 'waiting'],
    ['up', 'waiting'],
    ['file', 'waiting'],
  ]);
});
