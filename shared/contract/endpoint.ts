// The description of a call, from which routes, client, OpenAPI, authorisation and tests are derived.
import type * as z from 'zod/mini';
import { fieldOf } from '#shared/rules/unknown-fields.ts';

export type Schema = z.ZodMiniType;
export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

/** Who may make a call: everybody, members, or administrators. Every endpoint has to say so, so that none is open by mistake. */
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

/** The caches on the device that a write changes once the server has done it. */
export type ReplyCache = 'message' | 'profile' | 'like' | 'pic-like' | 'note' | 'mutes' | 'notifications' | 'deleted-message';

/**
 * Whether 404 or 410 counts as success: always, or only for a repeated write, whose first reply may have been lost. Only waiting writes of
 * earlier builds have 'repeated'.
 */
export type GoneMeansDone = 'always' | 'repeated';

/** How a write waits on the device until the server is reachable. */
export interface Waits<P, Q, B, N extends string> {
  /** Writes of one queue are sent in order. */
  readonly queue: N;
  /** Selects the queue by an id when there are several of this name. Without it there is one queue. */
  per?(args: { params: P; query: Q; body: B }): string;
  /** Sends every write of the queue. Without it, a later write replaces an earlier one that still waits. */
  readonly sendsEvery?: true;
  /** 404 and 410 mean that the write is done. Without it they are failures, which a screen has to show. */
  readonly goneMeansDone?: 'always';
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
  /** The schema of the reply. Without it the call replies 204 without a body. */
  readonly reply?: z.ZodMiniType<R>;
  /** The field with the acting profile, such as "params.profileId". The call answers 403 if it is not the caller's profile. */
  readonly actor?: `${'params' | 'query' | 'body'}.${string}`;
  /** The fields of a multipart form, which the handler reads itself. */
  readonly form?: readonly string[];
  /** The media type of a reply that is not JSON. */
  readonly bytes?: string;
  /** The reply is sent as serialized JSON bytes that were validated when built. */
  readonly isRawJson?: true;
  readonly rate?: RateGroup;
  /** The call works in a session with an app lock without proof that the lock is open. Other calls are refused with 423. */
  readonly worksLocked?: true;
  /** Browsers may open its address in a tab. Other addresses of the API are refused there with 403. */
  readonly opensInTab?: true;
  /** True if the call requires a login within the last 15 minutes; 'partly' if it does so in the cases that its summary names. */
  readonly recentSignIn?: true | 'partly';
  /** Whether a suspended member may make the call. Without it, they may if it is open to everybody, or a GET for members. */
  whileSuspended?(args: { params: P; query: Q; body: B }): boolean;
  /** Whether the caller needs a public name and a birthdate; otherwise the call answers 409 needs-profile. */
  needsProfile?(args: { params: P; query: Q; body: B }): boolean;
  /** How the call waits while offline. Without it, the call cannot be made offline. */
  readonly waits?: Waits<NoInfer<P>, NoInfer<Q>, NoInfer<B>, N>;
}

/** Without a rule of its own: members read while they are suspended, administrators do nothing. */
export const isOpenWhileSuspended = ({ method, who }: Pick<Endpoint, 'method' | 'who'>): boolean =>
  who === 'all' || (who === 'USER' && method === 'GET');

/** The client has only these parts of an endpoint: its bundle lacks the others (scripts/strip-schemas.ts). */
export const partsForClient = ['method', 'path', 'who', 'bytes', 'waits'] as const satisfies readonly (keyof Endpoint)[];

/** Declares an endpoint with its exact types. */
export const endpoint = <P = undefined, Q = undefined, B = undefined, R = undefined, N extends string = never>(
  value: Endpoint<P, Q, B, R, N>,
): Endpoint<P, Q, B, R, N> => value;

export type AnyEndpoint = Endpoint<any, any, any, any>; // oxlint-disable-line typescript/no-explicit-any -- the one place where endpoints of all shapes meet

/** What the client may read of an endpoint. */
export type CalledEndpoint = Pick<AnyEndpoint, (typeof partsForClient)[number]>;

export type ArgsOf<E> = E extends Endpoint<infer P, infer Q, infer B, infer _R> ? { params: P; query: Q; body: B } : never;
export type ReplyOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? R : never;
/** The name of the queue in which a call may wait, or `never` if the call cannot wait. */
export type QueueOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer _R, infer N> ? N : never;

type CallPart<K extends string, V> = undefined extends V ? { readonly [key in K]?: V } : { readonly [key in K]: V };
/** The arguments of a call: only the parts that the endpoint has. */
export type CallArgs<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R>
    ? CallPart<'params', P> & CallPart<'query', Q> & CallPart<'body', B>
    : never;

interface SentParts {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

/** The cast is needed, because the types of arguments follow from parts that the client does not have. */
export const sentParts = (args: unknown): SentParts => args as SentParts;

/** The path with its parameters filled in and the query appended; lists are comma-separated. */
export function urlOf(endpointPath: string, params: object | undefined, query: object | undefined): string {
  const path = endpointPath.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(fieldOf(params, name))));
  const search = Object.entries(query ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(Array.isArray(value) ? value.join(',') : String(value))}`)
    .join('&');
  return search === '' ? path : `${path}?${search}`;
}
