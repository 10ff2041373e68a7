// When a picture that could not be loaded is requested again.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';
import { whenToRetry } from './picture-retry.ts';

let page: FakePage;
beforeEach(() => {
  vi.useFakeTimers();
  page = openFakePage();
});
afterEach(() => {
  vi.useRealTimers();
  page.close();
});

test('a picture is requested again after two seconds, then after eight and thirty', () => {
  for (const [failures, ms] of [
    [1, 2_000],
    [2, 8_000],
    [3, 30_000],
  ] as const) {
    const retry = vi.fn();
    whenToRetry(failures, retry);
    vi.advanceTimersByTime(ms - 1);
    expect(retry).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(retry).toHaveBeenCalledOnce();
  }
});

test('a device that is online again requests it at once, however often it has failed, and only once', () => {
  for (const failures of [1, 4]) {
    const retry = vi.fn();
    whenToRetry(failures, retry);
    page.window.dispatchEvent(new Event('online'));
    page.window.dispatchEvent(new Event('online'));
    vi.advanceTimersByTime(60_000);
    expect(retry).toHaveBeenCalledOnce();
  }
});

test('nothing is requested for a picture that is no longer shown', () => {
  const retry = vi.fn();
  whenToRetry(1, retry)();
  page.window.dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(60_000);
  expect(retry).not.toHaveBeenCalled();
});
