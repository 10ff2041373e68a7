// The session as current on this device: stored across restarts and shared by all tabs.
import { createStore, useStore } from './store.ts';
import type { AccountRole } from '#shared/rules/roles.ts';
import { localKeys, readLocal, showNsfw, writeLocal } from './storage.ts';

export interface SessionRecord {
  readonly profileId: string;
  readonly roles: readonly AccountRole[];
}

/** Null for a visitor, for whom pages are prerendered. */
export const sessionRecord = createStore<SessionRecord | null>(readRecord(), null);

export const useSessionRecord = (): SessionRecord | null => useStore(sessionRecord);

/** The member's own profile id, for members' screens. */
export function useOwnProfileId(): string {
  const record = useSessionRecord();
  // Only just after the end of a session, before the screen closes.
  return record?.profileId ?? '';
}

export function storeSession(record: SessionRecord): void {
  writeLocal(localKeys.sessionRecord, record);
  writeLocal(localKeys.lastProfileId, record.profileId);
  const current = sessionRecord.get();
  if (current?.profileId !== record.profileId || current.roles.join() !== record.roles.join()) sessionRecord.set(record);
}

/** Ends the session on this device; the profile's outbox and drafts remain. */
export function forgetSession(): void {
  writeLocal(localKeys.sessionRecord, null);
  // The server removes a push device together with its session.
  writeLocal(localKeys.pushEndpoint, null);
  showNsfw.set(false);
  sessionRecord.set(null);
}

/** The member whose data is on the device, if any. */
export function lastProfileId(): string | null {
  const id = readLocal(localKeys.lastProfileId);
  return typeof id === 'string' ? id : null;
}

/** Follows logins and logouts of other tabs. Returns a function that stops. */
export function syncWithOtherTabs(): () => void {
  const follow = (event: StorageEvent): void => {
    if (event.key !== localKeys.sessionRecord && event.key !== null) return;
    // Setting a lock moves the record from local storage to the vault, which is no logout.
    if (event.isTrusted && readLocal(localKeys.lock) !== null) return;
    const record = readRecord();
    if (record === null) {
      showNsfw.set(false);
      sessionStorage.clear();
    }
    sessionRecord.set(record);
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}

/** Reads the stored record; null while the app lock is locked. */
export function readRecord(): SessionRecord | null {
  const stored = readLocal(localKeys.sessionRecord);
  if (typeof stored !== 'object' || stored === null) return null;
  const profileId: unknown = Reflect.get(stored, 'profileId');
  const roles: unknown = Reflect.get(stored, 'roles');
  if (typeof profileId !== 'string' || !Array.isArray(roles)) return null;
  return { profileId, roles: roles.filter((role) => role === 'USER' || role === 'ADMIN') };
}
