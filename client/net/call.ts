// Sends a call of the contract: returns its reply, or throws one of three errors.
import { t, type PlainText } from '#client/device/texts.ts';
import { sentParts, urlOf, type CalledEndpoint, type CallArgs, type ReplyOf } from '#shared/contract/endpoint.ts';
import { answerMarkHeader } from '#shared/rules/answer-mark.ts';
import { startingHeader } from '#shared/rules/starting.ts';
import { textAt } from '#shared/rules/unknown-fields.ts';
import { proofHeader } from '#client/device/data-keys.ts';
import { language } from '#client/device/language.ts';
import { serverClock } from '#client/device/server-clock.ts';
import { localKeys, readLocal } from '#client/device/storage.ts';
import { pageReads } from './page-reads.ts';
import { markReachable, markUnreachable } from './reachability.ts';
import { ConnectionLost, Refused, ServerError, type ErrorResponse } from './errors.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The body, for endpoints with a multipart form. */
  readonly form?: FormData;
  /** The ETag of the state that was edited. If the state has changed since, the server answers 412. */
  readonly ifMatch?: string;
  /** Writes with the same key are stored only once, and get the same reply. */
  readonly idempotencyKey?: string;
  /** After a background call, the header shows no server error. */
  readonly background?: boolean;
  /** The browser sends it even if the page is left meanwhile. */
  readonly keepalive?: boolean;
}

type Listener = () => void;
const signedOutListeners = new Set<Listener>();
const serverErrorListeners = new Set<Listener>();

/** Called when the server no longer knows the session: after a 401 for a member's call, or a redirect to /login. */
export const onSignedOut = (listener: Listener): (() => void) => listen(signedOutListeners, listener);

/** Called when a call that is not a background call gets a status of 500 or above. */
export const onServerError = (listener: Listener): (() => void) => listen(serverErrorListeners, listener);

/**
 * Sends a call and returns its reply: undefined for 204, a Blob for bytes.
 * Throws ConnectionLost, Refused (4xx), ServerError (5xx), or the AbortError of `signal`.
 */
export async function call<E extends CalledEndpoint>(
  endpoint: E,
  args: CallArgs<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  let response = await send(endpoint, args, options);
  if (response.status === 423 && readLocal(localKeys.lock) === null) {
    // The proof of the lock was erased with the device's data. Only a new login helps, so the session is ended.
    await fetch('/api/auth?keepsBrowserKnown=true', { method: 'DELETE' }).catch(() => undefined);
    response = await send(endpoint, args, options);
  }
  return answerOf(endpoint, response, options);
}

/** Returns the reply in a response to a call, or throws the error for its status. */
export async function answerOf<E extends CalledEndpoint>(
  endpoint: E,
  response: Response,
  options: Pick<CallOptions, 'background' | 'signal'> = {},
): Promise<ReplyOf<E>> {
  serverClock.aheadMs = Date.parse(response.headers.get('date') ?? '') - Date.now();
  if (isRedirectToLogin(response)) {
    notify(signedOutListeners);
    throw new Refused({ ...(await failureOf(response)), status: 401, code: 'unauthenticated' });
  }
  if (!response.ok) throw await errorOf(endpoint, response, options);
  return replyOf(endpoint, response).catch((error: unknown) => lose(error, options));
}

async function send<E extends CalledEndpoint>(endpoint: E, args: CallArgs<E>, options: CallOptions): Promise<Response> {
  const { params, query, body } = sentParts(args);
  const headers = new Headers({ ...proofHeader(), accept: endpoint.bytes ?? 'application/json', 'accept-language': language() });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (options.ifMatch !== undefined) headers.set('if-match', options.ifMatch);
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);
  const read = pageReads.begin();
  try {
    const response = await fetch(urlOf(endpoint.path, params, query), {
      method: endpoint.method,
      headers,
      body: options.form ?? (body === undefined ? null : JSON.stringify(body)),
      signal: options.signal ?? null,
      credentials: 'same-origin',
      keepalive: options.keepalive === true,
    });
    if (response.headers.has(startingHeader)) throw new Error('The server is starting.');
    markReachable();
    read.answered(response.headers.get(answerMarkHeader));
    return response;
  } catch (error) {
    return lose(error, options, read);
  }
}

/** An incomplete reply counts as no reply, and so does the page of a network that wants a login. */
function lose(error: unknown, { signal }: Pick<CallOptions, 'signal'>, read = pageReads.begin()): never {
  if (signal?.aborted) {
    read.aborted();
    throw error;
  }
  markUnreachable();
  read.failed();
  throw new ConnectionLost(t('There is no connection.'), { cause: error });
}

/** The cast is safe as long as the server follows the contract. To validate it, the first load would need the schemas. */
async function replyOf<E extends CalledEndpoint>(endpoint: E, response: Response): Promise<ReplyOf<E>> {
  if (response.status === 204) return undefined as ReplyOf<E>;
  return (await (endpoint.bytes === undefined ? response.json() : response.blob())) as ReplyOf<E>;
}

async function errorOf(
  endpoint: CalledEndpoint,
  response: Response,
  options: Pick<CallOptions, 'background'>,
): Promise<Refused | ServerError> {
  // A 401 for a visitor's call, such as the login, does not mean that a session has ended.
  if (response.status === 401 && endpoint.who !== 'all') notify(signedOutListeners);
  if (response.status >= 500 && !options.background) notify(serverErrorListeners);
  const failure = await failureOf(response);
  return response.status >= 500 ? new ServerError(failure) : new Refused(failure);
}

/** The cast is safe: texts that are not in the catalogue, such as those of a proxy, stay as they are. */
const translatedMessage = (message: string): string => t(message as PlainText);

/** Reads the error in a response. A proxy may have sent it in another form. */
async function failureOf(response: Response): Promise<ErrorResponse> {
  const { status, statusText } = response;
  const body: unknown = await response.json().catch(() => null);
  const retryAfterS = Number(response.headers.get('retry-after') ?? Number.NaN);
  return {
    status,
    // HTTP/2 has no status text, but the body's `error` has the same text.
    statusText: statusText || (textAt(body, 'error') ?? ''),
    code: textAt(body, 'code') ?? '',
    message: translatedMessage(textAt(body, 'message') ?? statusText),
    retryAfterMs: Number.isFinite(retryAfterS) ? retryAfterS * 1_000 : null,
  };
}

const isRedirectToLogin = (response: Response): boolean => response.redirected && new URL(response.url).pathname === '/login';

function listen(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(listeners: Set<Listener>): void {
  for (const listener of listeners) listener();
}
