// Notes in local storage that a wipe or a logout has to be finished at the next start.
import { flushLocal } from './storage.ts';

/** Set while a wipe runs, so that it is repeated if the tab is closed. */
export const wipingKey = 'wiping';
/** Set from a logout on this device until the session has ended on the server. */
export const sessionToEndKey = 'sessionToEnd';

export const isWiping = (): boolean => localStorage.getItem(wipingKey) !== null;

const keepsKnown = 'keepsKnown';

/** If `keepsBrowserKnown` is true, the server still recognises this browser at the next login. A pending logout without this is not replaced. */
export function markSessionToEnd({ keepsBrowserKnown = false } = {}): void {
  if (keepsBrowserKnown && isSessionToEnd()) return;
  localStorage.setItem(sessionToEndKey, keepsBrowserKnown ? keepsKnown : '1');
}

export const isSessionToEnd = (): boolean => localStorage.getItem(sessionToEndKey) !== null;

/** Runs the logins and logouts of all tabs one after the other, so that a late logout does not end a new session. */
export const withSessionLock = <T>(work: () => Promise<T>, options: LockOptions = {}): Promise<T> =>
  navigator.locks === undefined ? work() : navigator.locks.request('session', options, work);

/** Ends the session that is noted here on the server, unless it has ended or a login has replaced it in the meantime. */
export const endPendingSession = (end: (keepsBrowserKnown: boolean) => Promise<unknown>): Promise<void> =>
  withSessionLock(async () => {
    const pending = localStorage.getItem(sessionToEndKey);
    if (pending === null) return;
    // The note stays until the device has stored that it has no session.
    await Promise.all([end(pending === keepsKnown), flushLocal()]);
    clearSessionToEnd();
  });

/** Call it when the server has ended the session, or a login has replaced it. */
export const clearSessionToEnd = (): void => localStorage.removeItem(sessionToEndKey);
