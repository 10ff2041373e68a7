// Turns a call into the query function of a react-query. It is cancelled when the screen closes.
import type { QueryFunctionContext } from '@tanstack/react-query';
import type { CalledEndpoint, CallArgs, ReplyOf } from '#shared/contract/endpoint.ts';
import { call } from './call.ts';

/** For example `queryFn: callAsQuery(likes.byLiked, { params: { id } })`. A refetch counts as a background call. */
export const callAsQuery =
  <E extends CalledEndpoint>(endpoint: E, args: CallArgs<E>) =>
  ({ signal, client, queryKey }: QueryFunctionContext): Promise<ReplyOf<E>> =>
    call(endpoint, args, { signal, background: client.getQueryData(queryKey) !== undefined });
