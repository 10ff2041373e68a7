// Injects faults of networks, servers, disks, clocks and push services, and counts lost and duplicated data.
import { killRepeatedly } from '#server/testing/faults/killed-server.ts';
import { newPushKeys } from '#server/outside/push-keys.ts';
import { webPushSender } from '#server/outside/web-push.ts';
import { fillDisk } from '#server/testing/faults/full-disk.ts';
import { startPushEndpoint, type PushAnswer } from '#server/testing/fakes/push-endpoint.ts';
import { stepClock } from '#server/testing/faults/stepping-clock.ts';
import { testFailingPush } from '#server/testing/faults/failing-push.ts';
import { usualMix, type Counts } from '#scripts/faults/actions.ts';
import { playMany } from '#scripts/faults/schedules.ts';
import type { Schedule } from '#scripts/faults/schedule-runner.ts';
import { numberFlag } from './figures.ts';

interface Row {
  readonly fault: string;
  /** The number of faults, and the load. */
  readonly summary: string;
  readonly failures: readonly string[];
}

interface Size {
  readonly schedules: number;
  readonly kills: number;
  readonly restarts: number;
  readonly pushes: number;
}

const full: Size = { schedules: 10_000, kills: 200, restarts: 40, pushes: 500 };
const quick: Size = { schedules: 300, kills: 5, restarts: 4, pushes: 40 };

/** `npm run bench -- faults [--quick] [--seed N]`. Rejects if data is lost, duplicated or out of order. */
export async function run(args: string[]): Promise<void> {
  const size = args.includes('--quick') ? quick : full;
  const seed = numberFlag(args, '--seed', 1, 0);
  const checks: readonly (() => Promise<Row>)[] = [
    () => schedules('seeded schedules of all faults', seed, size.schedules),
    () => schedules('network cut in a send', seed, 1, { until: { all: ['cutBefore', 'cutAfter'], reach: 200 }, mix: senders }),
    () =>
      schedules('socket lost while messages arrive', seed, 1, { until: { all: ['socketsLost'], reach: 500 }, mix: receivers }),
    () => schedules('server restarted during chat', seed, 1, { until: { all: ['restarts'], reach: 200 }, mix: restarters }),
    () => schedules('replies lost on a device that stores nothing', seed, 1, storingNothing),
    () => kills('kill -9 of the server process', size.kills, ['SIGKILL']),
    () => kills('server process terminated and killed alternately', size.restarts, ['SIGTERM', 'SIGKILL']),
    fullDisk,
    () => clockSteps(seed),
    pushAnswers,
    () => failingPushes(size.pushes, seed),
  ];
  const rows: Row[] = [];
  for (const check of checks) {
    const startedAt = performance.now();
    const row = await check();
    rows.push(row);
    console.log(
      `${row.failures.length === 0 ? 'passed' : 'FAILED'}  ${row.fault}, ${Math.round((performance.now() - startedAt) / 1_000)} s`,
    );
    for (const failure of row.failures.slice(0, 5)) console.log(`        ${failure.slice(0, 2_000)}`);
  }
  console.table(rows.map(({ fault, summary, failures }) => ({ fault, summary, failures: failures.length })));
  if (rows.some(({ failures }) => failures.length > 0)) throw new Error(`Some checks failed with seed ${seed}.`);
}

const senders = { ...usualMix, killTab: 10, wakeWorker: 20 };
const receivers = { ...usualMix, remove: 0, loseSocket: 100 };
const restarters = { ...usualMix, remove: 0, restart: 30 };
const storingNothing: Schedule = {
  refusesWrites: true,
  mix: { ...usualMix, write: 60, remove: 0, killTab: 0, loseNetwork: 2 },
  until: { all: ['cutAfter'], reach: 200 },
};

async function schedules(fault: string, seed: number, count: number, schedule?: Schedule): Promise<Row> {
  const { counts, faults } = await playMany(seed, count, schedule);
  return { fault, summary: `${count} from seed ${seed}: ${countsText(counts)}`, failures: faults };
}

