// The session of a page. A visitor's page does not change at a login, because it is reloaded. A member's page follows the account.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readRecord, sessionRecord, storeSession } from './session-record.ts';
import { setVault } from './storage.ts';

const ada = { profileId: 'ada-4f1', roles: ['USER'] } as const;

beforeEach(() => {
  const entries = new Map<string, unknown>();
  setVault({
    holds: () => true,
    read: (key) => entries.get(key) ?? null,
    write: (key, value) => void entries.set(key, value),
    flush: async () => undefined,
  });
});
afterEach(() => {
  sessionRecord.set(null);
  setVault(null);
});

it('a login is stored for the next page, and not shown on this one', () => {
  storeSession(ada);
  expect([sessionRecord.get(), readRecord()]).toEqual([null, ada]);
});

it('a member’s page follows changed roles', () => {
  sessionRecord.set(ada);
  storeSession({ ...ada, roles: ['USER', 'ADMIN'] });
  expect(sessionRecord.get()?.roles).toEqual(['USER', 'ADMIN']);
});
