// Two answers that nobody could tell apart: status, body and every header but those that name the moment.
import type { Answer } from '#server/testing/app/browser.ts';

const ofTheMoment: readonly string[] = ['date', 'x-request-id', 'request-id'];

/** An answer as it can be compared with another one, byte for byte. */
export function comparable({ status, headers, bytes }: Answer) {
  const told = Object.entries(headers).filter(([name]) => !ofTheMoment.includes(name));
  return { status, headers: Object.fromEntries(told.toSorted(([a], [b]) => (a < b ? -1 : 1))), text: bytes.toString('latin1') };
}

export const sameButForTime = (a: Answer, b: Answer): boolean => JSON.stringify(comparable(a)) === JSON.stringify(comparable(b));
