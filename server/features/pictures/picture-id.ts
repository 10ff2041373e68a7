// The id of an upload by the key that it is sent with, so that the same upload is the same picture.
import { createHash } from 'node:crypto';

/** The key is the member's own random UUID, so that the id stays as hard to guess as one that was drawn. */
export function uuidFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
