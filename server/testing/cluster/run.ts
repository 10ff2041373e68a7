// Shared by the loads of a run: the cluster, its tally, and calls that are repeated until they are answered.
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Browser } from '#server/testing/app/browser.ts';
import type { Cluster } from './cluster.ts';

/** What happened during one kind of fault. */
export interface Tally {
  seconds: number;
  faults: number;
  messages: number;
  blocks: number;
  hides: number;
  logouts: number;
  deletions: number;
  positions: number;
  pictures: number;
  contacts: number;
  pushes: number;
  /** Calls that were sent again, since they were not answered, or with 429 or 5xx. */
  repeats: number;
  /** Answers of single processes to questions after a fence (fence-load.ts). */
  asked: number;
  lost: number;
  doubled: number;
  outOfOrder: number;
  seenAfterFence: number;
  overLimit: number;
  positionsLost: number;
  picturesLost: number;
  pushesRepeated: number;
  mailsRepeated: number;
}

export const emptyTally = (): Tally => ({
  seconds: 0,
  faults: 0,
  messages: 0,
  blocks: 0,
  hides: 0,
  logouts: 0,
  deletions: 0,
  positions: 0,
  pictures: 0,
  contacts: 0,
  pushes: 0,
  repeats: 0,
  asked: 0,
  lost: 0,
  doubled: 0,
  outOfOrder: 0,
  seenAfterFence: 0,
  overLimit: 0,
  positionsLost: 0,
  picturesLost: 0,
  pushesRepeated: 0,
  mailsRepeated: 0,
});

export function totalOf(tallies: Iterable<Tally>): Tally {
  const total = emptyTally();
  for (const tally of tallies) for (const name of Object.keys(total) as (keyof Tally)[]) total[name] += tally[name];
  return total;
}

export interface Run {
  readonly cluster: Cluster;
  readonly random: () => number;
  /** The tally of the present kind of fault. */
  tally: Tally;
  isOver: boolean;
  /** True once no more messages are being written. */
  isQuiet: boolean;
  /** Processes that were killed so far. */
  kills: number;
  /** What went wrong, in words. */
  readonly findings: string[];
  /** How often each answer came that no client expects. */
  readonly oddAnswers: Map<string, number>;
}

export const beginRun = (cluster: Cluster, random: () => number): Run => ({
  cluster,
  random,
  tally: emptyTally(),
  isOver: false,
  isQuiet: false,
  kills: 0,
  findings: [],
  oddAnswers: new Map(),
});

/** A call that was not answered for this long is repeated. */
const answerMs = 8_000;
/** A process that was stopped answers when it continues. */
const longAnswerMs = 30_000;

/** Null if the answer does not arrive in time, or the call fails. */
export const within = <T>(answer: Promise<T>, ms: number): Promise<T | null> =>
  Promise.race([answer.catch(() => null), pause(ms, null, { ref: false })]);

/** Repeats a call until the answer is neither 429 nor 5xx. Null if the run is over and more than twenty tries have failed. */
export async function untilAnswered(run: Run, what: string, ask: () => Promise<Answer>): Promise<Answer | null> {
  for (let tries = 0; ; tries += 1) {
    const answer = await within(ask(), answerMs);
    if (answer !== null && answer.status < 500 && answer.status !== 429) return answer;
    if (answer !== null && answer.status === 500) noteOddAnswer(run, `${what} 500`);
    if (run.isOver && tries > 20) return null;
    run.tally.repeats += 1;
    await pause(20 + run.random() * Math.min(2_000, 50 * 2 ** tries));
  }
}

export function noteOddAnswer({ oddAnswers }: Run, answer: string): void {
  oddAnswers.set(answer, (oddAnswers.get(answer) ?? 0) + 1);
}

/** Asks all processes at the same time. Leaves out those that do not answer in time, and answers of 5xx. */
export async function askEach(
  { cluster }: Run,
  browser: Browser,
  ask: (browser: Browser) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const answers = await Promise.all(cluster.processes.map(({ port }) => within(ask(cluster.at(browser, port)), longAnswerMs)));
  return answers.filter((answer) => answer !== null && answer.status < 500) as Answer[];
}
