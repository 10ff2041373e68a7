// Tells whether a failed answer ends a turn of a game, and gives the message for it.
import { t } from '#client/device/texts.ts';
import { ConnectionLost, isTemporaryRefusal, Refused } from '#client/net/errors.ts';

/** True if the picture or text has left the game. After any other failure the player can give the same answer again. */
export const hasLeftGame = (error: unknown): boolean => error instanceof Refused && !isTemporaryRefusal(error);

/** The message for an answer that the player can give again. `offlineText` is the message while there is no connection. */
export const againText = (error: unknown, offlineText: string): string =>
  error instanceof ConnectionLost ? offlineText : t('That didn’t work. Please try again.');
