// Compares responses by status, body and all headers except times.
import type { Answer } from '#server/testing/app/browser.ts';

const ofTheMoment: readonly string[] = ['date', 'x-request-id', 'request-id'];

/** A response in comparable form. */
export function comparable({ status, headers, bytes }: Answer) {
  const told = Object.entries(headers).filter(([name]) => !ofTheMoment.includes(name));
  return { status, headers: Object.fromEntries(told.toSorted(([a], [b]) => (a < b ? -1 : 1))), text: bytes.toString('latin1') };
}

export const sameButForTime = (a: Answer, b: Answer): boolean => JSON.stringify(comparable(a)) === JSON.stringify(comparable(b));
