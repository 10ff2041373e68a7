// Operators learn on their own port whether the server lives and is ready, and get metrics that contain nothing about a member.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { HealthSample } from '#shared/contract/admin.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { lockProcess } from '#server/db/process-lock.ts';
import { ServerReadiness } from '#server/http/readiness.ts';
import { openAppForTest } from '#server/testing/app/app-for-test.ts';
import { freePort } from '#server/testing/app/free-port.ts';
import type { TestWorldOptions } from '#server/testing/app/test-world.ts';
import { openOperations } from './operations-server.ts';

const limits = { diskFreeBytesLeast: 1_000 };
const healthy: HealthSample = {
  atMs: 0,
  readMs: 1.5,
  writeMs: 2.5,
  writesWaiting: 3,
  sockets: 4,
  membersOnline: 4,
  pushesWaiting: 5,
  mailsWaiting: 6,
  diskFreeBytes: 1_000,
  loopDelayMs: 7,
  memoryBytes: 8,
};

async function opened() {
  const ending = new AbortController();
  const readiness = new ServerReadiness(limits, ending.signal);
  const operations = await openOperations({ port: 0, host: '127.0.0.1' }, { readiness, version: 'c0ffee' });
  onTestFinished(() => operations.close());
  return { operations, readiness, ending, ...pagesOn(operations.port) };
}

function pagesOn(port: number) {
  const get = (page: string) => fetch(`http://127.0.0.1:${port}${page}`);
  return {
    get,
    live: async () => (await get('/health/live')).status,
    async ready() {
      const answer = await get('/health/ready');
      return [answer.status, await answer.json()];
    },
    metrics: async () => (await get('/metrics')).text(),
  };
}

async function openedApp(options: TestWorldOptions = {}) {
  const port = await opened();
  const app = await openAppForTest({ ...options, operations: port.operations });
  return { app, ...port };
}

test('while the server starts it lives, is not ready, and says how far it is', async () => {
  const { readiness, live, ready, metrics, get } = await opened();
  readiness.progress.expect(8);
  await readiness.progress.advance(3);
  expect(await live()).toBe(200);
  expect(await ready()).toEqual([503, { status: 'starting', loaded: 3, of: 8 }]);
  expect(await metrics()).toMatch(/^community_start_loaded 3$/m);
  expect((await get('/health')).status).toBe(404);
  expect((await get('/constructor')).status).toBe(404);
});

test.each([
  [{}, 200, { status: 'ready', database: 'answers', disk: 'has-room', pictures: 'available' }],
  [{ readMs: null }, 503, { status: 'not-ready', database: 'no-answer', disk: 'has-room', pictures: 'available' }],
  [{ writeMs: null }, 503, { status: 'not-ready', database: 'no-answer', disk: 'has-room', pictures: 'available' }],
  [{ diskFreeBytes: 999 }, 503, { status: 'not-ready', database: 'answers', disk: 'full', pictures: 'available' }],
  [{ diskFreeBytes: null }, 503, { status: 'not-ready', database: 'answers', disk: 'no-answer', pictures: 'available' }],
])('a started server with %o is answered with %i', async (change, status, body) => {
  const { readiness, ready, metrics } = await opened();
  readiness.started({ measure: async () => ({ ...healthy, ...change }), hasPictures: () => true });
  expect(await ready()).toEqual([status, body]);
  expect(await metrics()).toMatch(new RegExp(`^community_ready ${Number(status === 200)}$`, 'm'));
});

test('a server whose pictures are unavailable still serves messages, and says so', async () => {
  const { readiness, ready, metrics } = await opened();
  expect(await metrics()).not.toContain('community_pictures_available');
  let hasPictures = false;
  readiness.started({ measure: async () => healthy, hasPictures: () => hasPictures });
  expect(await ready()).toEqual([200, { status: 'ready', database: 'answers', disk: 'has-room', pictures: 'unavailable' }]);
  expect(await metrics()).toMatch(/^community_ready 1$[\s\S]*^community_pictures_available 0$/m);
  hasPictures = true;
  expect((await ready())[0]).toBe(200);
  expect(await metrics()).toMatch(/^community_pictures_available 1$/m);
});

