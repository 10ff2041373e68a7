// The steps that an interrupted wipe or logout has left to do at the next start.

/** Set while a wipe is under way; it survives a killed tab. */
export const wipingKey = 'wiping';
/** Set from a logout on until the server has ended the session too; without connection, or when the tab is killed, that is later. */
export const sessionToEndKey = 'sessionToEnd';

/** Asked before the first render: the wipe has to be done again. */
export const isWiping = (): boolean => localStorage.getItem(wipingKey) !== null;

/** The session is over here, and not yet on the server. */
export const endSessionLater = (): void => localStorage.setItem(sessionToEndKey, '1');

/** Endings and logins take turns, also between tabs: an ending that comes late must not meet the session of the next login. */
export const inSessionTurn = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks === undefined ? work() : navigator.locks.request('session', work);

/** Ends the session that was left on this device also on the server, with `end`, unless that or a new login was done meanwhile. */
export const endLeftSession = (end: () => Promise<unknown>): Promise<void> =>
  inSessionTurn(async () => {
    if (localStorage.getItem(sessionToEndKey) === null) return;
    await end();
    sessionIsEnded();
  });

/** The server has ended the session, or a new login has replaced it. */
export const sessionIsEnded = (): void => localStorage.removeItem(sessionToEndKey);
