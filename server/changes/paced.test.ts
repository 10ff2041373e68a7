// A task that is asked for often: it runs at once, then once in each interval, and none of the wishes is lost.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paced } from './paced.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first call runs the task at once, and the calls of an interval run it once at its end', () => {
  const task = vi.fn();
  const { soon } = paced(5, task);
  soon();
  expect(task).toHaveBeenCalledTimes(1);
  for (let call = 0; call < 10; call += 1) soon();
  vi.advanceTimersByTime(4);
  expect(task).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(task).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(100);
  expect(task).toHaveBeenCalledTimes(2);
  soon();
  expect(task).toHaveBeenCalledTimes(3);
});

test('what cannot wait runs at once, also for those that could wait, and begins a new interval', () => {
  const task = vi.fn();
  const { soon, now } = paced(5, task);
  soon();
  soon();
  vi.advanceTimersByTime(3);
  now();
  expect(task).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(100);
  expect(task).toHaveBeenCalledTimes(2);
});

test('a task that asks for itself runs once in each interval', () => {
  const task = vi.fn(() => often.soon());
  const often = paced(5, task);
  often.soon();
  vi.advanceTimersByTime(20);
  expect(task).toHaveBeenCalledTimes(5);
});

test('once stopped, neither a call that waits nor a later one runs the task', () => {
  const task = vi.fn();
  const { soon, now, stop } = paced(5, task);
  soon();
  soon();
  stop();
  vi.advanceTimersByTime(100);
  soon();
  now();
  expect(task).toHaveBeenCalledTimes(1);
});
