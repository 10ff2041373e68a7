// Uploads a form with progress, which fetch cannot report.
import { t } from '#client/device/texts.ts';
import { sentParts, urlOf, type CalledEndpoint, type CallArgs, type ReplyOf } from '#shared/contract/endpoint.ts';
import { proofHeader } from '#client/device/data-keys.ts';
import { answerOf } from './call.ts';
import { markReachable, markUnreachable } from './reachability.ts';
import { startingHeader } from '#shared/rules/starting.ts';
import { ConnectionLost } from './errors.ts';

export interface UploadOptions {
  readonly form: FormData;
  /** Called with the fraction that is sent, from 0 to 1. */
  readonly onProgress: (fraction: number) => void;
  readonly signal?: AbortSignal;
  /** Forms with the same key are stored as one picture, and get the same reply. */
  readonly idempotencyKey?: string;
  /** After a background upload, the header shows no server error. */
  readonly background?: boolean;
}

/** The connection counts as lost without progress for this time, or without a response for this time after the last byte. */
export const stalledAfterMs = 60_000;

/** Sends a form; returns and throws as `call` does. */
export async function upload<E extends CalledEndpoint>(
  endpoint: E,
  args: CallArgs<E>,
  options: UploadOptions,
): Promise<ReplyOf<E>> {
  const { params, query } = sentParts(args);
  const response = await send(endpoint.method, urlOf(endpoint.path, params, query), options);
  return answerOf(endpoint, response, options);
}

function send(method: string, url: string, options: UploadOptions): Promise<Response> {
  const { form, onProgress, signal, idempotencyKey } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const abort = (): void => request.abort();
    const fail = (): void => {
      markUnreachable();
      reject(new ConnectionLost(t('There is no connection.')));
    };
    const restartTimer = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        fail();
        abort();
      }, stalledAfterMs);
    };
    request.open(method, url);
    request.responseType = 'blob';
    for (const [name, value] of Object.entries(proofHeader())) request.setRequestHeader(name, value);
    if (idempotencyKey !== undefined) request.setRequestHeader('idempotency-key', idempotencyKey);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      restartTimer();
      onProgress(total > 0 ? loaded / total : 0);
    });
    request.addEventListener('load', () => {
      if (request.getResponseHeader(startingHeader) !== null) return fail();
      markReachable();
      resolve(responseOf(request));
    });
    request.addEventListener('error', fail);
    request.addEventListener('abort', () => reject(new DOMException('The upload was stopped.', 'AbortError')));
    request.addEventListener('loadend', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    });
    signal?.addEventListener('abort', abort);
    restartTimer();
    request.send(form);
  });
}

/** A fetch Response with the status, the body, and those headers that are read of every answer. */
export function responseOf(request: XMLHttpRequest): Response {
  const { response, status, statusText } = request;
  const headers = new Headers();
  for (const name of ['date', 'retry-after']) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(response, { status, statusText, headers });
}
