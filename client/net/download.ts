// Downloads a file with progress, which `call` cannot report.
import { t } from '#client/device/texts.ts';
import { sentParts, urlOf, type CalledEndpoint, type CallArgs } from '#shared/contract/endpoint.ts';
import { startingHeader } from '#shared/rules/starting.ts';
import { proofHeader } from '#client/device/data-keys.ts';
import { language } from '#client/device/language.ts';
import { answerOf } from './call.ts';
import { markReachable, markUnreachable } from './reachability.ts';
import { ConnectionLost } from './errors.ts';
import { responseOf, stalledAfterMs } from './upload.ts';

/** Returns the reply of a bytes endpoint and throws as `call` does. `onProgress` gets the number of bytes received so far. */
export async function download<E extends CalledEndpoint>(
  endpoint: E,
  args: CallArgs<E>,
  onProgress: (bytes: number) => void,
): Promise<Blob> {
  const { params, query } = sentParts(args);
  const response = await receive(endpoint.method, urlOf(endpoint.path, params, query), onProgress);
  if (!response.ok) await answerOf(endpoint, response);
  return response.blob();
}

function receive(method: string, url: string, onProgress: (bytes: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fail = (): void => {
      markUnreachable();
      reject(new ConnectionLost(t('The file is incomplete.')));
    };
    const restartTimer = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        fail();
        request.abort();
      }, stalledAfterMs);
    };
    request.open(method, url);
    request.responseType = 'blob';
    const headers = { ...proofHeader(), 'accept-language': language() };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.addEventListener('progress', ({ loaded }) => {
      restartTimer();
      onProgress(loaded);
    });
    request.addEventListener('load', () => {
      if (request.getResponseHeader(startingHeader) !== null) return fail();
      markReachable();
      resolve(responseOf(request));
    });
    // This event is also fired when the connection is lost within the body.
    request.addEventListener('error', fail);
    request.addEventListener('loadend', () => clearTimeout(timer));
    restartTimer();
    request.send();
  });
}
