// The session on this device. It is stored across restarts and shared by all tabs.
import { setDataKeys } from './data-keys.ts';
import { createStore, useStore } from './store.ts';
import type { AccountRole } from '#shared/rules/roles.ts';
import { fieldOf, textAt } from '#shared/rules/unknown-fields.ts';
import { hasVault, localKeys, readLocal, setVault, showNsfw, writeLocal } from './storage.ts';

export interface SessionRecord {
  readonly profileId: string;
  readonly roles: readonly AccountRole[];
}

/** Null for visitors and in prerendered pages. */
export const sessionRecord = createStore<SessionRecord | null>(readRecord(), null);

export const useSessionRecord = (): SessionRecord | null => useStore(sessionRecord);

/** Resolves at once for a member. For a visitor it resolves when they log in. */
export function untilMember(): Promise<void> {
  if (sessionRecord.get() !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = sessionRecord.subscribe(() => {
      stop();
      resolve();
    });
  });
}

/** The member's own profile id, for members' screens. */
export function useOwnProfileId(): string {
  const record = useSessionRecord();
  // Empty only after the end of a session, until the screen closes.
  return record?.profileId ?? '';
}

/** Stores a new session. A visitor's page that is open stays as it is, because it is loaded again after a login. */
export function storeSession(record: SessionRecord): void {
  writeLocal(localKeys.sessionRecord, record);
  writeLocal(localKeys.lastProfileId, record.profileId);
  const current = sessionRecord.get();
  if (current === null) return;
  if (current.profileId !== record.profileId || current.roles.join() !== record.roles.join()) sessionRecord.set(record);
}

/** Ends the session on this device. The profile's outbox and drafts stay. */
export function forgetSession(): void {
  writeLocal(localKeys.sessionRecord, null);
  // The server removes a push device together with its session.
  writeLocal(localKeys.pushEndpoint, null);
  showNsfw.set(false);
  sessionRecord.set(null);
}

/** The member whose data is on the device, or null. */
export function lastProfileId(): string | null {
  const id = readLocal(localKeys.lastProfileId);
  return typeof id === 'string' ? id : null;
}

/** Follows logins and logouts of other tabs. Returns a function that stops. */
export function syncWithOtherTabs(): () => void {
  const follow = (event: StorageEvent): void => {
    const isVaultGone = event.key === null || (event.key === localKeys.vault && event.newValue === null);
    // The vault (storage.ts) reports changes by its own events. Another build may have left a record in local storage. A tab that
    // opens the vault removes that record, which is not a logout.
    const hasMoved = event.isTrusted && (hasVault() || readLocal(localKeys.vault) !== null);
    if (!isVaultGone && (event.key !== localKeys.sessionRecord || hasMoved)) return;
    if (isVaultGone) {
      setVault(null);
      setDataKeys(null);
    }
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

/** Reads the stored record. Null while the app is locked. */
export function readRecord(): SessionRecord | null {
  const stored = readLocal(localKeys.sessionRecord);
  const [profileId, roles] = [textAt(stored, 'profileId'), fieldOf(stored, 'roles')];
  if (profileId === null || !Array.isArray(roles)) return null;
  return { profileId, roles: roles.filter((role) => role === 'USER' || role === 'ADMIN') };
}
