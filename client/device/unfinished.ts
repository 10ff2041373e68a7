// What a wipe or a logout that did not come to its end has left to do at the next start.

/** Set while a wipe is under way; it survives a killed tab. */
export const wipingKey = 'wiping';
/** Set when the session could not be ended on the server, because there was no connection. */
export const sessionToEndKey = 'sessionToEnd';

/** Asked before the first render: the wipe has to be done again. */
export const isWiping = (): boolean => localStorage.getItem(wipingKey) !== null;

export const endSessionLater = (): void => localStorage.setItem(sessionToEndKey, '1');

/** A logout without connection ended the session here only: `end` ends it on the server as soon as that can be reached. */
export async function endLeftSession(end: () => Promise<unknown>): Promise<void> {
  if (localStorage.getItem(sessionToEndKey) === null) return;
  await end();
  sessionIsEnded();
}

/** The server has ended the session, or a new login has replaced it. */
export const sessionIsEnded = (): void => localStorage.removeItem(sessionToEndKey);
