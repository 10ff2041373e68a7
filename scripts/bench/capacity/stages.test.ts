// Tests the arithmetic of the capacity bench: loads, machines, and which part gives way first.
import { describe, expect, test } from 'vitest';
import { assumedFrom, assumptions, optionOf, type Assumed } from './assumptions.ts';
import { callRates, demandOf, type Demand, type Measures } from './demand.ts';
import { bytesText, runsOf } from './print.ts';
import { carriedBy, firstToGiveWay, machinesOf, membersAtLimit, shardsNeeded, stages, type Run } from './stages.ts';

const measures: Measures = {
  mix: [
    { kind: 'nearest', share: 0.6 },
    { kind: 'conversations', share: 0.2 },
    { kind: 'send', share: 0.1 },
    { kind: 'position', share: 0.1 },
  ],
  callMicros: { nearest: 300, conversations: 500, send: 800, position: 400, empty: 100, poll: 200, picture: 300, socket: 1_000 },
  answerBytes: { nearest: 9_000, conversations: 5_000, picture: 40_000 },
  socketBytes: 20_000,
  processBytes: 150e6,
  memberBytes: 600,
  startMicros: 10,
  indexBytes: 500,
  searchMicros: 40,
  rowBytes: { member: 800, message: 700, conversation: 600, picture: 300 },
  pictureBytes: 500_000,
  changeBytes: 400,
  followMicros: 30,
  storeMicros: 200,
};
const shards = { hotMembers: 1.1, hotQueries: 1.3, fanOut: 1.2 };
const assumed = assumedFrom([]);
const runAt = runsOf(measures, assumed, shards, 4_000);
const sizes = [1e5, 1e6, 1e7, 1e8];
const demands = sizes.map((size) => demandOf(size, measures, assumed));

/** A run in which nothing is near its limit. */
function idle(changed: Partial<Demand> = {}): Run {
  const run = runAt(1_000);
  const demand = Object.fromEntries(Object.keys(run.demand).map((key) => [key, 1e-6])) as unknown as Demand;
  return { ...run, demand: { ...demand, ...changed } };
}

describe('load', () => {
  test('each kind of call keeps its share of the mix, and the number of messages sets the size of the mix', () => {
    const rates = callRates(1e6, measures, assumed);
    const mixed = measures.mix.map(({ kind }) => rates.get(kind) ?? 0);
    const all = mixed.reduce((sum, rate) => sum + rate, 0);
    expect(rates.get('send')).toBeCloseTo((1e6 * assumed.dailyActive * assumed.messagesADay * assumed.peak) / 86_400, 6);
    for (const [place, { share }] of measures.mix.entries()) expect((mixed[place] ?? 0) / all).toBeCloseTo(share, 9);
  });

  test('calls and cores are the sums of all kinds', () => {
    const rates = [...callRates(1e6, measures, assumed)];
    const { callsPerSecond, callCores } = demandOf(1e6, measures, assumed);
    expect(callsPerSecond).toBeCloseTo(
      rates.reduce((sum, [, rate]) => sum + rate, 0),
      6,
    );
    expect(callCores).toBeCloseTo(
      rates.reduce((sum, [kind, rate]) => sum + rate * (measures.callMicros[kind] ?? NaN), 0) / 1e6,
      6,
    );
  });

  test('every figure grows with the members', () => {
    for (const [place, demand] of demands.entries())
      for (const [name, value] of Object.entries(demand)) {
        expect(value, name).toBeGreaterThan(0);
        if (place > 0) expect(value, name).toBeGreaterThan(demands[place - 1]?.[name as keyof Demand] ?? NaN);
      }
  });

  test('ten times the members cause ten times the calls, sockets, rows and bytes', () => {
    const [small, large] = [demandOf(1e6, measures, assumed), demandOf(1e7, measures, assumed)];
    for (const [name, value] of Object.entries(large)) {
      // A process needs memory even without members.
      const base = name === 'wholeIndexBytes' ? measures.processBytes : 0;
      expect((value - base) / (small[name as keyof Demand] - base), name).toBeCloseTo(10, 6);
    }
  });

  test('the number of sockets is the share of the day in which they are open, times the peak', () => {
    expect(demandOf(24 * 60, measures, { ...assumed, dailyActive: 1, minutesADay: 10, peak: 3 }).sockets).toBeCloseTo(30, 9);
  });

  test('a poll costs the database nothing if it costs no more than an empty call', () => {
    const coresWith = (poll: number) =>
      demandOf(1e6, { ...measures, callMicros: { ...measures.callMicros, poll } }, assumed).databaseCores;
    expect(coresWith(50)).toBe(coresWith(100));
    expect(coresWith(300)).toBeGreaterThan(coresWith(100));
  });
});

