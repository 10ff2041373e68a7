// A tab has a session id only while a member is logged in.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessionRecord } from './session-record.ts';
import { tabKeys } from './storage.ts';
import { shareTabState } from './tab-state.ts';

const ada = { profileId: 'ada-4f1', roles: ['USER'] } as const;
let entries: Map<string, string>;

beforeEach(() => {
  entries = new Map();
  vi.useFakeTimers();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
  });
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage(): void {}
    },
  );
});
afterEach(() => {
  sessionRecord.set(null);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a new tab of a member gets an id once no other tab has answered', () => {
  sessionRecord.set(ada);
  shareTabState();
  expect(entries.has(tabKeys.sessionId)).toBe(false);
  vi.runAllTimers();
  expect(entries.has(tabKeys.sessionId)).toBe(true);
});

it('a member who logs out while their new tab still waits leaves no id', () => {
  sessionRecord.set(ada);
  shareTabState();
  sessionRecord.set(null);
  vi.runAllTimers();
  expect([...entries]).toEqual([]);
});
