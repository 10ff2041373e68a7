// Refuses calls while this process may not know what other processes have changed.
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Lease } from '#server/changes/changes.ts';
import { isPing } from './guards.ts';
import { problem, problemBody } from './problems.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The number of the lease when the call began. Null for calls that need none. */
    leaseTerm: number | null;
  }
}

/** Headers that belong to the answer that is not sent. */
const headersOfAnswers = ['content-disposition', 'content-encoding', 'content-length', 'etag', 'last-modified', 'set-cookie'];

/** An answer is sent only if the lease was never lost since its call began, because its content may have been hidden since. */
export function requireLease(app: FastifyInstance, lease: Lease): void {
  app.decorateRequest('leaseTerm', null);
  app.addHook('onRequest', async (request) => {
    if (isPing(request)) return;
    request.leaseTerm = lease.term();
    if (request.leaseTerm === null) throw problem('database-unavailable', { retryAfterSeconds: 1 });
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.leaseTerm === null || lease.term() === request.leaseTerm) return payload;
    if (payload instanceof Readable) payload.destroy();
    for (const name of headersOfAnswers) void reply.removeHeader(name);
    const code = 'database-unavailable';
    const refusal = problemBody(code);
    reply.problemCode = code;
    void reply
      .code(refusal.statusCode)
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'private, no-store', 'retry-after': '1' });
    return JSON.stringify(refusal);
  });
}
