// A call as the query function of react-query: cancelled with the screen, and quiet when it only refreshes what is shown.
import type { QueryFunctionContext } from '@tanstack/react-query';
import type { AnyEndpoint, CallArgs, ReplyOf } from '#shared/contract/endpoint.ts';
import { call } from './call.ts';

/** `queryFn: ask(likes.byLiked, { params: { id } })`: a refetch of something that is there already counts as background. */
export const ask =
  <E extends AnyEndpoint>(endpoint: E, args: CallArgs<E>) =>
  ({ signal, client, queryKey }: QueryFunctionContext): Promise<ReplyOf<E>> =>
    call(endpoint, args, { signal, background: client.getQueryData(queryKey) !== undefined });
