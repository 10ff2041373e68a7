// Writes in conflict with those of another device: those that rebase by themselves, and those that need the member's choice.
import 'fake-indexeddb/auto';
import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabase, type MemberDatabase } from '#client/offline/database.ts';
import { isConflict, type NewWrite, type OutboxEntry } from './outbox-entries.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createReplay, turnOf } from './replay.ts';
import { sendEntry, type Answer } from './send.ts';

const ada = 'ada';
let round = 0;
let database: MemberDatabase;
let outbox: Outbox;
let stop: () => void;
/** The server's stored state and its version. */
let stored: Record<string, unknown>;
let version: number;
let sent: unknown[];
let kept: unknown[];

beforeEach(async () => {
  database = createDatabase(`rebase-${++round}`);
  await database.claim(ada);
  outbox = createOutbox(database, `rebase-${round}`);
  stop = outbox.listen(() => undefined);
  stored = { height: '', weight: '', characteristics: ['bear'] };
  version = 1;
  sent = [];
  kept = [];
});
afterEach(async () => {
  stop();
  await database.close();
});

const change = (body: object, base: Record<string, unknown>, from = '"1"'): NewWrite => ({
  profile: ada,
  queue: 'profile',
  method: 'PUT',
  path: '/api/profile',
  body: { id: ada, ...body },
  base,
  version: from,
  label: 'Your profile',
  keeps: 'profile',
});

const elsewhere = (fields: object): void => {
  Object.assign(stored, fields);
  version++;
};

function answer(entry: OutboxEntry): Answer {
  sent.push(entry.body);
  const { id: _id, ...fields } = Object(entry.body);
  const isStored = Object.entries(fields).every(([name, value]) => JSON.stringify(stored[name]) === JSON.stringify(value));
  if (!isStored && entry.version !== null && entry.version !== `"${version}"`)
    return {
      is: 'refused',
      status: 412,
      code: 'changed-meanwhile',
      message: 'This was changed on another device in the meantime.',
      retryAfterMs: null,
      newer: { state: { ...stored }, version: `"${version}"` },
    };
  if (!isStored) elsewhere(fields);
  return { is: 'done', reply: { ...stored }, version: `"${version}"` };
}

const replay = (send: (entry: OutboxEntry) => Answer | Promise<Answer> = answer) =>
  createReplay({
    outbox,
    sender: async () => ada,
    send: async (entry) => send(entry),
    cacheReply: async (_entry, reply) => kept.push(reply),
    turn: turnOf(`rebase-${round}`),
  })();

test('a change that begins before the previous one is shown as stored is based on the previous one, in every tab', async () => {
  const tab = createOutbox(database, `rebase-${round}`);
  const stopTab = tab.listen(() => undefined);
  for (const [writer, height] of [
    [outbox, '180 cm'],
    [outbox, '181 cm'],
    [tab, '182 cm'],
    [tab, '181 cm'],
    [tab, '183 cm'],
  ] as const) {
    await writer.add({ ...change({ height }, {}), base: null });
    await replay();
  }
  stopTab();
  expect(await outbox.count(ada)).toBe(0);
  expect(stored.height).toBe('183 cm');
});

test('fields changed only here are stored on the newer state of another device, in one request', async () => {
  await outbox.add(change({ height: '180 cm' }, { height: '' }));
  elsewhere({ weight: '77 kg' });
  expect(await replay()).toEqual({ is: 'empty' });
  expect(stored).toMatchObject({ height: '180 cm', weight: '77 kg' });
  expect(await outbox.count(ada)).toBe(0);
});

test('only fields changed on both devices wait for the member’s choice; the others are stored, and the newer state is cached', async () => {
  await outbox.add(change({ height: '180 cm', weight: '77 kg' }, { height: '', weight: '' }));
  elsewhere({ height: '185 cm' });
  const overtaken: unknown[] = [];
  outbox.onConflict((_entry, current) => overtaken.push(current));
  await replay();
  expect(stored).toMatchObject({ height: '185 cm', weight: '77 kg' });
  const entries = await outbox.entries(ada);
  expect(entries.map(({ body }) => body)).toEqual([{ id: ada, height: '180 cm' }]);
  expect(entries.every(isConflict)).toBe(true);
  expect(overtaken).toMatchObject([{ height: '185 cm', weight: '' }]);
  expect(kept).toMatchObject([
    { height: '185 cm', weight: '' },
    { height: '185 cm', weight: '77 kg' },
  ]);
});

