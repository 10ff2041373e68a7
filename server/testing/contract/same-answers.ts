// Compares responses by status, body and all headers except times and ids of requests.
import type { Answer } from '#server/testing/app/browser.ts';

const ofTheMoment: readonly string[] = ['date', 'x-request-id', 'request-id', 'x-read-mark'];

/** A response in comparable form. */
export function comparable({ status, headers, bytes }: Answer) {
  const compared = Object.entries(headers).filter(([name]) => !ofTheMoment.includes(name));
  return {
    status,
    headers: Object.fromEntries(compared.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    text: bytes.toString('latin1'),
  };
}

/** Without the ids and the order of the caller's reports: the sweep of cases draws ids too, so both depend on timing. */
export function comparableAs(name: string, answer: Answer): ReturnType<typeof comparable> {
  const response = comparable(answer);
  if (!name.includes(' /api/reports') || response.status !== 200) return response;
  const reports: Record<string, unknown>[] = [JSON.parse(response.text)].flat();
  const withoutIds = reports.map((report) => JSON.stringify({ ...report, id: null }));
  return { ...response, text: withoutIds.toSorted().join() };
}

export const sameButForTime = (a: Answer, b: Answer): boolean => JSON.stringify(comparable(a)) === JSON.stringify(comparable(b));