test('a server that counts its limits alone is ready, and says so', async () => {
  const { readiness, ready, metrics } = await opened();
  let state: 'own' | 'shared' | 'alone' = 'own';
  readiness.started({ measure: async () => healthy, hasPictures: () => true, countsState: () => state });
  expect((await ready())[1]).not.toHaveProperty('limits');
  expect(await metrics()).not.toContain('community_limits_shared');
  state = 'shared';
  expect(await ready()).toMatchObject([200, { status: 'ready', limits: 'shared' }]);
  expect(await metrics()).toMatch(/^community_limits_shared 1$/m);
  state = 'alone';
  expect(await ready()).toMatchObject([200, { status: 'ready', limits: 'alone' }]);
  expect(await metrics()).toMatch(/^community_limits_shared 0$/m);
});

test('a server that does not know the changes of others is not ready, and says so', async () => {
  const { readiness, ready, metrics } = await opened();
  let term: number | null = null;
  readiness.started({ measure: async () => healthy, hasPictures: () => true, lease: { term: () => term } });
  expect(await ready()).toMatchObject([503, { status: 'not-ready', database: 'answers', changes: 'behind' }]);
  expect(await metrics()).toMatch(/^community_ready 0$[\s\S]*^community_changes_known 0$/m);
  term = 1;
  expect(await ready()).toMatchObject([200, { status: 'ready', changes: 'known' }]);
  expect(await metrics()).toMatch(/^community_ready 1$[\s\S]*^community_changes_known 1$/m);
});

test('metrics count the calls of the bucket by result, and their durations', async () => {
  const { operations, metrics } = await opened();
  for (const result of ['done', 'done', 'missing', 'no-answer']) operations.countStoreCall({ call: 'get', result, ms: 30 });
  const text = await metrics();
  expect(text).toMatch(/^community_picture_store_calls_total\{call="get",result="done"\} 2$/m);
  expect(text).toMatch(/^community_picture_store_calls_total\{call="get",result="no-answer"\} 1$/m);
  expect(text).toMatch(/^community_picture_store_call_duration_seconds_bucket\{le="0.05",call="get"\} 4$/m);
  expect(text).toMatch(/^community_picture_store_call_duration_seconds_sum\{call="get"\} 0.12$/m);
});

test('a database that does not answer in time delays no answer', async () => {
  const { readiness, live, ready, metrics } = await opened();
  readiness.started({ measure: async () => null, hasPictures: () => true });
  expect(await ready()).toEqual([503, { status: 'not-ready', database: 'no-answer', disk: 'no-answer', pictures: 'available' }]);
  expect(await metrics()).toMatch(/^community_database_up 0$/m);
  expect(await live()).toBe(200);
});

test('a server that ends still lives, but is not ready', async () => {
  const { readiness, ending, live, ready } = await opened();
  readiness.started({ measure: async () => healthy, hasPictures: () => true });
  ending.abort();
  expect(await ready()).toEqual([503, { status: 'ending' }]);
  expect(await live()).toBe(200);
});

test('the application is ready when it listens, and not when its database refuses to write', async () => {
  let isBroken = false;
  const { app, ready } = await openedApp({
    parts: ({ db }) => ({
      db: { ...db, write: (work) => (isBroken ? Promise.reject(new Error('the database is gone')) : db.write(work)) },
    }),
    env: { LOG_LEVEL: 'silent' },
  });
  await app.sweptOnce();
  expect(await ready()).toEqual([200, { status: 'ready', database: 'answers', disk: 'has-room', pictures: 'available' }]);
  isBroken = true;
  expect(await ready()).toEqual([503, { status: 'not-ready', database: 'no-answer', disk: 'has-room', pictures: 'available' }]);
  isBroken = false;
});

test('the port of members has no metrics', async () => {
  const { app } = await openedApp();
  for (const page of ['/health/live', '/metrics', '/api/metrics']) expect((await fetch(`${app.origin}${page}`)).status).toBe(404);
});

