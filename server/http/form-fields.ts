// Reads the text fields of a small multipart form.
import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Problem, problem } from './problems.ts';

/**
 * Reads the text fields in `names`. Throws bad-request for repeated or truncated fields, for files and for interrupted bodies, and
 * too-large if a limit is exceeded.
 */
export async function readFormFields(request: FastifyRequest, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const fields = new Map<string, string>();
  let isAsExpected = true;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        part.file.resume();
        isAsExpected = false;
      } else if (typeof part.value !== 'string' || part.valueTruncated || fields.has(part.fieldname)) {
        isAsExpected = false;
      } else if (names.includes(part.fieldname)) {
        fields.set(part.fieldname, part.value);
      }
    }
  } catch (error) {
    request.log.debug({ err: error }, 'a form could not be read');
    throw formProblem(error);
  }
  if (!isAsExpected) throw problem('bad-request');
  return fields;
}

/** Converts an error of the multipart parser. It has status 413 only if a limit is exceeded. */
export function formProblem(error: unknown, whenTooLarge: 'too-large' | 'picture-too-large' = 'too-large'): Problem {
  const isTooLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413;
  return problem(isTooLarge ? whenTooLarge : 'bad-request');
}
