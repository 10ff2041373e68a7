// Refreshing screens after the reply to a write.
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withTimeLimit, refresh } from './reply-handlers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the changed queries, and no others, are out of date after a reply', async () => {
  const client = new QueryClient();
  for (const name of ['likes', 'notes', 'mutes']) client.setQueryData([name], 1);
  await refresh(client, [['likes'], ['mutes']]);
  expect(['likes', 'notes', 'mutes'].map((name) => client.getQueryState([name])?.isInvalidated)).toEqual([true, false, true]);
});

test('a screen that is slow to refresh holds up the next write for five seconds only', async () => {
  const done = vi.fn();
  void withTimeLimit(new Promise(() => undefined)).then(done);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toHaveBeenCalled();
});
