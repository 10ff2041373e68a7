// Marks in local storage, which say that a wipe or a logout has to be finished at the next start.
import { flushLocal } from './storage.ts';

/** Set while a wipe runs, so that it is repeated if the tab is closed. */
export const wipingKey = 'wiping';
/** Set from a logout on this device until the session has ended on the server. */
export const sessionToEndKey = 'sessionToEnd';

/** Marks that a full device has not stored. They last as long as the page. */
const unstored = new Map<string, string>();

function setMark(key: string, value: string): void {
  unstored.set(key, value);
  storeMarks();
}

const markOf = (key: string): string | null => unstored.get(key) ?? localStorage.getItem(key);

function removeMark(key: string): void {
  unstored.delete(key);
  localStorage.removeItem(key);
}

/** Call it again when something was removed. */
export function storeMarks(): void {
  for (const [key, value] of unstored)
    try {
      localStorage.setItem(key, value);
      unstored.delete(key);
    } catch {
      // The device is full. The wipe or the logout goes on without the stored mark, since it makes room.
    }
}

export const markWiping = (): void => setMark(wipingKey, '1');
export const isWiping = (): boolean => markOf(wipingKey) !== null;
export const clearWiping = (): void => removeMark(wipingKey);

const keepsKnown = 'keepsKnown';

/** If `keepsBrowserKnown` is true, the server still recognises this browser at the next login, unless a pending logout says otherwise. */
export function markSessionToEnd({ keepsBrowserKnown = false } = {}): void {
  if (keepsBrowserKnown && isSessionToEnd()) return;
  setMark(sessionToEndKey, keepsBrowserKnown ? keepsKnown : '1');
}

export const isSessionToEnd = (): boolean => markOf(sessionToEndKey) !== null;

/** Runs the logins and logouts of all tabs one after the other, so that a late logout does not end a new session. */
export const withSessionLock = <T>(work: () => Promise<T>, options: LockOptions = {}): Promise<T> =>
  navigator.locks === undefined ? work() : navigator.locks.request('session', options, work);

/** Ends the marked session on the server, unless it has ended or a login has replaced it in the meantime. */
export const endPendingSession = (end: (keepsBrowserKnown: boolean) => Promise<unknown>): Promise<void> =>
  withSessionLock(async () => {
    const pending = markOf(sessionToEndKey);
    if (pending === null) return;
    // The mark stays until the device has stored that it has no session.
    await Promise.all([end(pending === keepsKnown), flushLocal()]);
    clearSessionToEnd();
  });

/** Call it when the server has ended the session, or a login has replaced it. */
export const clearSessionToEnd = (): void => removeMark(sessionToEndKey);
