// The description of one call, from which routes, client, OpenAPI, authorisation and tests are derived.
import type * as z from 'zod/mini';

export type Schema = z.ZodMiniType;
export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

/** Who may call: everybody, members, or administrators; nothing else exists, so nothing is open by omission. */
export type Who = 'all' | 'USER' | 'ADMIN';

/** The rate limit that a call uses (numbers in the server's limits). */
export type RateGroup = 'calls' | 'briefs' | 'pictures' | 'uploads' | 'login' | 'register' | 'contact' | 'messages' | 'none';

/** The caches of the device that can hold the reply to a write. */
export type ReplyCache = 'message' | 'profile' | 'like' | 'note';

/** When 404 or 410 means that a write is done: always, or only for a repeated one, whose first answer may have been lost. */
export type GoneMeansDone = 'always' | 'repeated';

/** All that pages and worker need to know of a write that may wait on the device until the server can be reached. */
export interface Waits<P, Q, B, N extends string> {
  /** Writes of one queue are sent in the order they were made. */
  readonly queue: N;
  /** The id that each queue of this name is for. Absent: there is only one. */
  per?(args: { params: P; query: Q; body: B }): string;
  /** Every write of the queue is sent. Absent: a later one takes the place of one that still waits. */
  readonly sendsEvery?: true;
  /** Absent: 404 and 410 are refusals like any other. */
  readonly goneMeansDone?: GoneMeansDone;
  readonly replyCache?: ReplyCache;
}

export interface Endpoint<P = unknown, Q = unknown, B = unknown, R = unknown, N extends string = string> {
  readonly method: Method;
  /** Path with {name} parameters, all under /api. */
  readonly path: string;
  readonly who: Who;
  readonly summary: string;
  readonly params?: z.ZodMiniType<P>;
  readonly query?: z.ZodMiniType<Q>;
  readonly body?: z.ZodMiniType<B>;
  /** Absent: the call replies 204 without a body. */
  readonly reply?: z.ZodMiniType<R>;
  /** The field of the acting profile ("params.profileId"): any other than the caller's is answered 403. */
  readonly actor?: `${'params' | 'query' | 'body'}.${string}`;
  /** Other kinds of body than JSON: a multipart form, read by the handler itself. */
  readonly form?: readonly string[];
  /** Other kinds of reply than JSON that this contract describes: bytes with this media type. */
  readonly bytes?: string;
  /** The reply is sent as serialized JSON bytes that were validated when built. */
  readonly isRawJson?: true;
  readonly rate?: RateGroup;
  /** Whether this call has an effect on others, which suspended members are refused. Absent: never. */
  actsOnOthers?(args: { params: P; query: Q; body: B }): boolean;
  /** Absent: the call can't be made without connection. */
  readonly waits?: Waits<NoInfer<P>, NoInfer<Q>, NoInfer<B>, N>;
}

/** Declares an endpoint and keeps its exact types. */
export const endpoint = <P = undefined, Q = undefined, B = undefined, R = undefined, N extends string = never>(
  value: Endpoint<P, Q, B, R, N>,
): Endpoint<P, Q, B, R, N> => value;

export type AnyEndpoint = Endpoint<any, any, any, any>; // oxlint-disable-line typescript/no-explicit-any -- the one place where endpoints of all shapes meet

export type ArgsOf<E> = E extends Endpoint<infer P, infer Q, infer B, infer _R> ? { params: P; query: Q; body: B } : never;
export type ReplyOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? R : never;
/** The name of the queue in which a call may wait; never for one that may not. */
export type QueueOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer _R, infer N> ? N : never;

type Given<K extends string, V> = undefined extends V ? { readonly [key in K]?: V } : { readonly [key in K]: V };
/** The arguments of a call: only the parts that the endpoint has. */
export type CallArgs<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R> ? Given<'params', P> & Given<'query', Q> & Given<'body', B> : never;

/** The path with its parameters filled in and the query appended; lists are comma-separated. */
export function urlOf(endpointPath: string, params: object | undefined, query: object | undefined): string {
  const path = endpointPath.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(Reflect.get(params ?? {}, name))),
  );
  const search = Object.entries(query ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(Array.isArray(value) ? value.join(',') : String(value))}`)
    .join('&');
  return search === '' ? path : `${path}?${search}`;
}
