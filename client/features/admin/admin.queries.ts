// Queries and mutations of the dashboard. The device stores none of them.
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { admin, type TestUsers } from '#shared/contract/admin.ts';
import { limits } from '#shared/rules/limits.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { call } from '#client/net/call.ts';

export const roleCountsQuery = queryOptions({
  queryKey: ['admin', 'roles'],
  queryFn: callAsQuery(admin.getUserRoleCounts, { query: { includeTestData: false } }),
  refetchInterval: limits.roleCountsRefetchMs,
});

export const newMembersQuery = queryOptions({
  queryKey: ['admin', 'new-members'],
  queryFn: callAsQuery(admin.getNewMembers, {}),
  refetchInterval: limits.contactMessagesRefetchMs,
});

export const serverHealthQuery = queryOptions({
  queryKey: ['admin', 'health'],
  queryFn: callAsQuery(admin.getHealth, {}),
  refetchInterval: limits.healthRefetchMs,
});

export const testUsersQuery = queryOptions({
  queryKey: ['admin', 'test-users'],
  queryFn: callAsQuery(admin.getTestUsers, {}),
  refetchInterval: ({ state: { data } }: { readonly state: { readonly data: TestUsers | undefined } }) =>
    data?.job ? limits.testJobRefetchMs : limits.healthRefetchMs,
});

export const contactMessagesQuery = (unanswered: boolean) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'contact', unanswered],
    queryFn: ({ signal, pageParam: before }: { signal: AbortSignal; pageParam: number | undefined }) =>
      call(admin.getContactMessages, { query: { before, unanswered } }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < limits.contactMessagesPage ? undefined : page.at(-1)?.tsCreated),
    refetchInterval: limits.contactMessagesRefetchMs,
  });

export function useAnswerContactMessage(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (answer: string) => call(admin.putContactAnswer, { params: { id }, body: { answer } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['admin', 'contact'] }),
  });
}

export function useCreateTestUsers() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(admin.postTestUsers, { params: { count: limits.testUsersAsked } }),
    onSuccess: (status) => queries.setQueryData(testUsersQuery.queryKey, status),
    onError: () => queries.invalidateQueries({ queryKey: testUsersQuery.queryKey }),
  });
}

export function useRemoveTestUsers() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(admin.deleteTestUsers, {}),
    // Refetched during the removal too, so that its progress is visible.
    onMutate: () => void setTimeout(() => void queries.invalidateQueries({ queryKey: testUsersQuery.queryKey }), removalStartMs),
    onSettled: () => queries.invalidateQueries({ queryKey: testUsersQuery.queryKey }),
  });
}

/** Time for the removal to start. */
const removalStartMs = 300;
