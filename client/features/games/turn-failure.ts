// The meaning of a failed answer in a game, and the words for it.
import { t } from '#client/device/texts.ts';
import { ConnectionLost, isTemporaryRefusal, Refused } from '#client/net/errors.ts';

/** True if what the answer was about has left the game. After any other failure the player can give the same answer again. */
export const hasLeftGame = (error: unknown): boolean => error instanceof Refused && !isTemporaryRefusal(error);

/** For an answer that the player can give again. `offlineText` says so while there is no connection. */
export const againText = (error: unknown, offlineText: string): string =>
  error instanceof ConnectionLost ? offlineText : t('That didn’t work. Please try again.');
