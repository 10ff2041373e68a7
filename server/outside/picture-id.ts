// Derives an upload's picture id from its key, so that a repeated upload gets the same id, and a message can name it by its key.
import { createHash } from 'node:crypto';

export const profilePictureId = (profileId: string, key: string): string => uuidFrom(`${profileId} ${key}`);

export const chatPictureId = (senderId: string, key: string): string => uuidFrom(`${senderId} chat ${key}`);

/** The text contains a random UUID, so the result is as hard to guess as a random id. */
function uuidFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
