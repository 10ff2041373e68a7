// Queued mails are sent, retried, given up, and not lost in a crash.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeMailer, MailError, type Mail } from '#server/outside/mail.ts';
import { openTestWorld } from '#server/testing/app/test-world.ts';
import type { World } from '#server/world.ts';
import { mailDelayMs, openMailQueue, type MailQueue } from './mail-queue.service.ts';

let testWorld: Awaited<ReturnType<typeof openTestWorld>>;
const queues: MailQueue[] = [];
beforeEach(async () => {
  testWorld = await openTestWorld({ env: { LOG_LEVEL: 'silent' } });
});
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.close()));
  await testWorld.close();
});

function queueOf(send: (mail: Mail) => Promise<void>): MailQueue {
  const queue = openMailQueue({ ...testWorld.world, mail: { send } });
  queues.push(queue);
  return queue;
}

const mailTo = (to: string, expiresInMs = 1_800_000) => ({
  to,
  brandKey: 'hearthside',
  subject: 'Hello',
  body: 'https://example.org/#secret',
  expiresMs: testWorld.clock.now() + expiresInMs,
});
const write = (queue: MailQueue, mail: Parameters<MailQueue['add']>[1]) => testWorld.world.db.write((tx) => queue.add(tx, mail));
const rows = (world: World) =>
  world.db.read.selectFrom('mail_queue').select(['to_address', 'state', 'tries', 'body']).orderBy('created_ms').execute();

test('a mail is sent once, and its content is then removed', async () => {
  const mailer = fakeMailer();
  const queue = queueOf(mailer.send);
  await write(queue, mailTo('a@example.org'));
  queue.wake();
  queue.wake();
  await vi.waitFor(async () =>
    expect(await rows(testWorld.world)).toEqual([{ to_address: 'a@example.org', state: 'sent', tries: 1, body: '' }]),
  );
  expect(mailer.sent).toHaveLength(1);
});

test('the id of a mail is unique, stays the same in a retry, and does not disclose the id of its link', async () => {
  const ids: string[] = [];
  let isBusy = true;
  const queue = queueOf(async ({ id }) => {
    ids.push(id);
    if (isBusy) throw new MailError('busy', false);
  });
  await write(queue, { ...mailTo('a@example.org'), id: 'link-1' });
  queue.wake();
  await vi.waitFor(async () =>
    expect(await testWorld.world.db.read.selectFrom('mail_queue').select(['state', 'next_ms']).execute()).toEqual([
      { state: 'waiting', next_ms: testWorld.clock.now() + 5_000 },
    ]),
  );
  isBusy = false;
  testWorld.clock.pass(5_000);
  await write(queue, { ...mailTo('b@example.org'), id: 'link-2' });
  queue.wake();
  await vi.waitFor(() => expect(ids).toHaveLength(3));
  expect(ids[1]).toBe(ids[0]);
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{32}$/);
});

test('a mail committed just before a crash is sent by the next server', async () => {
  const dead = queueOf(() => Promise.reject(new Error('This mail must not be sent.')));
  await dead.close();
  await write(dead, mailTo('a@example.org'));
  const mailer = fakeMailer();
  queueOf(mailer.send);
  await vi.waitFor(() => expect(mailer.sent).toHaveLength(1));
});

test('a mail interrupted by a crash is sent again after a minute, once', async () => {
  const sending = Promise.withResolvers<void>();
  let hasStarted = false;
  const interrupted = queueOf(() => {
    hasStarted = true;
    return sending.promise;
  });
  await write(interrupted, mailTo('a@example.org'));
  interrupted.wake();
  await vi.waitFor(() => expect(hasStarted).toBe(true));

  const mailer = fakeMailer();
  const next = queueOf(mailer.send);
  await write(next, mailTo('b@example.org'));
  next.wake();
  await vi.waitFor(() => expect(mailer.sent).toHaveLength(1));
  expect(mailer.latestTo('a@example.org')).toBeUndefined();
  testWorld.clock.pass(60_000);
  next.wake();
  await vi.waitFor(() => expect(mailer.latestTo('a@example.org')).toBeDefined());
  expect(mailer.sent).toHaveLength(2);
  sending.resolve();
});

test('a refused mail is retried after 5 s, then after twice as long each time up to 5 min, until it expires', async () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 50].map(mailDelayMs)).toEqual([
    5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000,
  ]);
  let tries = 0;
  const queue = queueOf(async () => {
    tries += 1;
    throw new MailError('busy', false);
  });
  await write(queue, mailTo('a@example.org', 20_000));
  const rowBecomes = (state: object) => vi.waitFor(async () => expect(await rows(testWorld.world)).toMatchObject([state]));
  queue.wake();
  await rowBecomes({ tries: 1, state: 'waiting' });
  await vi.waitFor(() => expect(tries).toBe(1));

  for (const [passedMs, expected] of [
    [4_999, 1],
    [1, 2],
    [10_000, 3],
  ] as const) {
    // A new queue sends due mails immediately, and closing it waits for them.
    await queues.pop()?.close();
    testWorld.clock.pass(passedMs);
    const round = queueOf(async () => {
      tries += 1;
      throw new MailError('busy', false);
    });
    await round.close();
    expect(tries).toBe(expected);
  }
  testWorld.clock.pass(20_000);
  queueOf(() => Promise.reject(new Error('This mail must not be sent.')));
  await rowBecomes({ state: 'given-up', body: '' });
  expect(tries).toBe(3);
});

test('a mail that is permanently refused is given up immediately, and the next mails are sent', async () => {
  const mailer = fakeMailer();
  const queue = queueOf((mail) =>
    mail.to === 'bad@example.org' ? Promise.reject(new MailError('no such box', true)) : mailer.send(mail),
  );
  await write(queue, mailTo('bad@example.org'));
  testWorld.clock.pass(1);
  await write(queue, mailTo('good@example.org'));
  queue.wake();
  await vi.waitFor(async () =>
    expect(await rows(testWorld.world)).toMatchObject([{ state: 'given-up', tries: 1 }, { state: 'sent' }]),
  );
});

test('a suppressed mail leaves a row without its link and is never sent', async () => {
  const mailer = fakeMailer();
  const queue = queueOf(mailer.send);
  await write(queue, { ...mailTo('a@example.org'), isSuppressed: true });
  await write(queue, mailTo('b@example.org'));
  queue.wake();
  await vi.waitFor(() => expect(mailer.sent).toHaveLength(1));
  expect(await rows(testWorld.world)).toMatchObject([{ state: 'suppressed', body: '' }, {}]);
});

test('two servers on one database send a mail once', async () => {
  const mailer = fakeMailer();
  const pair = [queueOf(mailer.send), queueOf(mailer.send)];
  for (let i = 0; i < 20; i++) await write(pair[0]!, mailTo(`m${i}@example.org`));
  for (const queue of pair) queue.wake();
  await vi.waitFor(async () => expect((await rows(testWorld.world)).every((row) => row.state === 'sent')).toBe(true));
  expect(mailer.sent).toHaveLength(20);
});