test('a later write does not include a field that needs a choice', async () => {
  await outbox.add(change({ height: '180 cm' }, { height: '' }));
  elsewhere({ height: '185 cm' });
  await replay();
  await outbox.add(change({ weight: '77 kg' }, { weight: '' }, `"${version}"`));
  await replay();
  expect(stored).toMatchObject({ height: '185 cm', weight: '77 kg' });
  expect((await outbox.entries(ada)).map(({ body }) => body)).toEqual([{ id: ada, height: '180 cm' }]);
});

test('choices ticked on both devices are merged', async () => {
  await outbox.add(change({ characteristics: ['coffee'] }, { characteristics: ['bear'] }));
  elsewhere({ characteristics: ['bear', 'travel'] });
  await replay();
  expect(stored['characteristics']).toEqual(['travel', 'coffee']);
  expect(await outbox.count(ada)).toBe(0);
});

test('several offline saves are one write based on the first version', async () => {
  await outbox.add(change({ height: '18' }, { height: '' }));
  await outbox.add(change({ height: '180 cm' }, { height: '18' }));
  await outbox.add(change({ weight: '77 kg' }, { weight: '' }));
  expect(await outbox.entries(ada)).toMatchObject([
    { body: { height: '180 cm', weight: '77 kg' }, base: { height: '', weight: '' }, version: '"1"' },
  ]);
  await replay();
  expect(sent).toEqual([{ id: ada, height: '180 cm', weight: '77 kg' }]);
});

test('a lost reply causes no conflict with the own change', async () => {
  await outbox.add(change({ height: '180 cm' }, { height: '' }));
  await replay((entry) => (answer(entry), { is: 'lost' }));
  elsewhere({ weight: '77 kg' });
  await replay();
  expect(stored).toMatchObject({ height: '180 cm', weight: '77 kg' });
  expect(await outbox.count(ada)).toBe(0);
});

test('the current state is read from the refusal', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(412, { 'content-type': 'application/json', etag: '"7.abc"' });
    response.end(JSON.stringify({ code: 'changed-meanwhile', message: 'Changed.', current: { height: '185 cm' } }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const entry = await outbox.add(change({ height: '180 cm' }, { height: '' }));
  const path = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/api/profile`;
  expect(await sendEntry({ ...entry, path })).toMatchObject({
    status: 412,
    newer: { state: { height: '185 cm' }, version: '"7.abc"' },
  });
  server.closeAllConnections();
  server.close();
});

test('a write that is refused with the version it has edited is not sent again automatically', async () => {
  await outbox.add(change({ height: '180 cm' }, { height: '' }));
  const reply = { code: 'changed-meanwhile', message: 'Changed.', retryAfterMs: null };
  await replay(() => ({ is: 'refused', status: 412, ...reply, newer: { state: { ...stored }, version: '"1"' } }));
  expect(await outbox.entries(ada)).toMatchObject([{ state: 'failed', tries: 1, reason: { status: 412 } }]);
});

test('a rebased write keeps its rules of the contract, and is rebased once', async () => {
  await outbox.add({ ...change({ height: '180 cm', weight: '77 kg' }, { height: '', weight: '' }), goneMeansDone: 'always' });
  const { entry } = await outbox.claim(ada, 0);
  if (entry === null) throw new Error('Nothing waits');
  const reason = { status: 412, code: '', message: '' };
  for (let times = 0; times < 2; times++) await outbox.rebase(entry, { height: '185 cm', weight: '' }, '"2"', reason);
  expect(await outbox.entries(ada)).toMatchObject([
    { state: 'waiting', body: { id: ada, weight: '77 kg' }, version: '"2"', goneMeansDone: 'always', nextMs: 0 },
    { state: 'failed', body: { id: ada, height: '180 cm' }, version: '"2"', goneMeansDone: 'always', reason },
  ]);
  expect(new Set((await outbox.entries(ada)).map(({ key }) => key).concat(entry.key)).size).toBe(3);
});

test('a write that is refused without the newer state waits for the member', async () => {
  await outbox.add(change({ height: '180 cm' }, { height: '' }));
  await replay(() => ({ is: 'refused', status: 400, code: 'too-tall', message: 'No.', retryAfterMs: null }));
  expect(await outbox.entries(ada)).toMatchObject([
    { state: 'failed', reason: { status: 400, code: 'too-tall', message: 'No.' } },
  ]);
});
