// Computes a picture's id from the key of its upload, so that a repeated upload gets the same id.
import { createHash } from 'node:crypto';

/** The text contains a random UUID, so the result is as hard to guess as a random id. */
export function uuidFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
