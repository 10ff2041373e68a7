// Three processes that share their sockets in a real Redis: a member who reads gets no push, and limits hold for all together.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeCodes } from '#shared/contract/live.ts';
import { limits as sharedLimits } from '#shared/rules/limits.ts';
import { serverLimits } from '#server/limits.ts';
import { openRedisPresence, type RedisPresence } from '#server/redis/presence.ts';
import { browserOf } from '#server/testing/app/browser.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openSharedApps } from '#server/testing/app/shared-apps.ts';
import { startRedis, type TestRedis } from '#server/testing/fakes/redis.ts';
import { like, write } from '#server/testing/members/actions.ts';
import { change, newDevice, pushHosts } from '#server/testing/members/settings.ts';
import { openSocket, type TestSocket } from '#server/testing/members/sockets.ts';

let redis: TestRedis;
let presences: RedisPresence[];
/** The process with this number no longer publishes anything, as if it was killed. */
let killed: number | null;
let app: Awaited<ReturnType<typeof openSharedApps>>;
let anton: Member;
let boris: Member;
beforeEach(async () => {
  killed = null;
  redis = await startRedis();
  const times = { waitMs: 60_000, keptMs: 60_000, renewMs: 100, secret: 'secret', onChange: () => undefined };
  presences = await Promise.all(
    [0, 1, 2].map((process) => openRedisPresence(redis.url, { ...times, processName: `process-${process}` })),
  );
  let opened = 0;
  const presenceOfNext = () => {
    const process = opened++;
    const presence = presences[process] as RedisPresence;
    return {
      publish: (key: string, value: string | null) => void (process === killed || presence.publish(key, value)),
      valuesOfOthers: (key: string) => presence.valuesOfOthers(key),
      shareOf: (key: string, max: number) => presence.shareOf(key, max),
      onLost: (listener: () => void) => presence.onLost(listener),
    };
  };
  app = await openSharedApps({
    env: { ...pushHosts, LOG_LEVEL: 'silent' },
    limits: { socketsPerAddress: 9 },
    parts: () => ({ presence: presenceOfNext() }),
  });
  [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  await change(boris, { pushSubscriptions: [newDevice()] });
});
afterEach(async () => {
  await app.close();
  for (const presence of presences) await presence.close();
  await redis.stop();
});

/** The member with all their calls at one process. */
function at(process: number, member: Member): Member {
  const browser = browserOf(app.origins[process] ?? '');
  for (const [name, value] of member.cookies) browser.cookies.set(name, value);
  return { ...member, ...browser };
}

async function socketAt(process: number, member: Member): Promise<TestSocket> {
  app.clock.pass(1);
  const socket = await openSocket(at(process, member));
  await socket.settled();
  return socket;
}

async function readsAt(process: number): Promise<TestSocket> {
  const socket = await socketAt(process, boris);
  socket.say({ type: 'looking', isVisible: true, conversationWith: anton.profileId });
  await socket.settled();
  return socket;
}

/** Wakes the queues, and waits until no push is due or being sent. Returns how many wait for later. */
async function waiting(): Promise<number> {
  app.world.bus.publish({ type: 'pushQueued', profileId: '' });
  return vi.waitFor(async () => {
    const rows = await app.world.db.read.selectFrom('push_queue').select('next_ms').execute();
    const later = app.clock.now() + serverLimits.presence.keptMs;
    expect(rows.filter(({ next_ms }) => next_ms <= app.clock.now() || next_ms > later)).toEqual([]);
    return rows.length;
  });
}

/** Lets the time pass for which the values of a killed process still count. */
const pass = (): void => app.clock.pass(serverLimits.presence.keptMs);

test('a member who reads a conversation in one process gets no push about it from any process', async () => {
  const reader = await readsAt(0);
  const carl = await app.member({ name: 'Carl' });
  for (let time = 0; time < 6; time++) {
    await write(at(1, anton), boris, `message ${time}`);
    await waiting();
    pass();
    expect(await waiting()).toBe(0);
  }
  // The app is visible, so they see that they are liked.
  await like(at(2, carl), boris);
  await waiting();
  pass();
  expect(await waiting()).toBe(0);
  expect(app.push.sent).toHaveLength(0);

  await write(at(1, carl), boris, 'another conversation');
  await waiting();
  expect(app.push.sent).toHaveLength(1);
  reader.say({ type: 'looking', isVisible: false, conversationWith: anton.profileId });
  await reader.settled();
  await write(at(1, anton), boris, 'the phone is in the pocket');
  await waiting();
  expect(app.push.sent).toHaveLength(2);
});

test('a push is sent, some seconds late, when the process was killed in which its member was reading', async () => {
  await readsAt(0);
  await presences[0]?.valuesOfOthers('');
  killed = 0;
  await app.app.close();
  await write(at(1, anton), boris, 'do you see this?');
  expect(await waiting()).toBe(1);
  expect(app.push.sent).toHaveLength(0);
  await presences[0]?.close();
  pass();
  expect(await waiting()).toBe(0);
  expect(app.push.sent).toHaveLength(1);
});

test('while Redis is away a push may be unnecessary, and none is lost', async () => {
  await readsAt(0);
  await redis.kill();
  await vi.waitFor(() => expect(presences.map(({ isLost }) => isLost)).toEqual([true, true, true]));
  const carl = await app.member({ name: 'Carl' });
  await write(at(2, carl), boris, 'another conversation');
  await waiting();
  expect(app.push.sent).toHaveLength(1);
  // Process 0 sends none if it is the one that tries, since it knows what is on the screen.
  for (let time = 0; time < 30 && app.push.sent.length === 1; time++) {
    await write(at(1, anton), boris, `message ${time}`);
    await waiting();
  }
  expect(app.push.sent).toHaveLength(2);
  await redis.start();
  await vi.waitFor(() => expect(presences.map(({ isLost }) => isLost)).toEqual([false, false, false]));
  await write(at(1, anton), boris, 'this one is on the screen');
  await waiting();
  pass();
  expect(await waiting()).toBe(0);
  expect(app.push.sent).toHaveLength(2);
});

test('the first of a member’s sockets is closed with the sixth, in whichever process they are', async () => {
  const sockets: TestSocket[] = [];
  for (let n = 0; n <= sharedLimits.socketsPerMember; n++) sockets.push(await socketAt(n % 3, anton));
  expect(await sockets[0]?.closed).toBe(closeCodes.replaced);
  for (const socket of sockets.slice(1)) await socket.settled();
});

test('an address has no more sockets than the limit in all processes together, even if they are opened at once', async () => {
  const members = await Promise.all(Array.from({ length: 12 }, () => app.member()));
  const opened = await Promise.allSettled(members.map((member, n) => openSocket(at(n % 3, member))));
  const sockets = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  let left = 0;
  for (const socket of sockets)
    await socket.settled().then(
      () => left++,
      () => undefined,
    );
  expect(left).toBeLessThanOrEqual(9);
  for (const member of members.slice(0, 9 - left)) await socketAt(0, member);
  await expect(openSocket(at(1, anton))).rejects.toThrow('refused with 429');
  await expect(openSocket(at(2, anton))).rejects.toThrow('refused with 429');
});

test('while Redis is away each process keeps and accepts only its share, and afterwards the limits count for all together again', async () => {
  let open = 0;
  const watch = (socket: TestSocket): TestSocket => {
    open += 1;
    void socket.closed.then(() => (open -= 1));
    return socket;
  };
  for (let n = 0; n < 5; n++) watch(await socketAt(0, anton));
  await vi.waitFor(() => expect(presences.map(({ knownProcesses }) => knownProcesses)).toEqual([3, 3, 3]));
  await redis.kill();
  await vi.waitFor(() => expect(presences.map(({ isLost }) => isLost)).toEqual([true, true, true]));
  await vi.waitFor(() => expect(open).toBeLessThanOrEqual(2));
  expect(open).toBeGreaterThan(0);
  for (const process of [0, 1, 2, 0, 1, 2, 0, 1, 2]) watch(await socketAt(process, anton));
  await vi.waitFor(() => expect(open).toBe(5));

  await redis.start();
  await vi.waitFor(() => expect(presences.map(({ isLost }) => isLost)).toEqual([false, false, false]));
  watch(await socketAt(1, anton));
  await vi.waitFor(() => expect(open).toBe(5));
});
