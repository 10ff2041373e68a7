// A form on its way up, with how far it got: what fetch can't tell.
import { urlOf, type AnyEndpoint, type CallArgs, type ReplyOf } from '#shared/contract/endpoint.ts';
import { answerOf } from './call.ts';
import { heard, lost } from './contact.ts';
import { ConnectionLost } from './errors.ts';

export interface UploadOptions {
  readonly form: FormData;
  /** Called with the sent part, 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal?: AbortSignal;
}

/** Sends a form and answers as `call` does, with the same errors. */
export async function upload<E extends AnyEndpoint>(endpoint: E, args: CallArgs<E>, options: UploadOptions): Promise<ReplyOf<E>> {
  const { params, query }: { params?: object; query?: object } = args;
  const response = await send(endpoint.method, urlOf(endpoint.path, params, query), options);
  return (await answerOf(endpoint, response)).reply;
}

function send(method: string, url: string, { form, onProgress, signal }: UploadOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    request.open(method, url);
    request.responseType = 'blob';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => {
      heard();
      resolve(responseOf(request));
    });
    request.addEventListener('error', () => {
      lost();
      reject(new ConnectionLost('The server could not be reached.'));
    });
    request.addEventListener('abort', () => reject(new DOMException('The upload was stopped.', 'AbortError')));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    signal?.addEventListener('abort', abort);
    request.send(form);
  });
}

/** What is read of an answer: status, body, and when to try again. */
export function responseOf(request: XMLHttpRequest): Response {
  const { response, status, statusText } = request;
  const retryAfter = request.getResponseHeader('retry-after');
  return new Response(response, { status, statusText, headers: retryAfter === null ? {} : { 'retry-after': retryAfter } });
}
