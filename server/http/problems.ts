// Errors for clients. They are thrown as problem('code') and sent as {statusCode, error, message, code}.
import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import {
  problems,
  specialProblems,
  type ProblemCode,
  type ProblemReply,
  type SpecialProblem,
} from '#shared/contract/problems.ts';
import { fieldOf, textAt } from '#shared/rules/unknown-fields.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The code of the problem that was sent, for those who count calls. */
    problemCode: ProblemCode | null;
  }
}

export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly retryAfterSeconds: number | null;
  constructor(code: ProblemCode, message: string, retryAfterSeconds: number | null) {
    super(message);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** These codes have a message for developers, which is not translated, because the app makes no such calls. */
type DeveloperCode = 'bad-request' | 'bad-push-endpoint' | 'not-json';

interface ProblemOptions<Code extends ProblemCode> {
  message?: Code extends DeveloperCode ? string : never;
  retryAfterSeconds?: number;
}

/** A problem with the status and message of its code. */
export const problem = <Code extends ProblemCode>(code: Code, options: ProblemOptions<Code> = {}): Problem =>
  new Problem(code, options.message ?? problems[code].message, options.retryAfterSeconds ?? null);

/** A problem whose message tells members more than the usual message of its code. */
export function specialProblem(
  name: SpecialProblem,
  { retryAfterSeconds = null }: { retryAfterSeconds?: number | null } = {},
): Problem {
  const { code, message } = specialProblems[name];
  return new Problem(code, message, retryAfterSeconds);
}

export function problemBody(code: ProblemCode, message: string = problems[code].message): ProblemReply {
  const { statusCode } = problems[code];
  return { statusCode, error: STATUS_CODES[statusCode] ?? 'Error', message, code };
}

/** Sends a problem from a hook or handler. */
export function sendProblem(reply: FastifyReply, thrown: Problem): FastifyReply {
  const { statusCode } = problems[thrown.code];
  reply.problemCode = thrown.code;
  if (thrown.retryAfterSeconds !== null) void reply.header('retry-after', String(thrown.retryAfterSeconds));
  else if (statusCode === 503) void reply.header('retry-after', thrown.code === 'overloaded' ? '10' : '30');
  // An error reply is valid only for this caller and moment.
  return reply
    .code(statusCode)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .send(problemBody(thrown.code, thrown.message));
}

const byFastifyCode: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_REQ_FILE_TOO_LARGE: 'picture-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'not-json',
};

/** The codes of SQLite and PostgreSQL if a row refers to something that was deleted during the call. */
const foreignKeyViolations = new Set(['SQLITE_CONSTRAINT_FOREIGNKEY', '23503']);

/** Sends problems, converts errors of the framework, and answers everything else with 500 without details. */
export function handleError(error: FastifyError | Problem | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Problem) return sendProblem(reply, error);
  const code = textAt(error, 'code') ?? '';
  const statusCode = fieldOf(error, 'statusCode');
  const known = byFastifyCode[code];
  if (known) return sendProblem(reply, problem(known));
  if (foreignKeyViolations.has(code)) return sendProblem(reply, problem('not-found'));
  if (code === 'database-unavailable' || code === 'disk-full' || code === 'pictures-unavailable')
    return sendProblem(reply, problem(code));
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return sendProblem(reply, problem(statusCode === 413 ? 'too-large' : statusCode === 415 ? 'not-json' : 'bad-request'));
  request.log.error({ err: error, route: request.routeOptions.url }, 'a call failed');
  return sendProblem(reply, problem('server-trouble'));
}
