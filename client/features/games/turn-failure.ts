// The meaning of a failed call in a game.
import { isTemporaryRefusal, Refused } from '#client/net/errors.ts';

/** True if what the answer was about has left the game. After any other failure the player can give the same answer again. */
export const hasLeftGame = (error: unknown): boolean => error instanceof Refused && !isTemporaryRefusal(error);
