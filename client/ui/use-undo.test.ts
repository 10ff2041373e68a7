// Tests when an action that can be undone runs.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';
import { createUndo } from './use-undo.ts';
import { whenLeft } from './use-when-left.ts';

let page: FakePage;
const commit = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  commit.mockClear();
  page = openFakePage();
});
afterEach(() => {
  page.close();
  vi.useRealTimers();
});

function open() {
  const undo = createUndo<string>();
  undo.setCommit(commit);
  return { ...undo, leave: whenLeft(undo.runNow) };
}

test('an action runs after some seconds, and an earlier one as soon as another one is delayed', () => {
  const { delay, pending } = open();
  delay('first');
  expect(pending.get()).toBe('first');
  delay('second');
  expect(commit.mock.calls).toEqual([['first']]);
  vi.advanceTimersByTime(5_999);
  expect(pending.get()).toBe('second');
  vi.advanceTimersByTime(1);
  expect(commit.mock.calls).toEqual([['first'], ['second']]);
  expect(pending.get()).toBeNull();
});

test('an undone action never runs', () => {
  const { delay, undo, pending, leave } = open();
  delay('removal');
  undo();
  expect(pending.get()).toBeNull();
  vi.runAllTimers();
  leave();
  expect(commit).not.toHaveBeenCalled();
});

test.each([
  ['the page is hidden', () => page.setVisibility('hidden')],
  ['the page goes to the browser’s cache', () => page.window.dispatchEvent(new Event('pagehide'))],
])('when %s, the action runs once, and no undo is offered when the page is back', (_when, hide) => {
  const { delay, pending, leave } = open();
  delay('removal');
  hide();
  expect(commit.mock.calls).toEqual([['removal']]);
  expect(pending.get()).toBeNull();
  page.setVisibility('visible');
  page.window.dispatchEvent(new Event('pageshow'));
  vi.runAllTimers();
  leave();
  expect(commit).toHaveBeenCalledTimes(1);
  expect(pending.get()).toBeNull();
});

test('the action runs when the screen is left, and the page is no longer watched afterwards', () => {
  const { delay, leave } = open();
  delay('removal');
  leave();
  expect(commit.mock.calls).toEqual([['removal']]);
  delay('later');
  page.setVisibility('hidden');
  expect(commit).toHaveBeenCalledTimes(1);
});
