// The words for a failed download name the reason, and the daily limit only when it is reached.
import { expect, test } from 'vitest';
import { ConnectionLost, Refused, ServerError } from '#client/net/errors.ts';
import { downloadFailureText } from './download-failure.ts';

const answer = (status: number, code: string, message: string) => ({ status, statusText: '', code, message, retryAfterMs: null });

test.each([
  [new ConnectionLost('gone'), 'The connection was lost before the download was complete. Please try again.'],
  [
    new Refused(answer(429, 'too-many-requests', 'Wait.')),
    'You can download your data three times a day. Please try again later.',
  ],
  [new ServerError(answer(503, 'overloaded', 'It is very busy here.')), 'It is very busy here.'],
  [new ServerError(answer(503, 'disk-full', 'No space left.')), 'No space left.'],
  [new Refused(answer(403, 'reauth', 'Please log in again.')), 'Please log in again.'],
  [new Refused(answer(404, 'not-found', 'Not found.')), 'Your data could not be collected. Please try again.'],
  [new ServerError(answer(500, 'internal', 'Broken.')), 'Your data could not be collected. Please try again.'],
])('%s', (error, text) => {
  expect(downloadFailureText(error)).toBe(text);
});