describe('the part that gives way first', () => {
  const [one, several] = stages.map(({ parts }) => parts);

  test.each<[string, Partial<Demand>]>([
    ['CPU of calls', { callCores: 1e6 }],
    ['sockets', { sockets: 1e9 }],
    ['memory', { wholeIndexBytes: 1e15 }],
    ['start', { startSeconds: 1e6 }],
    ['disk', { pictureBytes: 1e18 }],
    ['disk', { databaseBytes: 1e18 }],
    ['network', { sentBytesPerSecond: 1e15 }],
  ])('of one process is %s', (name, changed) => {
    expect(firstToGiveWay(one?.(idle(changed)) ?? [])).toMatchObject({ name, ratio: expect.toSatisfy((ratio) => ratio > 1) });
  });

  test.each<[string, Partial<Demand>]>([
    ['whole index in each process', { wholeIndexBytes: 1e12 }],
    ['start', { startSeconds: 1e6 }],
    ['following the log', { followCores: 0.5 }],
    ['sending the log', { changeBytesPerSecond: 1e9, callCores: 600 }],
    ['CPU of the database', { databaseCores: 1e4 }],
    ['disk of the database', { databaseBytes: 1e18 }],
  ])('of several processes is %s', (name, changed) => {
    expect(firstToGiveWay(several?.(idle(changed)) ?? [])).toMatchObject({ name, ratio: expect.toSatisfy((ratio) => ratio > 1) });
  });

  test('does not exist while every part is within its limit', () => {
    expect(carriedBy(idle())).toMatchObject({ stage: { name: 'one process' }, gaveWay: [] });
    expect(carriedBy(idle({ sockets: 4_000 })).gaveWay).toEqual([]);
    expect(carriedBy(idle({ sockets: 4_001 })).gaveWay).toMatchObject([{ part: { name: 'sockets' } }]);
  });

  test('can be sending the log, whose load grows with the square of the members', () => {
    const sent = (members: number) => several?.(runAt(members)).find(({ name }) => name === 'sending the log')?.ratio ?? NaN;
    expect(sent(1e7) / sent(1e6)).toBeGreaterThan(90);
  });

  test('gives way at the number of members at which its ratio is 1', () => {
    expect(membersAtLimit((members) => members / 12_345)).toBeCloseTo(12_345, 3);
    for (const { parts } of stages)
      for (const [place] of parts(runAt(1)).entries()) {
        const members = membersAtLimit((count) => parts(runAt(count))[place]?.ratio ?? NaN);
        expect(parts(runAt(members * 0.99))[place]?.ratio).toBeLessThan(1);
        expect(parts(runAt(members * 1.01))[place]?.ratio).toBeGreaterThan(1);
      }
  });
});

describe('machines', () => {
  test('are whole numbers, the sum of all kinds, and increase with the members', () => {
    for (const stage of stages) {
      const counts = sizes.slice(0, 2).map((size) => machinesOf(stage, runAt(size)));
      expect(counts[1]).toBeGreaterThanOrEqual(counts[0] ?? NaN);
    }
    const carried = sizes.map((size) => ({ run: runAt(size), stage: carriedBy(runAt(size)).stage }));
    const totals = carried.map(({ run, stage }) => {
      const counts = Object.values(stage.machines(run));
      for (const count of counts) expect(Number.isInteger(count) && count > 0).toBe(true);
      expect(machinesOf(stage, run)).toBe(counts.reduce((sum, count) => sum + count, 0));
      return machinesOf(stage, run);
    });
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
  });

  test('for calls are more numerous if their memory holds fewer indexes than they have cores', () => {
    const calls = (bytes: number) => stages[1]?.machines(idle({ callCores: 89.9, wholeIndexBytes: bytes })).calls ?? NaN;
    expect(calls(1e9)).toBe(Math.ceil(150 / 16));
    expect(calls(12e9)).toBe(150 / 3);
  });

  test('for calls increase with the share of a core that follows the log', () => {
    const calls = (followCores: number) => stages[1]?.machines(idle({ callCores: 960, followCores })).calls ?? NaN;
    expect(calls(assumed.busy / 2) / calls(0)).toBeCloseTo(2, 1);
    expect(calls(assumed.busy)).toBe(Infinity);
  });

  test('for the index increase with hot spots, fan-out and the size of members', () => {
    const needed = (changed: Partial<Run>) => shardsNeeded({ ...runAt(1e8), ...changed });
    const usual = needed({});
    expect(needed({ shards: { ...shards, hotQueries: 2.6 } })).toBeGreaterThan(1.9 * usual);
    expect(needed({ shards: { ...shards, fanOut: 2.4 } })).toBeGreaterThan(1.9 * usual);
    expect(needed({ measures: { ...measures, indexBytes: 500_000 } })).toBeGreaterThan(10 * usual);
  });
});

describe('assumptions', () => {
  test('can be changed by options, and each has a unit and a reason', () => {
    expect(assumedFrom(['--daily-active', '0.5', '--members', '7'], ['--members'])).toEqual({ ...assumed, dailyActive: 0.5 });
    for (const [name, { why, unit }] of Object.entries(assumptions)) {
      expect(why, name).not.toBe('');
      expect(unit, name).not.toBe('');
      expect(assumedFrom([optionOf(name), '1.5'])[name as keyof Assumed]).toBe(1.5);
    }
  });

  test.each([['--daily-activ', '1'], ['--peak'], ['--peak', '0'], ['--peak', 'much'], ['--peak', 'Infinity']])(
    'refuse %s %s',
    (...args) => {
      expect(() => assumedFrom(args)).toThrow(args[0]);
    },
  );
});

test('bytes have a unit', () => {
  expect([0, 999, 1_000, 2.5e9, 1e21].map(bytesText)).toEqual(['0 B', '999 B', '1 kB', '2.5 GB', '1,000 EB']);
});
