// The queues of mails and pushes of three processes that share a PostgreSQL database: each is sent once, and after a crash once
// more.
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { openMailQueue, type MailQueue } from './features/session/mail-queue.service.ts';
import { MailError, type Mail, type Mailer } from './outside/mail.ts';
import { newPushKeys } from './outside/push-keys.ts';
import { fakePushSender, type PushOutcome } from './outside/web-push.ts';
import { change, newDevice, pushHosts } from './testing/members/settings.ts';
import { migratedPostgresDatabase } from './testing/app/postgres.ts';
import { openTestApp, type TestApp } from './testing/app/test-app.ts';
import { openTestWorld } from './testing/app/test-world.ts';

const count = 40;
const env = { ...pushHosts, LOG_LEVEL: 'silent' };
const minute = 60_000;
let databaseUrl: string;
beforeEach(async () => {
  const { remove, ...database } = await migratedPostgresDatabase();
  ({ databaseUrl } = database);
  onTestFinished(remove);
});

/** A process with a mail queue. */
async function mailing(send: Mailer['send']) {
  const { world, clock, close } = await openTestWorld({ databaseUrl, env });
  onTestFinished(close);
  const queue = openMailQueue({ ...world, mail: { send } });
  onTestFinished(queue.close);
  return { world, clock, queue };
}

const addTo = ({ world, queue }: { world: TestApp['world']; queue: MailQueue }, address: string) =>
  world.db.write((tx) =>
    queue.add(tx, {
      to: address,
      brandKey: 'hearthside',
      subject: 'Hello',
      body: 'text',
      expiresMs: Number.MAX_SAFE_INTEGER,
      due: 'first',
    }),
  );

test('three processes send each mail once', async () => {
  const sent: Mail[] = [];
  const send: Mailer['send'] = async (mail) => void sent.push(mail);
  const processes = [await mailing(send), await mailing(send), await mailing(send)];
  for (let number = 0; number < count; number += 1) await addTo(processes[0]!, `m${number}@example.org`);
  for (const { queue } of processes) queue.wake();
  const waiting = () =>
    processes[0]!.world.db.read.selectFrom('mail_queue').select('id').where('state', '=', 'waiting').execute();
  await expect.poll(waiting).toEqual([]);
  expect(sent).toHaveLength(count);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(count);
});

test('the mail of a process that has stopped is repeated once with the same id, and not again when that process continues', async () => {
  const [sent, ends]: [string[], PromiseWithResolvers<void>[]] = [[], []];
  const send: Mailer['send'] = (mail) => {
    sent.push(mail.id);
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return end.promise;
  };
  const first = await mailing(send);
  await addTo(first, 'a@example.org');
  first.queue.wake();
  await expect.poll(() => sent).toHaveLength(1);
  // Opened only now: otherwise one of them may be the first that sends it.
  for (const { clock, queue } of [await mailing(send), await mailing(send)]) {
    clock.pass(minute);
    queue.wake();
  }
  await expect.poll(() => sent).toHaveLength(2);
  const row = () => first.world.db.read.selectFrom('mail_queue').select(['state', 'tries', 'next_ms']).executeTakeFirstOrThrow();
  const claimed = await row();
  expect(claimed).toMatchObject({ state: 'waiting', tries: 2 });
  ends[0]!.reject(new MailError('busy', false));
  // Closing waits for what the attempt stores.
  await first.queue.close();
  expect(await row()).toEqual(claimed);
  ends[1]!.resolve();
  await expect.poll(row).toMatchObject({ state: 'sent', tries: 2 });
  expect(sent).toEqual([sent[0], sent[0]]);
});

test('three processes send each push once, and repeat those of a stopped one once under the same topic', async () => {
  const pushKeys = newPushKeys();
  const delivered: PushOutcome = { kind: 'delivered' };
  const sent: string[] = [];
  const stopped = Promise.withResolvers<PushOutcome>();
  let [isStopped, held] = [false, 0];
  const open = async (isFirst: boolean) => {
    const push = fakePushSender();
    const send: typeof push.send = (_to, _payload, { topic = '' }) => {
      sent.push(topic);
      if (!isFirst || !isStopped) return Promise.resolve(delivered);
      held += 1;
      return stopped.promise;
    };
    const app = await openTestApp({ databaseUrl, env, parts: { pushKeys, push: { send } } });
    onTestFinished(app.close);
    return app;
  };
  const apps = [await open(true), await open(false), await open(false)];
  onTestFinished(() => stopped.resolve(delivered));
  const [{ world }] = apps as [TestApp];
  const [anton, boris] = [await apps[0]!.member(), await apps[0]!.member()];
  await change(boris, { pushSubscriptions: [newDevice()] });
  await anton.call(likes.putProfileLike, {
    body: { likerProfileId: anton.profileId, likedProfileId: boris.profileId, likeType: 'LIKE' },
  });
  const waiting = async () => (await world.db.read.selectFrom('push_queue').select('topic').execute()).length;
  await expect.poll(() => sent.length).toBe(1);
  await expect.poll(waiting).toBe(0);
  const { id: notificationId } = await world.db.read.selectFrom('notifications').select('id').executeTakeFirstOrThrow();
  const { id: subscription_id } = await world.db.read.selectFrom('push_subscriptions').select('id').executeTakeFirstOrThrow();
  const topics = (name: string) => Array.from({ length: count }, (_, number) => `${name}-${number}`);
  const wake = (woken = apps) =>
    woken.forEach(({ world: { bus } }) => bus.publish({ type: 'pushQueued', profileId: boris.profileId }));
  async function queue(name: string): Promise<void> {
    sent.length = 0;
    const push = {
      subscription_id,
      profile_id: boris.profileId,
      payload: JSON.stringify({ notificationId }),
      tries: 0,
      next_ms: 0,
    };
    const rows = topics(name).map((topic) => ({ ...push, id: topic, topic, created_ms: apps[0]!.clock.now() }));
    await world.db.write((tx) => tx.insertInto('push_queue').values(rows).execute());
  }

  await queue('running');
  wake();
  await expect.poll(waiting).toBe(0);
  expect(sent.toSorted()).toEqual(topics('running').toSorted());

  isStopped = true;
  await queue('stopped');
  wake(apps.slice(0, 1));
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  wake();
  await expect.poll(() => sent.length).toBe(count);
  await expect.poll(waiting).toBe(held);
  for (const { clock } of apps.slice(1)) clock.pass(minute);
  wake();
  await expect.poll(waiting).toBe(0);
  stopped.resolve(delivered);
  await apps[0]!.close();
  expect([sent.length, new Set(sent).size, held > 0]).toEqual([count + held, count, true]);
});
