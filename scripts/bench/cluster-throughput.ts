// Measures the same work on one process alone and on two that share it, and how long a block waits for the other processes.
import { availableParallelism } from 'node:os';
import { likes } from '#shared/contract/likes.ts';
import { messages } from '#shared/contract/messages.ts';
import { nearby } from '#shared/contract/nearby.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { settings } from '#shared/contract/settings.ts';
import type { Answer } from '#server/testing/app/browser.ts';
import { browserOf } from '#server/testing/app/browser.ts';
import { memberOf, type Member } from '#server/testing/app/members.ts';
import { prepareCluster, type Cluster, type Shared } from '#server/testing/cluster/cluster.ts';
import { like, reportPosition, write } from '#server/testing/members/actions.ts';
import { median, printBar, quantile } from './figures.ts';

interface Arrangement {
  readonly name: string;
  readonly shared: Shared;
  readonly processes: number;
}

const onSqlite: Arrangement = { name: 'one process, SQLite', shared: 'nothing', processes: 1 };
const onPostgres: Arrangement = { name: 'one process, PostgreSQL', shared: 'PostgreSQL', processes: 1 };
const two: Arrangement = { name: 'two processes', shared: 'all', processes: 2 };
const arrangements: readonly Arrangement[] = [onSqlite, onPostgres, { ...two, name: 'one of several', processes: 1 }, two];

interface Figures {
  readonly callsPerSecond: number;
  /** CPU milliseconds of the processes for each call. */
  readonly cpuMs: number;
  readonly blockMs: readonly number[];
}

const memberCount = 32;
const blocks = 200;
const rounds = 3;
/** Code that has rarely run costs more, and each of two processes runs only half of the calls. */
const warmUpMs = 10_000;
const maxCost = 1.15;

/** Each arrangement works for `seconds` in each of three rounds. The medians count. */
export async function measureThroughput(seconds: number): Promise<void> {
  const measured = new Map<Arrangement, Figures[]>();
  for (let round = 0; round < rounds; round += 1)
    for (const arrangement of arrangements)
      measured.set(arrangement, [...(measured.get(arrangement) ?? []), await measure(arrangement, seconds)]);
  const medianOf = (arrangement: Arrangement, name: 'callsPerSecond' | 'cpuMs') =>
    median((measured.get(arrangement) ?? []).map((figures) => figures[name]));
  console.log(
    `${memberCount} members at once on ${availableParallelism()} cores, which they and the database share; medians of ${rounds} rounds`,
  );
  console.table(
    arrangements.map((arrangement) => {
      const waits = (measured.get(arrangement) ?? []).flatMap(({ blockMs }) => blockMs);
      return {
        what: arrangement.name,
        'calls/s': Math.round(medianOf(arrangement, 'callsPerSecond')),
        'CPU ms per call': medianOf(arrangement, 'cpuMs').toFixed(2),
        'block ms, median': quantile(waits, 0.5).toFixed(1),
        'block ms, 99 %': quantile(waits, 0.99).toFixed(1),
      };
    }),
  );
  const cost = medianOf(two, 'cpuMs') / medianOf(onPostgres, 'cpuMs');
  printBar({ what: 'CPU per call, two processes / one on PostgreSQL', figure: cost, max: maxCost });
}

async function measure({ shared, processes }: Arrangement, seconds: number): Promise<Figures> {
  const cluster = await prepareCluster({ shared, processes });
  try {
    const members = await cluster.fill(async (world) => {
      const made: Member[] = [];
      while (made.length < memberCount) {
        const port = cluster.processes[made.length % processes]?.port;
        made.push(
          await memberOf(
            world,
            browserOf(cluster.origin, () => port ?? 0),
            {},
          ),
        );
      }
      return made;
    });
    await cluster.start();
    for (const member of members) await reportPosition(member, Date.now());
    await work(members, warmUpMs);
    const [cpuBefore, beganMs] = [cpuOf(cluster), performance.now()];
    const calls = await work(members, seconds * 1_000);
    const [cpuMs, tookMs] = [cpuOf(cluster) - cpuBefore, performance.now() - beganMs];
    return { callsPerSecond: (calls * 1_000) / tookMs, cpuMs: cpuMs / calls, blockMs: await timeBlocks(members) };
  } finally {
    await cluster.close();
  }
}

const cpuOf = ({ processes }: Cluster): number => processes.reduce((sum, one) => sum + one.cpuMs(), 0);

const nearest = { page: 0, size: 30, includeTestData: false, withPicture: false, onlineNow: false } as const;

/** Members look around, read and write for a while. Returns the number of their calls. */
async function work(members: readonly Member[], ms: number): Promise<number> {
  const untilMs = performance.now() + ms;
  let calls = 0;
  await Promise.all(
    members.map(async (member, at) => {
      const peer = members[(at + 1) % members.length] ?? member;
      const page = { params: { a: member.profileId, b: peer.profileId } };
      const steps: readonly (() => Promise<Answer | object>)[] = [
        () => member.call(nearby.getNearest, { query: nearest }).then((briefs) => ({ briefs })),
        () => member.ask(profiles.getProfile, { params: { id: peer.profileId }, query: { admin: false } }),
        () => write(member, peer, 'Shall we meet for a coffee on Saturday?'),
        () => member.ask(messages.getBetween, { ...page, query: { sinceMessageId: undefined, beforeMessageId: undefined } }),
        () => member.ask(settings.getSettings),
        () => like(member, peer),
        () => member.ask(likes.getProfileLike, { query: { likerProfileId: member.profileId, likedProfileId: peer.profileId } }),
      ];
      for (let step = at; performance.now() < untilMs; step += 1) {
        await steps[step % steps.length]?.();
        calls += 1;
      }
    }),
  );
  return calls;
}

/** The times of blocks and of their ends, one after the other, while nobody else makes calls. */
async function timeBlocks([member, other]: readonly Member[]): Promise<number[]> {
  if (member === undefined || other === undefined) return [];
  const times: number[] = [];
  for (let number = 0; number < blocks; number += 1) {
    const beganMs = performance.now();
    await like(member, other, { blocked: number % 2 === 0 });
    times.push(performance.now() - beganMs);
  }
  return times;
}
