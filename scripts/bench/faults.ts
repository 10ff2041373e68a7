// Every fault of networks, servers, disks, clocks and push services at full size: how often it was there, and what was lost or doubled.
import { killRepeatedly } from '#server/testing/faults/killed-server.ts';
import { newPushKeys } from '#server/outside/push-keys.ts';
import { webPushSender } from '#server/outside/web-push.ts';
import { fillDisk } from '#server/testing/faults/full-disk.ts';
import { startPushEndpoint, type PushAnswer } from '#server/testing/fakes/push-endpoint.ts';
import { stepClock } from '#server/testing/faults/stepping-clock.ts';
import { testFailingPush } from '#server/testing/faults/failing-push.ts';
import { usualMix, type Counts } from '#scripts/faults/happenings.ts';
import { playMany } from '#scripts/faults/schedules.ts';
import type { Schedule } from '#scripts/faults/stage.ts';

interface Row {
  readonly fault: string;
  /** How often it was there, and under how much work. */
  readonly shown: string;
  /** What did not hold; nothing is as it should be. */
  readonly faults: readonly string[];
}

interface Size {
  readonly schedules: number;
  readonly kills: number;
  readonly restarts: number;
  readonly pushes: number;
}

const full: Size = { schedules: 10_000, kills: 200, restarts: 40, pushes: 500 };
const quick: Size = { schedules: 300, kills: 5, restarts: 4, pushes: 40 };

/** `npm run bench -- faults [--quick] [--seed N]`. Rejects when anything is lost, doubled or out of order. */
export async function run(args: string[]): Promise<void> {
  const size = args.includes('--quick') ? quick : full;
  const flag = args.indexOf('--seed');
  const seed = flag === -1 ? 1 : Number(args[flag + 1]);
  if (!Number.isInteger(seed)) throw new Error('--seed wants a whole number.');
  const shows: readonly (() => Promise<Row>)[] = [
    () => schedules('seeded schedules of all of it', seed, size.schedules),
    () => schedules('network cut in a send', seed, 1, { until: { all: ['cutBefore', 'cutAfter'], reach: 200 }, mix: senders }),
    () => schedules('socket lost while messages arrive', seed, 1, { until: { all: ['socketsLost'], reach: 500 }, mix: hearers }),
    () => schedules('server restarted during chat', seed, 1, { until: { all: ['restarts'], reach: 200 }, mix: restarters }),
    () => ends('kill -9 of the server process', size.kills, ['SIGKILL']),
    () => ends('process ended and killed in turn', size.restarts, ['SIGTERM', 'SIGKILL']),
    fullDisk,
    () => clocks(seed),
    pushAnswers,
    () => troubledPushes(size.pushes, seed),
  ];
  const rows: Row[] = [];
  for (const show of shows) {
    const startedAt = performance.now();
    const row = await show();
    rows.push(row);
    console.log(
      `${row.faults.length === 0 ? 'holds' : 'FAILS'}  ${row.fault}, ${Math.round((performance.now() - startedAt) / 1_000)} s`,
    );
    for (const fault of row.faults.slice(0, 5)) console.log(`       ${fault.slice(0, 2_000)}`);
  }
  console.table(rows.map(({ fault, shown, faults }) => ({ fault, shown, faults: faults.length })));
  if (rows.some(({ faults }) => faults.length > 0)) throw new Error(`Something did not hold; seed ${seed}.`);
}

const senders = { ...usualMix, killTab: 10, wakeWorker: 20 };
const hearers = { ...usualMix, remove: 0, loseSocket: 100 };
const restarters = { ...usualMix, remove: 0, restart: 30 };

async function schedules(fault: string, seed: number, count: number, schedule?: Schedule): Promise<Row> {
  const { counts, faults } = await playMany(seed, count, schedule);
  return { fault, shown: `${count} from seed ${seed}: ${inWords(counts)}`, faults };
}

const inWords = (counts: Counts): string =>
  `${counts.messages} messages, ${counts.cutBefore} + ${counts.cutAfter} cuts before and after the commit, ${counts.socketsLost} sockets, ` +
  `${counts.restarts} restarts, ${counts.tabsKilled} tabs killed, ${counts.workerReplays} worker replays, ${counts.clockSteps} clock steps`;

async function ends(fault: string, times: number, signals: Parameters<typeof killRepeatedly>[1]): Promise<Row> {
  const { answered, unanswered, slowestEndMs, kills, integrity, ...rest } = await killRepeatedly(times, signals);
  const { lost, doubled, wrong, stale } = rest;
  const bad = Object.entries({ lost, doubled, wrong, stale }).filter(([, count]) => count > 0);
  return {
    fault,
    shown: `${kills} times, ${answered.messages} messages answered, ${unanswered} writes repeated, slowest end ${slowestEndMs} ms`,
    faults: [
      ...bad.map(([what, count]) => `${count} ${what}`),
      ...(integrity === 'ok' ? [] : [integrity]),
      ...(slowestEndMs < 10_000 ? [] : ['an end took 10 s']),
    ],
  };
}

async function fullDisk(): Promise<Row> {
  const { sends, refused, reads, leftBehind, storedLater, inOrder, integrity } = await fillDisk(200);
  const holds =
    refused.every((how) => how.startsWith('503 disk-full')) &&
    reads.join() === '200' &&
    leftBehind === 0 &&
    storedLater === sends &&
    inOrder &&
    integrity === 'ok';
  return {
    fault: 'disk full at a send',
    shown: `${sends} sends: ${refused.join('; ')}; reads ${reads.join()}; ${storedLater} stored once there was room`,
    faults: holds ? [] : [JSON.stringify({ refused, reads, leftBehind, storedLater, inOrder, integrity })],
  };
}

async function clocks(seed: number): Promise<Row> {
  const { steps, sent, ...wrong } = await stepClock(200, seed);
  return {
    fault: 'clock of the server days off',
    shown: `${steps} steps, ${sent} messages`,
    faults: Object.entries(wrong).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : [])),
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

async function pushAnswers(): Promise<Row> {
  const service = await startPushEndpoint();
  const sender = webPushSender({
    keys: newPushKeys(),
    subject: 'mailto:operator@example.org',
    forTests: service.forTests,
    deadlineMs: 1_000,
  });
  const faults: string[] = [];
  try {
    for (const [name, answer, expected] of answers) {
      service.answer = answer;
      const { kind } = await sender.send(service.subscribe(), '{}', { ttlSeconds: 60 });
      if (kind !== expected) faults.push(`${name} is ${kind}`);
    }
  } finally {
    await service.close();
  }
  return { fault: 'answers of a push service', shown: answers.map(([name, , kind]) => `${name}: ${kind}`).join(', '), faults };
}

async function troubledPushes(sends: number, seed: number): Promise<Row> {
  const { tries, ended, sends: _sends, ...wrong } = await testFailingPush(sends, seed);
  return {
    fault: 'push services in trouble',
    shown: `${sends} messages, ${tries} tries: ${Object.entries(ended)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(', ')}`,
    faults: Object.entries(wrong).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : [])),
  };
}
