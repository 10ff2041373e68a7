// Searches the member's conversations. The device does not store the results.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { messages, type MessageFound } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { call } from '#client/net/call.ts';

const firstPage: string | undefined = undefined;

/** The query is disabled while `text` is empty. */
export function useMessageSearch(text: string) {
  const ownId = useOwnProfileId();
  return useInfiniteQuery({
    queryKey: ['found', ownId, text],
    queryFn: ({ pageParam, signal }) =>
      call(messages.getSearch, { query: { text, beforeMessageId: pageParam } }, { signal, background: true }),
    initialPageParam: firstPage,
    getNextPageParam: (page: readonly MessageFound[]) => (page.length < limits.messagesPage ? undefined : page.at(-1)?.id),
    enabled: ownId !== '' && text !== '',
    placeholderData: keepPreviousData,
    // A message that was unsent in the meantime must not appear again.
    staleTime: 0,
    gcTime: 0,
  });
}
