// A form upload with progress, which fetch cannot report.
import { urlOf, type AnyEndpoint, type CallArgs, type ReplyOf } from '#shared/contract/endpoint.ts';
import { answerOf } from './call.ts';
import { heard, lost } from './reachability.ts';
import { ConnectionLost } from './errors.ts';

export interface UploadOptions {
  readonly form: FormData;
  /** Called with the sent part, 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal?: AbortSignal;
  /** The id of the upload: sent twice it is one picture, with the same answer. */
  readonly idempotencyKey?: string;
  /** A background upload: trouble of the server is not shown in the header. */
  readonly background?: boolean;
}

/** A connection on which nothing moves for longer is lost; the answer may take as long after the last byte. */
const muteMs = 60_000;

/** Sends a form and answers as `call` does, with the same errors. */
export async function upload<E extends AnyEndpoint>(endpoint: E, args: CallArgs<E>, options: UploadOptions): Promise<ReplyOf<E>> {
  const { params, query }: { params?: object; query?: object } = args;
  const response = await send(endpoint.method, urlOf(endpoint.path, params, query), options);
  return (await answerOf(endpoint, response, options)).reply;
}

function send(method: string, url: string, options: UploadOptions): Promise<Response> {
  const { form, onProgress, signal, idempotencyKey } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const abort = (): void => request.abort();
    const fail = (): void => {
      lost();
      reject(new ConnectionLost('The server could not be reached.'));
    };
    const moved = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        fail();
        abort();
      }, muteMs);
    };
    request.open(method, url);
    request.responseType = 'blob';
    if (idempotencyKey !== undefined) request.setRequestHeader('idempotency-key', idempotencyKey);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      moved();
      onProgress(total > 0 ? loaded / total : 0);
    });
    request.addEventListener('load', () => {
      heard();
      resolve(responseOf(request));
    });
    request.addEventListener('error', fail);
    request.addEventListener('abort', () => reject(new DOMException('The upload was stopped.', 'AbortError')));
    request.addEventListener('loadend', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    });
    signal?.addEventListener('abort', abort);
    moved();
    request.send(form);
  });
}

/** What is read of an answer: status, body, and when to try again. */
export function responseOf(request: XMLHttpRequest): Response {
  const { response, status, statusText } = request;
  const retryAfter = request.getResponseHeader('retry-after');
  return new Response(response, { status, statusText, headers: retryAfter === null ? {} : { 'retry-after': retryAfter } });
}
