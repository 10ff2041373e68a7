// The query of a search in the own conversations; its results are not stored on the device.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { messages, type MessageFound } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { call } from '#client/net/call.ts';

const firstPage: string | undefined = undefined;

/** Disabled without a text. */
export function useFoundMessages(text: string) {
  const own = useOwnProfileId();
  return useInfiniteQuery({
    queryKey: ['found', own, text],
    queryFn: ({ pageParam, signal }) =>
      call(messages.getSearch, { query: { text, beforeMessageId: pageParam } }, { signal, background: true }),
    initialPageParam: firstPage,
    getNextPageParam: (page: readonly MessageFound[]) => (page.length < limits.messagesPage ? undefined : page.at(-1)?.id),
    enabled: own !== '' && text !== '',
    placeholderData: keepPreviousData,
    // A message that was unsent meanwhile must not show again.
    staleTime: 0,
    gcTime: 0,
  });
}
