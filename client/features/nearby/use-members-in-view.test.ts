// The state of the people in view while the queries of its sectors wait for the device's copy, are fetched, or are answered.
import { QueryClient, QueryObserver, type UseQueryResult } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { combineSectors } from './use-members-in-view.ts';

const client = new QueryClient();
afterEach(() => client.clear());

/** The state of one sector's query as screens get it. */
function resultOf(queryKey: string, { isRead = true } = {}): UseQueryResult<ProfileBrief[]> {
  const observer = new QueryObserver<ProfileBrief[]>(client, {
    queryKey: [queryKey],
    queryFn: () => new Promise<ProfileBrief[]>(() => undefined),
    enabled: isRead,
  });
  return observer.getCurrentResult() as UseQueryResult<ProfileBrief[]>;
}

test('the members in view are pending until each sector is answered, also while the device’s copy is read', () => {
  client.setQueryData(['answered'], []);
  const [answered, fetched, unread] = [resultOf('answered'), resultOf('fetched'), resultOf('unread', { isRead: false })];
  expect(combineSectors([answered]).isPending).toBe(false);
  expect(combineSectors([answered, fetched]).isPending).toBe(true);
  expect(combineSectors([answered, unread]).isPending).toBe(true);
});
