// The query for sessions, and mutations to end one or all.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { sessions, type SessionListed } from '#shared/contract/sessions.ts';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { call } from '#client/net/call.ts';
import { Refused } from '#client/net/errors.ts';
import { removeAllPasskeys } from './passkeys.queries.ts';

/** The key starts like that of the settings, so that both are refetched together. */
export const sessionsQuery = queryOptions({
  queryKey: [...settingsQuery.queryKey, 'sessions'],
  queryFn: callAsQuery(sessions.getSessions, {}),
  staleTime: 0,
});

export function useEndSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      try {
        await call(sessions.deleteSession, { params: { id } });
      } catch (error) {
        // The session has ended already.
        if (!(error instanceof Refused && error.status === 404)) throw error;
      }
    },
    onSuccess: (_, endedId) =>
      queries.setQueryData<SessionListed[]>(sessionsQuery.queryKey, (listed) => listed?.filter(({ id }) => id !== endedId)),
  });
}

export const useEndEverySession = (onEnded: () => void) =>
  useMutation({
    mutationFn: async ({ alsoPasskeys }: { readonly alsoPasskeys: boolean }) => {
      if (alsoPasskeys) await removeAllPasskeys();
      await call(sessions.deleteSessions, {});
    },
    onSuccess: onEnded,
  });
