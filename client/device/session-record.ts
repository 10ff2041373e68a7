// The session of this device as it is known without asking the server: kept across restarts and shared by all tabs.
import { createStore, useStore } from './store.ts';
import type { AccountRole } from '#shared/rules/roles.ts';
import { localKeys, readLocal, showNsfw, writeLocal } from './storage.ts';

export interface SessionRecord {
  readonly profileId: string;
  readonly roles: readonly AccountRole[];
}

/** Null is a visitor. Prerendered pages are painted for visitors. */
export const sessionRecord = createStore<SessionRecord | null>(readRecord(), null);

export const useSessionRecord = (): SessionRecord | null => useStore(sessionRecord);

/** The own profile's id, on screens that only members see. */
export function useOwnProfileId(): string {
  const record = useSessionRecord();
  // An empty id reaches nobody: the screen is about to be left, since the session has just ended.
  return record?.profileId ?? '';
}

export function storeSession(record: SessionRecord): void {
  writeLocal(localKeys.sessionRecord, record);
  writeLocal(localKeys.lastProfileId, record.profileId);
  const known = sessionRecord.get();
  if (known?.profileId !== record.profileId || known.roles.join() !== record.roles.join()) sessionRecord.set(record);
}

/** The session is over on this device; outbox and drafts stay under the profile they belong to. */
export function forgetSession(): void {
  writeLocal(localKeys.sessionRecord, null);
  // The server keeps a device no longer than the session that saved it.
  writeLocal(localKeys.pushEndpoint, null);
  // It was switched on for this session alone.
  showNsfw.set(false);
  sessionRecord.set(null);
}

/** The member whose data is still on the device, if any. */
export function lastProfileId(): string | null {
  const id = readLocal(localKeys.lastProfileId);
  return typeof id === 'string' ? id : null;
}

/** Other tabs follow: a logout in one is a logout in all. Returns the way to stop. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent): void => {
    if (event.key !== localKeys.sessionRecord && event.key !== null) return;
    // The record goes from local storage when a lock is set, and comes from the vault from then on: that is no logout.
    if (event.isTrusted && readLocal(localKeys.lock) !== null) return;
    const record = readRecord();
    // The switches of this tab were those of the session that is over.
    if (record === null) {
      showNsfw.set(false);
      sessionStorage.clear();
    }
    sessionRecord.set(record);
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}

/** What the device holds, which can be read only after the app lock was opened. */
export function readRecord(): SessionRecord | null {
  const saved = readLocal(localKeys.sessionRecord);
  if (typeof saved !== 'object' || saved === null) return null;
  const profileId: unknown = Reflect.get(saved, 'profileId');
  const roles: unknown = Reflect.get(saved, 'roles');
  if (typeof profileId !== 'string' || !Array.isArray(roles)) return null;
  return { profileId, roles: roles.filter((role) => role === 'USER' || role === 'ADMIN') };
}
