// Sends a write of the outbox from a page or the worker, and returns the result as plain values.
import { fieldOf, textAt } from '#shared/rules/unknown-fields.ts';
import { writerHeader } from '#shared/rules/writer.ts';
import { proofHeader } from '#client/device/data-keys.ts';
import type { Refusal } from '#client/offline/database-schema.ts';
import type { NewWrite, OutboxEntry } from './outbox-entries.ts';

export type Answer =
  /** Nobody knows whether the server has handled the write. */
  | { readonly is: 'lost' }
  | { readonly is: 'done'; readonly reply: unknown; readonly version: string | null }
  | (Refusal & {
      readonly is: 'refused';
      readonly retryAfterMs: number | null;
      /** The current state, if the write changed an older one. */
      readonly newer?: { readonly state: object; readonly version: string };
    });

/** A connection counts as lost after this time without a response. */
export const requestTimeoutMs = 30_000;

interface PlainRequest extends RequestInit {
  readonly headers?: Readonly<Record<string, string>>;
}

export const sendEntry = (entry: OutboxEntry): Promise<Answer> =>
  sendRequest(entry.path, {
    method: entry.method,
    headers: headersOf(entry),
    body: entry.body === null ? null : JSON.stringify(entry.body),
    signal: AbortSignal.timeout(requestTimeoutMs),
  });

/**
 * Sends a write that is not in the outbox, if it has no pictures. Its key must be that of its other attempts. Returns true if the server
 * has done it.
 */
export const sendUnstored = async (write: NewWrite, request: PlainRequest = {}): Promise<boolean> =>
  write.uploads === undefined &&
  (
    await sendRequest(write.path, {
      ...request,
      method: write.method,
      headers: headersOf({ ...write, key: write.key ?? crypto.randomUUID(), version: write.version ?? null }),
      body: write.body === null ? null : JSON.stringify(write.body),
    })
  ).is === 'done';

export async function sendRequest(path: string, request: PlainRequest): Promise<Answer> {
  try {
    const headers = { ...request.headers, ...proofHeader() };
    return await answerOf(await fetch(path, { ...request, headers, credentials: 'same-origin', cache: 'no-store' }));
  } catch {
    return { is: 'lost' };
  }
}

function headersOf({
  profile,
  body,
  key,
  version,
}: Pick<OutboxEntry, 'profile' | 'body' | 'key' | 'version'>): Record<string, string> {
  return {
    accept: 'application/json',
    [writerHeader]: profile,
    'idempotency-key': key,
    ...(body === null ? {} : { 'content-type': 'application/json' }),
    ...(version === null ? {} : { 'if-match': version }),
  };
}

async function answerOf(response: Response): Promise<Answer> {
  const isLogin = response.redirected && new URL(response.url).pathname === '/login';
  if (response.ok && !isLogin)
    return {
      is: 'done',
      // An incomplete response counts as no response. The write is sent again with the same key.
      reply: response.status === 204 ? null : await response.json(),
      version: response.headers.get('etag'),
    };
  const body: unknown = await response.json().catch(() => null);
  const [state, version] = [fieldOf(body, 'current'), response.headers.get('etag')];
  const retryAfterS = Number(response.headers.get('retry-after') ?? Number.NaN);
  return {
    is: 'refused',
    status: isLogin ? 401 : response.status,
    code: textAt(body, 'code') ?? '',
    message: textAt(body, 'message') || response.statusText,
    retryAfterMs: Number.isFinite(retryAfterS) ? retryAfterS * 1_000 : null,
    ...(typeof state === 'object' && state !== null && version !== null ? { newer: { state, version } } : {}),
  };
}
