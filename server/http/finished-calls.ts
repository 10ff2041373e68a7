// Tells observers about each finished call: its route and outcome, but not who made it or what its address names.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemCode } from '#shared/contract/problems.ts';

interface FinishedCall {
  readonly method: string;
  /** The template, such as /api/profile/:id. Null if the address belongs to no route. */
  readonly route: string | null;
  /** Null if the connection ended before the answer. */
  readonly status: number | null;
  readonly ms: number;
  /** The length of the body. Null for a stream, whose length is not known in advance. */
  readonly bytes: number | null;
  /** The problem with which the call was refused. */
  readonly code: ProblemCode | null;
}

export type CallObserver = (call: FinishedCall) => void;

/** Call it before any other hook is added, because later hooks may refuse a call. `now` is a monotonic time. */
export function observeCalls(app: FastifyInstance, now: () => number, observers: readonly CallObserver[]): void {
  if (observers.length === 0) return;
  app.addHook('onRequest', (request, reply, done) => {
    const fromMs = now();
    reply.raw.once('close', () => {
      // An accepted socket takes over the connection, and its answer is not written here.
      if (!reply.raw.headersSent && request.headers.upgrade !== undefined) return;
      const call = finishedCall(request, reply, now() - fromMs);
      for (const observe of observers) observe(call);
    });
    done();
  });
}

function finishedCall(request: FastifyRequest, reply: FastifyReply, ms: number): FinishedCall {
  return {
    method: request.method,
    route: request.routeOptions.url ?? null,
    status: reply.raw.writableFinished ? reply.raw.statusCode : null,
    ms,
    bytes: bodyBytes(request.method, reply),
    code: reply.problemCode,
  };
}

function bodyBytes(method: string, reply: FastifyReply): number | null {
  if (method === 'HEAD' || reply.raw.statusCode === 204 || reply.raw.statusCode === 304) return 0;
  const length = reply.getHeader('content-length');
  return length === undefined ? null : Number(length);
}
