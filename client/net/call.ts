// The only fetch: sends a call of the contract and returns its reply or throws one of the three errors.
import { urlOf, type AnyEndpoint, type CallArgs, type ReplyOf } from '#shared/contract/endpoint.ts';
import { heard, lost } from './reachability.ts';
import { ConnectionLost, Refused, ServerTrouble, type FailedAnswer } from './errors.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The body of an endpoint that takes a form. */
  readonly form?: FormData;
  /** The ETag of the state that the change was made on; another one answers 412. */
  readonly ifMatch?: string;
  /** The id of a write: sent twice it is stored once, with the same answer. */
  readonly idempotencyKey?: string;
  /** A background call: trouble of the server is not shown in the header. */
  readonly background?: boolean;
}

export interface Tagged<R> {
  readonly reply: R;
  /** To be handed to `ifMatch` of a later change. */
  readonly etag: string | null;
}

type Listener = () => void;
const signedOutListeners = new Set<Listener>();
const serverTroubleListeners = new Set<Listener>();

/** Called when the server no longer knows the session: a 401 of any call but the login itself, or a redirect to /login. */
export const onSignedOut = (listener: Listener): (() => void) => listen(signedOutListeners, listener);

/** Called when a foreground call is answered with 500 or more. */
export const onServerTrouble = (listener: Listener): (() => void) => listen(serverTroubleListeners, listener);

/**
 * Sends one call. Answers the reply as the contract says (undefined for 204, a Blob for bytes).
 * Throws ConnectionLost, Refused (4xx), ServerTrouble (5xx), or the AbortError of `signal`.
 */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  args: CallArgs<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  return (await callTagged(endpoint, args, options)).reply;
}

/** The same, with the ETag that the answer carries. */
export async function callTagged<E extends AnyEndpoint>(
  endpoint: E,
  args: CallArgs<E>,
  options: CallOptions = {},
): Promise<Tagged<ReplyOf<E>>> {
  return answerOf(endpoint, await send(endpoint, args, options), options);
}

/** What a response to this call means: its reply, or the error it is. */
export async function answerOf<E extends AnyEndpoint>(
  endpoint: E,
  response: Response,
  options: Pick<CallOptions, 'background'> = {},
): Promise<Tagged<ReplyOf<E>>> {
  if (isRedirectToLogin(response)) {
    tell(signedOutListeners);
    throw new Refused({ ...(await failureOf(response)), status: 401, code: 'unauthenticated' });
  }
  if (!response.ok) throw await errorOf(endpoint, response, options);
  return { reply: await replyOf(endpoint, response), etag: response.headers.get('etag') };
}

async function send<E extends AnyEndpoint>(endpoint: E, args: CallArgs<E>, options: CallOptions): Promise<Response> {
  const { params, query, body }: { params?: object; query?: object; body?: unknown } = args;
  const headers = new Headers({ accept: endpoint.bytes ?? 'application/json' });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (options.ifMatch !== undefined) headers.set('if-match', options.ifMatch);
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);
  try {
    const response = await fetch(urlOf(endpoint.path, params, query), {
      method: endpoint.method,
      headers,
      body: options.form ?? (body === undefined ? null : JSON.stringify(body)),
      signal: options.signal ?? null,
      credentials: 'same-origin',
    });
    heard();
    return response;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    lost();
    throw new ConnectionLost('The server could not be reached.', { cause: error });
  }
}

/** The cast trusts the server to answer as the contract says: checking again would put the schemas into the first load. */
async function replyOf<E extends AnyEndpoint>(endpoint: E, response: Response): Promise<ReplyOf<E>> {
  if (response.status === 204) return undefined as ReplyOf<E>;
  return (await (endpoint.bytes === undefined ? response.json() : response.blob())) as ReplyOf<E>;
}

async function errorOf(
  endpoint: AnyEndpoint,
  response: Response,
  options: Pick<CallOptions, 'background'>,
): Promise<Refused | ServerTrouble> {
  const isLogin = endpoint.method === 'POST' && endpoint.path === '/api/auth';
  if (response.status === 401 && !isLogin) tell(signedOutListeners);
  if (response.status >= 500 && !options.background) tell(serverTroubleListeners);
  const failure = await failureOf(response);
  return response.status >= 500 ? new ServerTrouble(failure) : new Refused(failure);
}

/** What went wrong, also where something between us and the server answered in words of its own. */
async function failureOf(response: Response): Promise<FailedAnswer> {
  const { status, statusText } = response;
  const body: unknown = await response.json().catch(() => null);
  const textAt = (key: string): string | null => {
    const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, key) : null;
    return typeof value === 'string' ? value : null;
  };
  const retryAfterS = Number(response.headers.get('retry-after') ?? Number.NaN);
  return {
    status,
    // HTTP/2 has no status text; the answer's own name of the error says the same.
    statusText: statusText || (textAt('error') ?? ''),
    code: textAt('code') ?? '',
    message: textAt('message') ?? statusText,
    retryAfterMs: Number.isFinite(retryAfterS) ? retryAfterS * 1_000 : null,
  };
}

const isRedirectToLogin = (response: Response): boolean => response.redirected && new URL(response.url).pathname === '/login';

function listen(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(listeners: Set<Listener>): void {
  for (const listener of listeners) listener();
}
