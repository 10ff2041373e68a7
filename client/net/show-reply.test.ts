// The reply to a change, and an answer that was requested before it.
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { showReply } from './show-reply.ts';

const queryKey = ['settings'];

/** Each request is answered by a call of its own. */
function pendingAnswers() {
  const answers: ((value: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  return { answers, queryFn };
}

test.each([
  ['with an answer before', 'old'],
  ['without an answer before', undefined],
])('an answer on its way does not undo the reply, %s, and is requested again', async (_, before) => {
  const queries = new QueryClient();
  const { answers, queryFn } = pendingAnswers();
  if (before !== undefined) queries.setQueryData(queryKey, before);
  const asked = queries.fetchQuery({ queryKey, queryFn });
  showReply(queries, queryKey, 'changed');
  answers[0]?.('old');
  await expect.poll(() => answers.length).toBe(2);
  expect(queries.getQueryData(queryKey)).toBe('changed');
  answers[1]?.('changed elsewhere too');
  await expect.poll(() => queries.getQueryData(queryKey)).toBe('changed elsewhere too');
  expect(await asked).toBe('changed elsewhere too');
});

test('nothing is requested again if no request was pending', async () => {
  const queries = new QueryClient();
  const { answers, queryFn } = pendingAnswers();
  const asked = queries.fetchQuery({ queryKey, queryFn });
  answers[0]?.('old');
  await asked;
  showReply(queries, queryKey, 'changed');
  expect([queries.getQueryData(queryKey), answers.length, queries.isFetching()]).toEqual(['changed', 1, 0]);
});
