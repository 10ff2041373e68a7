// Tests when a replay runs, pauses and stops, and when it takes over from a frozen tab.
import { afterEach, expect, test, vi } from 'vitest';
import { dayMs, hourMs } from '#shared/rules/durations.ts';
import { isSignedOut, mayBeAcceptedLater, oneAtATime, pauseMs, type ReplayLock, type ReplayResult, type Turn } from './replay.ts';
import { turnAfterFrozen } from './take-over.ts';

const atOnce: Turn = (work) => work({ isLost: false });

afterEach(() => void vi.useRealTimers());

/** A replay whose runs the test ends. */
function createRuns() {
  const runs: PromiseWithResolvers<ReplayResult>[] = [];
  const replay = oneAtATime(() => {
    const run = Promise.withResolvers<ReplayResult>();
    runs.push(run);
    return run.promise;
  }, atOnce);
  return { runs, replay };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('all calls while a replay runs share the one after it', async () => {
  const { runs, replay } = createRuns();
  const [first, second, third] = [replay(), replay(), replay()];
  await turn();
  expect(runs).toHaveLength(1);
  runs[0]?.resolve({ is: 'lost' });
  expect(await first).toEqual({ is: 'lost' });
  await turn();
  expect(runs).toHaveLength(2);
  const fourth = replay();
  runs[1]?.resolve({ is: 'empty' });
  expect(await Promise.all([second, third])).toEqual([{ is: 'empty' }, { is: 'empty' }]);
  await turn();
  runs[2]?.resolve({ is: 'signedOut' });
  expect([await fourth, runs.length]).toEqual([{ is: 'signedOut' }, 3]);
  void replay();
  await turn();
  expect(runs).toHaveLength(4);
});

test('a failed replay does not prevent the next one', async () => {
  const { runs, replay } = createRuns();
  const [first, second] = [replay(), replay()];
  runs[0]?.reject(new Error('no room'));
  await expect(first).rejects.toThrow('no room');
  await turn();
  runs[1]?.resolve({ is: 'empty' });
  expect(await second).toEqual({ is: 'empty' });
});

test('the pauses between attempts double from one second to one minute, or are the server’s Retry-After of up to an hour', () => {
  for (const [tries, leastMs, mostMs] of [
    [1, 1_000, 1_000],
    [3, 2_000, 4_000],
    [5, 8_000, 16_000],
    [20, 30_000, 60_000],
  ] as const)
    for (let n = 0; n < 50; n++) {
      expect(pauseMs(tries, null)).toBeGreaterThanOrEqual(leastMs);
      expect(pauseMs(tries, null)).toBeLessThanOrEqual(mostMs);
    }
  expect([pauseMs(1, 90_000), pauseMs(1, dayMs)]).toEqual([90_000, hourMs]);
});

test('the status and code of a refusal decide whether the write waits and whether the member is logged out', () => {
  const refused = (status: number, code = '') => ({ status, code, message: '' });
  expect([400, 404, 408, 409, 412, 423, 429, 499, 500, 503].filter((status) => mayBeAcceptedLater(refused(status)))).toEqual([
    408, 423, 429, 500, 503,
  ]);
  expect([refused(401), refused(403, 'not-your-profile'), refused(403)].map(isSignedOut)).toEqual([true, true, false]);
});

test('a replay takes the lock from a frozen tab, but not from one that still sends messages', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const heard: ((message: unknown) => unknown)[] = [];
  const listen = (listener: (message: unknown) => unknown) => {
    heard.push(listener);
    return () => undefined;
  };
  const inTurn = turnAfterFrozen('frozen', { listen }, 30_000);
  const frozen = Promise.withResolvers<ReplayResult>();
  const locks: ReplayLock[] = [];
  const first = inTurn((lock) => {
    locks.push(lock);
    return frozen.promise;
  });
  const taken = expect(first).rejects.toThrow();
  const work = vi.fn(async (): Promise<ReplayResult> => ({ is: 'empty' }));
  const second = inTurn(work);
  await turn();
  vi.advanceTimersByTime(44_000);
  heard.at(-1)?.('changed');
  vi.advanceTimersByTime(44_000);
  await turn();
  expect([work.mock.calls.length, locks]).toEqual([0, [{ isLost: false }]]);
  vi.advanceTimersByTime(1_000);
  expect(await second).toEqual({ is: 'empty' });
  await taken;
  expect(locks).toEqual([{ isLost: true }]);
});
