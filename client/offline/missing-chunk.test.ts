// Reloading a page because a part of its build is gone from the server.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';
import { reloadOnceOnMissingChunk } from './missing-chunk.ts';

let page: FakePage;
beforeEach(() => {
  vi.useFakeTimers();
  page = openFakePage();
  reloadOnceOnMissingChunk();
});
afterEach(() => {
  page.close();
  vi.useRealTimers();
});

/** Whether the page dealt with it, and no screen has to show an error. */
function miss(): boolean {
  const event = new Event('vite:preloadError', { cancelable: true });
  page.window.dispatchEvent(event);
  return event.defaultPrevented;
}

test('a page that misses a part of its build is loaded again, and shows its error when that did not help', () => {
  expect([miss(), page.reloads()]).toEqual([true, 1]);
  vi.advanceTimersByTime(59_999);
  expect([miss(), page.reloads()]).toEqual([false, 1]);
  vi.advanceTimersByTime(1);
  expect([miss(), page.reloads()]).toEqual([true, 2]);
});

test('a page without connection is not loaded again', () => {
  page.navigator.onLine = false;
  expect([miss(), page.reloads()]).toEqual([false, 0]);
});

test('a page that is being left is not loaded again for what it gave up loading', () => {
  page.window.dispatchEvent(new Event('beforeunload'));
  vi.advanceTimersByTime(9_999);
  expect([miss(), page.reloads()]).toEqual([false, 0]);
  vi.advanceTimersByTime(1);
  expect([miss(), page.reloads()]).toEqual([true, 1]);
});
