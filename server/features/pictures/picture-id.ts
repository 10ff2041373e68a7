// The id of an upload, derived from its key so that the same upload is the same picture.
import { createHash } from 'node:crypto';

/** The key is the member's own random UUID, so the id is as hard to guess as a random one. */
export function uuidFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
