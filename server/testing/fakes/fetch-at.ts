// A fetch for tests that sends every request to one address, with the host of its URL in the header.
import { request as requestOf } from 'node:http';
import { buffer } from 'node:stream/consumers';

export const fetchAt =
  (origin: string): typeof fetch =>
  (input, { method = 'GET', headers, body } = {}) =>
    new Promise((resolve, reject) => {
      const { host, pathname, search } = new URL(String(input));
      const request = requestOf(
        origin + pathname + search,
        { method, headers: { ...Object.fromEntries(new Headers(headers)), host } },
        (answer) => {
          const { statusCode: status = 0 } = answer;
          buffer(answer).then(
            (bytes) => resolve(new Response(status === 204 ? null : new Uint8Array(bytes), { status })),
            reject,
          );
        },
      );
      request.on('error', reject).end(body);
    });
