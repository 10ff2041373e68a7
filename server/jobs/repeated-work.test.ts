// Failed work is repeated until it succeeds, with the newest value, and not after closing.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRepeatedWork } from './repeated-work.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function failingWork() {
  const done: string[] = [];
  const state = { fails: true };
  const repeated = createRepeatedWork<number>(async (key, value) => {
    done.push(`${key}${value}`);
    if (!state.fails) return;
    repeated.add(key, value);
    throw new Error('away');
  });
  return { done, state, repeated };
}

test('the first is tried each second, and all once it succeeds', async () => {
  const { done, state, repeated } = failingWork();
  repeated.add('a', 1);
  repeated.add('b', 1);
  repeated.add('a', 2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(done.splice(0)).toEqual(['a2']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(done.splice(0)).toEqual(['b1']);
  state.fails = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(done.splice(0)).toEqual(['a2', 'b1']);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(done).toEqual([]);
});

test('nothing is repeated that was removed, or after closing', async () => {
  const { done, repeated } = failingWork();
  repeated.add('a', 1);
  repeated.add('b', 1);
  repeated.remove('a');
  expect([repeated.get('a'), repeated.get('b')]).toEqual([undefined, 1]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(done.splice(0)).toEqual(['b1']);
  repeated.close();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(done).toEqual([]);
});
