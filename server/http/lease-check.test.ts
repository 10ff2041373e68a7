// Calls of a process whose lease has ended, before and while they are answered.
import { Readable } from 'node:stream';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { Lease } from '#server/changes/changes.ts';
import { requireLease } from './lease-check.ts';
import { handleError } from './problems.ts';

async function openLeased(answer: (request: FastifyRequest, reply: FastifyReply) => unknown) {
  const held: { term: number | null } = { term: 1 };
  const lease: Lease = { term: () => held.term, onLost: () => undefined };
  const app = fastify();
  app.decorateReply('problemCode', null);
  app.setErrorHandler(handleError);
  requireLease(app, lease);
  app.get('/api/profile', answer);
  app.get('/api/ping', async () => 'pong');
  onTestFinished(() => app.close());
  const ask = async (url = '/api/profile') => {
    const { statusCode, headers, body } = await app.inject(url);
    return { statusCode, headers, body };
  };
  return { held, ask };
}

const refused = { statusCode: 503, body: expect.stringContaining('"code":"database-unavailable"') };

test('a call is refused without a lease, and answered with one', async () => {
  const { held, ask } = await openLeased(async () => ({ name: 'Ada' }));
  expect(await ask()).toMatchObject({ statusCode: 200, body: '{"name":"Ada"}' });
  held.term = null;
  expect(await ask()).toMatchObject({ ...refused, headers: { 'retry-after': '1' } });
  // The ping only says that the process runs.
  expect(await ask('/api/ping')).toMatchObject({ statusCode: 200, body: 'pong' });
});

test.each([null, 2])('an answer is not sent if the lease was lost meanwhile and its number is now %s', async (term) => {
  const { held, ask } = await openLeased(async (_request, reply) => {
    void reply.header('etag', '"of Ada"').header('set-cookie', 'sid=secret').header('content-length', '14');
    held.term = term;
    return { name: 'Ada' };
  });
  const { headers, ...answer } = await ask();
  expect(answer).toMatchObject(refused);
  expect(answer.body).not.toContain('Ada');
  expect(headers).not.toHaveProperty('etag');
  expect(headers).not.toHaveProperty('set-cookie');
  expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'content-length': String(answer.body.length) });
});

test('a stream whose lease was lost is closed without being read', async () => {
  const stream = Readable.from(['a picture']);
  const { held, ask } = await openLeased(async (_request, reply) => {
    held.term = 2;
    return reply.type('image/webp').send(stream);
  });
  expect(await ask()).toMatchObject(refused);
  expect(stream.destroyed).toBe(true);
});
