// Marks in local storage for a wipe or logout that the next start has to finish.

/** Set while a wipe is running, so that it is repeated after a killed tab. */
export const wipingKey = 'wiping';
/** Set between a logout on this device and the end of the session on the server. */
export const sessionToEndKey = 'sessionToEnd';

export const isWiping = (): boolean => localStorage.getItem(wipingKey) !== null;

export const markSessionToEnd = (): void => localStorage.setItem(sessionToEndKey, '1');

/** Runs logins and logouts one at a time in all tabs, so that a late logout does not end the next login's session. */
export const withSessionLock = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks === undefined ? work() : navigator.locks.request('session', work);

/** Ends a session marked to end on the server, unless it was ended or replaced by a login meanwhile. */
export const endPendingSession = (end: () => Promise<unknown>): Promise<void> =>
  withSessionLock(async () => {
    if (localStorage.getItem(sessionToEndKey) === null) return;
    await end();
    clearSessionToEnd();
  });

/** Called when the server has ended the session or a login has replaced it. */
export const clearSessionToEnd = (): void => localStorage.removeItem(sessionToEndKey);
