// Tests which failures end a turn of a game.
import { expect, test } from 'vitest';
import { ConnectionLost, Refused, ServerError } from '#client/net/errors.ts';
import { hasLeftGame } from './turn-failure.ts';

const answer = (status: number) => ({ status, statusText: '', code: '', message: '', retryAfterMs: null });

test('a picture or text has left the game if its answer is refused, but not if the server is busy, down or unreachable', () => {
  expect([404, 403, 429].map((status) => hasLeftGame(new Refused(answer(status))))).toEqual([true, true, false]);
  expect([500, 502, 503].map((status) => hasLeftGame(new ServerError(answer(status))))).toEqual([false, false, false]);
  expect([hasLeftGame(new ConnectionLost('lost')), hasLeftGame(null)]).toEqual([false, false]);
});
