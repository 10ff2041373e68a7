// Marks in local storage for a wipe or logout that the next start has to finish.

/** Set while a wipe is running, so that it is repeated after a killed tab. */
export const wipingKey = 'wiping';
/** Set between a logout on this device and the end of the session on the server. */
export const sessionToEndKey = 'sessionToEnd';

export const isWiping = (): boolean => localStorage.getItem(wipingKey) !== null;

const keepsKnown = 'keepsKnown';

/** With `keepsBrowserKnown` the server still knows this browser, for the next login; a logout that is already pending has priority. */
export function markSessionToEnd({ keepsBrowserKnown = false } = {}): void {
  if (keepsBrowserKnown && localStorage.getItem(sessionToEndKey) !== null) return;
  localStorage.setItem(sessionToEndKey, keepsBrowserKnown ? keepsKnown : '1');
}

/** Runs logins and logouts of all tabs one after the other, so that a delayed logout does not end a new session. */
export const withSessionLock = <T>(work: () => Promise<T>, options: LockOptions = {}): Promise<T> =>
  navigator.locks === undefined ? work() : navigator.locks.request('session', options, work);

/** Ends a session marked to end on the server, unless it was ended or replaced by a login in the meantime. */
export const endPendingSession = (end: (keepsBrowserKnown: boolean) => Promise<unknown>): Promise<void> =>
  withSessionLock(async () => {
    const pending = localStorage.getItem(sessionToEndKey);
    if (pending === null) return;
    await end(pending === keepsKnown);
    clearSessionToEnd();
  });

/** Called when the server has ended the session or a login has replaced it. */
export const clearSessionToEnd = (): void => localStorage.removeItem(sessionToEndKey);