const countsText = (counts: Counts): string =>
  `${counts.messages} messages, ${counts.cutBefore} requests and ${counts.cutAfter} replies lost, ${counts.socketsLost} sockets lost, ` +
  `${counts.restarts} restarts, ${counts.tabsKilled} tabs killed, ${counts.workerReplays} worker replays, ${counts.clockSteps} clock steps`;

async function kills(fault: string, times: number, signals: Parameters<typeof killRepeatedly>[1]): Promise<Row> {
  const { answered, unanswered, slowestEndMs, kills: count, integrity, ...rest } = await killRepeatedly(times, signals);
  const { lost, doubled, wrong, stale } = rest;
  const bad = Object.entries({ lost, doubled, wrong, stale }).filter(([, found]) => found > 0);
  return {
    fault,
    summary: `${count} times, ${answered.messages} messages answered, ${unanswered} writes repeated, slowest shutdown ${slowestEndMs} ms`,
    failures: [
      ...bad.map(([what, found]) => `${found} ${what}`),
      ...(integrity === 'ok' ? [] : [integrity]),
      ...(slowestEndMs < 10_000 ? [] : ['a shutdown took 10 s']),
    ],
  };
}

async function fullDisk(): Promise<Row> {
  const { sends, refused, reads, leftovers, storedLater, inOrder, integrity } = await fillDisk(200);
  const hasPassed =
    refused.every((how) => how.startsWith('503 disk-full')) &&
    reads.join() === '200' &&
    leftovers === 0 &&
    storedLater === sends &&
    inOrder &&
    integrity === 'ok';
  return {
    fault: 'disk full at a send',
    summary: `${sends} sends: ${refused.join('; ')}; reads ${reads.join()}; ${storedLater} stored after space was freed`,
    failures: hasPassed ? [] : [JSON.stringify({ refused, reads, leftovers, storedLater, inOrder, integrity })],
  };
}

async function clockSteps(seed: number): Promise<Row> {
  const { steps, sent, ...wrong } = await stepClock(200, seed);
  return {
    fault: 'server clock off by days',
    summary: `${steps} steps, ${sent} messages`,
    failures: nonZero(wrong),
  };
}

const answers: readonly (readonly [string, PushAnswer, string])[] = [
  ['201', { status: 201 }, 'delivered'],
  ['404', { status: 404 }, 'gone'],
  ['410', { status: 410 }, 'gone'],
  ['403', { status: 403 }, 'refused'],
  ['429 with Retry-After', { status: 429, headers: { 'retry-after': '120' } }, 'later'],
  ['500', { status: 500 }, 'later'],
  ['silence', () => undefined, 'later'],
  ['a redirect', { status: 302, headers: { location: 'https://169.254.169.254/' } }, 'rejected'],
];

const nonZero = (counts: Readonly<Record<string, number>>): string[] =>
  Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));

async function pushAnswers(): Promise<Row> {
  const service = await startPushEndpoint();
  const sender = webPushSender({
    keys: newPushKeys(),
    subject: 'mailto:operator@example.org',
    forTests: service.forTests,
    deadlineMs: 1_000,
  });
  const failures: string[] = [];
  try {
    for (const [name, answer, expected] of answers) {
      service.answer = answer;
      const { kind } = await sender.send(service.subscribe(), '{}', { ttlSeconds: 60 });
      if (kind !== expected) failures.push(`${name} is ${kind}`);
    }
  } finally {
    await service.close();
  }
  return {
    fault: 'replies of a push service',
    summary: answers.map(([name, , kind]) => `${name}: ${kind}`).join(', '),
    failures,
  };
}

async function failingPushes(sends: number, seed: number): Promise<Row> {
  const { tries, ended, sends: _sends, ...wrong } = await testFailingPush(sends, seed);
  return {
    fault: 'failing push services',
    summary: `${sends} messages, ${tries} tries: ${Object.entries(ended)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(', ')}`,
    failures: nonZero(wrong),
  };
}
