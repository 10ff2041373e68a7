// Errors as clients receive them: status, code and headers, without details of what failed.
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import german from '#shared/languages/de.json' with { type: 'json' };
import { specialProblems, type SpecialProblem } from '#shared/contract/problems.ts';
import { handleError, problem, sendProblem, specialProblem, type Problem } from './problems.ts';

let app: FastifyInstance;
let thrown: Error = new Error('secret');
let logged: unknown[] = [];
beforeAll(async () => {
  const stream = { write: (line: string) => void logged.push(JSON.parse(line)) };
  app = Fastify({ logger: { level: 'error', stream } });
  app.setErrorHandler(handleError);
  app.get('/throws', () => Promise.reject(thrown));
  app.get('/sends', (_request, reply) => sendProblem(reply, thrown as Problem));
});
afterAll(() => app.close());

async function answerTo(error: Error, url = '/throws') {
  [thrown, logged] = [error, []];
  const { statusCode, headers, body } = await app.inject(url);
  return { statusCode, headers, json: JSON.parse(body) as Record<string, unknown> };
}
const withField = (fields: object) => Object.assign(new Error('secret'), fields);

test.each([
  [{ code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }, 413, 'too-large'],
  [{ code: 'FST_REQ_FILE_TOO_LARGE', statusCode: 413 }, 413, 'picture-too-large'],
  [{ code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', statusCode: 415 }, 415, 'not-json'],
  [{ code: 'SQLITE_CONSTRAINT_FOREIGNKEY' }, 404, 'not-found'],
  [{ code: '23503' }, 404, 'not-found'],
  [{ code: 'database-unavailable' }, 503, 'database-unavailable'],
  [{ code: 'disk-full' }, 503, 'disk-full'],
  [{ code: 'pictures-unavailable' }, 503, 'pictures-unavailable'],
  [{ statusCode: 413 }, 413, 'too-large'],
  [{ statusCode: 415 }, 415, 'not-json'],
  [{ statusCode: 400 }, 400, 'bad-request'],
  [{ statusCode: 499 }, 400, 'bad-request'],
  [{ statusCode: 399 }, 500, 'server-trouble'],
  [{ statusCode: 500 }, 500, 'server-trouble'],
  [{ statusCode: '400' }, 500, 'server-trouble'],
  [{ code: 23503 }, 500, 'server-trouble'],
  [{ code: 'SQLITE_CONSTRAINT' }, 500, 'server-trouble'],
  [{}, 500, 'server-trouble'],
])('an error with %j is answered %i %s, and logged only if it is unexpected', async (fields, status, code) => {
  const { statusCode, json } = await answerTo(withField(fields));
  expect([statusCode, json['statusCode'], json['code']]).toEqual([status, status, code]);
  expect(JSON.stringify(json)).not.toContain('secret');
  expect(logged).toHaveLength(code === 'server-trouble' ? 1 : 0);
});

test.each(['/throws', '/sends'])('a problem from %s names its status, and is stored by nobody', async (url) => {
  const { headers, json } = await answerTo(problem('not-found'), url);
  expect(json).toEqual({ statusCode: 404, error: 'Not Found', message: problem('not-found').message, code: 'not-found' });
  expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' });
  expect(headers).not.toHaveProperty('retry-after');
  expect((await answerTo(problem('bad-request', { message: 'bodyText: Too long' }), url)).json['message']).toBe(
    'bodyText: Too long',
  );
});

test.each([
  ['too-many-requests', 7, '7'],
  ['too-many-requests', 0, '0'],
  ['overloaded', undefined, '10'],
  ['overloaded', 3, '3'],
  ['database-unavailable', undefined, '30'],
  ['server-trouble', undefined, undefined],
] as const)('after %s with a wait of %j seconds, the client retries after %j', async (code, wait, header) => {
  const { headers } = await answerTo(problem(code, wait === undefined ? {} : { retryAfterSeconds: wait }));
  expect(headers['retry-after']).toBe(header);
});

test.each(Object.keys(specialProblems) as SpecialProblem[])('members read the message of %s in their language', async (name) => {
  const { code, message } = specialProblems[name];
  const { headers, json } = await answerTo(specialProblem(name, { retryAfterSeconds: 7 }));
  expect([json['code'], json['message'], headers['retry-after']]).toEqual([code, message, '7']);
  expect(german).toHaveProperty([message]);
});

test('the compiler refuses an untranslated message for a code that members can get', () => {
  // @ts-expect-error Members would read it in English.
  expect(problem('no-position', { message: 'Where are you?' }).code).toBe('no-position');
});
