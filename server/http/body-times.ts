// Ends requests whose bodies arrive too slowly. Uploads may take longer than other requests, as long as they go on arriving.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { ServerLimits } from '#server/limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    bodyTimes: BodyTimes;
  }
}

export interface BodyTimes {
  /** Call it before the body of an upload is read, once it is known that the caller may upload. */
  allowUpload(request: IncomingMessage): void;
}

/** What Node's own time limit emits. Fastify answers it with 408 and closes the connection. */
const timeoutError = (): Error =>
  Object.assign(new Error('The body did not arrive in time.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

export function limitBodyTimes(
  server: Server,
  { requestTimeoutMs, uploadBytesPerSecond }: Pick<ServerLimits, 'requestTimeoutMs' | 'uploadBytesPerSecond'>,
): BodyTimes {
  const uploads = new WeakSet<IncomingMessage>();
  const leastBytes = (uploadBytesPerSecond * requestTimeoutMs) / 1_000;

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { headers, socket } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    let bytesBefore = socket.bytesRead;
    const check = (): void => {
      const isArriving = uploads.has(request) && socket.bytesRead - bytesBefore >= leastBytes;
      bytesBefore = socket.bytesRead;
      if (!request.complete && isArriving) return;
      clearInterval(timer);
      if (request.complete) return;
      if (response.headersSent) socket.destroy();
      else server.emit('clientError', timeoutError(), socket);
    };
    const timer = setInterval(check, requestTimeoutMs).unref();
    // The response may be complete before the body.
    request.once('close', () => clearInterval(timer));
  });

  return { allowUpload: (request) => void uploads.add(request) };
}