test('metrics count calls by route and status, durations and refusals, and name no member', async () => {
  const { app, metrics } = await openedApp();
  const member = await app.member();
  const other = await app.member();
  await member.call(profiles.getProfile, { params: { id: other.profileId }, query: { admin: false } });
  await member.call(profiles.getProfile, { params: { id: member.profileId }, query: { admin: false } });
  await fetch(`${app.origin}/api/profile/${member.profileId}`);
  await fetch(`${app.origin}/api/nothing/${member.profileId}?secret=1`);
  // A call is counted when its connection has been written to, which its client may notice earlier.
  await expect.poll(metrics).toMatch(/^community_calls_total\{method="GET",route="none",status="4xx"\} 1$/m);
  const text = await metrics();
  expect(text).toMatch(/^community_calls_total\{method="GET",route="\/api\/profile\/:id",status="2xx"\} 2$/m);
  expect(text).toMatch(/^community_call_duration_seconds_bucket\{le="\+Inf",method="GET",route="\/api\/profile\/:id"\} 3$/m);
  expect(text).toMatch(/^community_call_duration_seconds_count\{method="GET",route="\/api\/profile\/:id"\} 3$/m);
  expect(text).toMatch(/^community_refused_calls_total\{code="not-found"\} 1$/m);
  expect(text).toMatch(/^community_refused_calls_total\{code="unauthenticated"\} 1$/m);
  for (const secret of [member.profileId, other.profileId, 'secret', '127.0.0.1', '@']) expect(text).not.toContain(secret);
});

test('metrics have the text format of Prometheus, and contain queues, sockets, database and process', async () => {
  const { operations, readiness, get } = await opened();
  readiness.started({ measure: async () => healthy, hasPictures: () => true });
  operations.watch({ writes: () => 9 });
  for (const ms of [1, 30, 20_000])
    operations.countCall({ method: 'GET', route: '/a"\\', status: ms > 100 ? null : 200, ms, bytes: 0, code: null });
  const answer = await get('/metrics');
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = (await answer.text()).split('\n');
  expect(lines.at(-1)).toBe('');
  const wrong = lines.filter(
    (line) =>
      line !== '' &&
      !/^# (?:HELP [a-z_]+ .+|TYPE [a-z_]+ (?:gauge|counter|histogram))$/.test(line) &&
      !/^[a-z_]+(?:\{(?:[a-z]+="(?:[^"\\]|\\.)*",?)+\})? \d[\d.e+-]*$/.test(line),
  );
  expect(wrong).toEqual([]);
  expect(lines).toEqual(
    expect.arrayContaining([
      `community_build_info{version="c0ffee",node="${process.version}"} 1`,
      '# HELP community_sockets Open sockets of this process.',
      'community_sockets 4',
      'community_mails_waiting 6',
      'community_pushes_waiting 5',
      'community_database_up 1',
      'community_database_read_seconds 0.0015',
      'community_database_writes_waiting 3',
      'community_database_writes_total 9',
      'community_event_loop_delay_max_seconds 0.007',
      'community_calls_total{method="GET",route="/a\\"\\\\",status="2xx"} 2',
      'community_calls_total{method="GET",route="/a\\"\\\\",status="aborted"} 1',
      'community_call_duration_seconds_bucket{le="0.005",method="GET",route="/a\\"\\\\"} 1',
      'community_call_duration_seconds_bucket{le="0.05",method="GET",route="/a\\"\\\\"} 2',
      'community_call_duration_seconds_bucket{le="10",method="GET",route="/a\\"\\\\"} 2',
      'community_call_duration_seconds_bucket{le="+Inf",method="GET",route="/a\\"\\\\"} 3',
    ]),
  );
  const names = lines.filter((line) => line.startsWith('# TYPE')).map((line) => line.split(' ')[2]);
  expect(new Set(names).size).toBe(names.length);
});

test('a process that waits for its data lives, is not ready, counts its calls, and ends on SIGTERM', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'operations-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const lock = await lockProcess({ dataDir, databaseUrl: undefined, waitMs: 0, onTaken: () => expect.unreachable() });
  const [port, operationsPort] = [await freePort(), await freePort()];
  const settings = {
    PORT: String(port),
    OPS_PORT: String(operationsPort),
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    LOG_LEVEL: 'error',
  };
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../main.ts')], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const { live, ready, metrics } = pagesOn(operationsPort);
  await expect.poll(() => live().catch(() => null), { timeout: 60_000 }).toBe(200);
  expect(await ready()).toEqual([503, { status: 'starting', loaded: 0, of: 0 }]);
  const callStatus = async () => (await fetch(`http://127.0.0.1:${port}/api/version`)).status;
  await expect.poll(() => callStatus().catch(() => null)).toBe(503);
  await expect.poll(metrics).toMatch(/^community_refused_calls_total\{code="starting"\} 1$/m);
  expect(await metrics()).toMatch(/^community_calls_total\{method="GET",route="none",status="5xx"\} 1$/m);
  await lock.close();
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
