// A logout and a panic on a device whose local storage takes nothing more.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';
import { endPendingSession, isSessionToEnd, isWiping, markSessionToEnd } from './pending-cleanup.ts';
import { wipeDevice } from './wipe.ts';

let page: FakePage;
let isFull = false;
beforeEach(() => {
  page = openFakePage();
  const { setItem } = page.localStorage;
  page.localStorage.setItem = (key, value) => {
    if (isFull) throw new DOMException('No room.', 'QuotaExceededError');
    setItem(key, value);
  };
  vi.stubGlobal('indexedDB', { databases: async () => [] });
});
afterEach(() => {
  isFull = false;
  page.close();
});

test('a logout ends the session on the server', async () => {
  isFull = true;
  markSessionToEnd();
  expect(isSessionToEnd()).toBe(true);
  const end = vi.fn(async () => undefined);
  await endPendingSession(end);
  expect(end).toHaveBeenCalledExactlyOnceWith(false);
  expect(isSessionToEnd()).toBe(false);
});

test('a wipe removes the data, and stores the pending logout in the room that it has made', async () => {
  page.localStorage.setItem('lastProfileId', '"ada-4f1"');
  isFull = true;
  const { removeItem } = page.localStorage;
  page.localStorage.removeItem = (key) => {
    removeItem(key);
    isFull = false;
  };
  // The keys of a browser's storage are its properties.
  Object.defineProperty(page.localStorage, 'lastProfileId', { enumerable: true, configurable: true, value: '' });
  markSessionToEnd();
  await wipeDevice();
  expect(page.localStorage.getItem('lastProfileId')).toBeNull();
  expect([page.localStorage.getItem('sessionToEnd'), isWiping()]).toEqual(['1', false]);
});
