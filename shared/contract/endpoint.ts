// The description of a call, from which routes, client, OpenAPI, authorisation and tests are derived.
import type * as z from 'zod/mini';
import { fieldOf } from '#shared/rules/unknown-fields.ts';

export type Schema = z.ZodMiniType;
export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

/** The allowed callers: everybody, members, or administrators. Required, so no call is open by omission. */
export type Who = 'all' | 'USER' | 'ADMIN';

/** The rate limit that applies to a call (values in server/limits.ts). */
export type RateGroup =
  | 'calls'
  | 'briefs'
  | 'places'
  | 'pictures'
  | 'uploads'
  | 'login'
  | 'register'
  | 'contact'
  | 'messages'
  | 'none';

/** The caches on the device that can store the reply to a write. */
export type ReplyCache = 'message' | 'profile' | 'like' | 'note';

/** Whether 404 or 410 counts as success: always, or only for a repeated write, whose first reply may have been lost. */
export type GoneMeansDone = 'always' | 'repeated';

/** How a write waits on the device until the server is reachable. */
export interface Waits<P, Q, B, N extends string> {
  /** Writes of one queue are sent in order. */
  readonly queue: N;
  /** The id that selects one of several queues of this name. Absent: there is only one. */
  per?(args: { params: P; query: Q; body: B }): string;
  /** Every write of the queue is sent. Absent: a later write replaces a waiting one. */
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
  /** The field with the acting profile ("params.profileId"); 403 if it is not the caller's. */
  readonly actor?: `${'params' | 'query' | 'body'}.${string}`;
  /** The fields of a multipart form, which the handler reads itself. */
  readonly form?: readonly string[];
  /** The media type of a reply that is not JSON. */
  readonly bytes?: string;
  /** The reply is sent as serialized JSON bytes that were validated when built. */
  readonly isRawJson?: true;
  readonly rate?: RateGroup;
  /** True if the call needs no proof in a session whose app lock is set. Absent: it is refused with 423. */
  readonly worksLocked?: true;
  /** True if browsers may open its address in a tab. Absent: they are refused with 403. */
  readonly opensInTab?: true;
  /** True if the call requires a login within the last 15 minutes; 'partly' if it does so in the cases that its summary names. */
  readonly recentSignIn?: true | 'partly';
  /** Whether a suspended member may make the call. Absent: only if it is a GET or open to everybody. */
  whileSuspended?(args: { params: P; query: Q; body: B }): boolean;
  /** True if the call needs a caller with a public name and a birthdate; 409 needs-profile otherwise. Absent: never. */
  needsProfile?(args: { params: P; query: Q; body: B }): boolean;
  /** Absent: the call cannot be made offline. */
  readonly waits?: Waits<NoInfer<P>, NoInfer<Q>, NoInfer<B>, N>;
}

/** Declares an endpoint with its exact types. */
export const endpoint = <P = undefined, Q = undefined, B = undefined, R = undefined, N extends string = never>(
  value: Endpoint<P, Q, B, R, N>,
): Endpoint<P, Q, B, R, N> => value;

export type AnyEndpoint = Endpoint<any, any, any, any>; // oxlint-disable-line typescript/no-explicit-any -- the one place where endpoints of all shapes meet

export type ArgsOf<E> = E extends Endpoint<infer P, infer Q, infer B, infer _R> ? { params: P; query: Q; body: B } : never;
export type ReplyOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? R : never;
/** The name of the queue in which a call may wait; never if it has none. */
export type QueueOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer _R, infer N> ? N : never;

type CallPart<K extends string, V> = undefined extends V ? { readonly [key in K]?: V } : { readonly [key in K]: V };
/** The arguments of a call: only the parts that the endpoint has. */
export type CallArgs<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R>
    ? CallPart<'params', P> & CallPart<'query', Q> & CallPart<'body', B>
    : never;

/** The path with its parameters filled in and the query appended; lists are comma-separated. */
export function urlOf(endpointPath: string, params: object | undefined, query: object | undefined): string {
  const path = endpointPath.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(fieldOf(params, name))));
  const search = Object.entries(query ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(Array.isArray(value) ? value.join(',') : String(value))}`)
    .join('&');
  return search === '' ? path : `${path}?${search}`;
}
