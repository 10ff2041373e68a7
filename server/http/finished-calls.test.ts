// Tests what observers are told about finished calls, as metrics need it.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { observeCalls, type CallObserver } from './finished-calls.ts';
import { handleError, problem } from './problems.ts';

type Call = Parameters<CallObserver>[0];

let app: FastifyInstance;
let calls: Call[];
let port: number;
let nowMs: number;
beforeEach(async () => {
  [calls, nowMs] = [[], 1_000];
  app = Fastify();
  app.decorateReply('problemCode', null);
  app.setErrorHandler(handleError);
  const takeTime = () => {
    const before = nowMs;
    nowMs += 250;
    return before;
  };
  observeCalls(app, takeTime, [(call) => calls.push(call), () => undefined]);
  app.get('/things/:id', async () => ({ name: 'a thing' }));
  app.get('/unchanged', (_request, reply) => reply.code(304).header('content-length', '17').send());
  app.delete('/things/:id', (_request, reply) => reply.code(204).send());
  app.get('/refused', () => Promise.reject(problem('not-found')));
  app.get('/stream', (_request, reply) => reply.send(Readable.from(['a', 'b'])));
  app.get('/never', () => Promise.withResolvers<string>().promise);
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterEach(async () => {
  app.server.closeAllConnections();
  await app.close();
});

async function callOf(path: string, method = 'GET'): Promise<Call | undefined> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method });
  await response.arrayBuffer();
  await expect.poll(() => calls).toHaveLength(1);
  return calls[0];
}

test('a call is reported by its route, without the values in its address', async () => {
  expect(await callOf('/things/ada?with=ben')).toEqual({
    method: 'GET',
    route: '/things/:id',
    status: 200,
    ms: 250,
    bytes: '{"name":"a thing"}'.length,
    code: null,
  });
});

test.each([
  ['/things/ada', 'HEAD', 200],
  ['/things/ada', 'DELETE', 204],
  ['/unchanged', 'GET', 304],
])('the answer to %s %s, with the status %i, has no bytes', async (path, method, status) => {
  expect(await callOf(path, method)).toMatchObject({ method, status, bytes: 0 });
});

test('a stream has an unknown number of bytes', async () => {
  expect(await callOf('/stream')).toMatchObject({ status: 200, bytes: null });
});

test('a refused call is reported with its problem', async () => {
  expect(await callOf('/refused')).toMatchObject({ route: '/refused', status: 404, code: 'not-found' });
});

test('a call to an unknown address is reported without a route', async () => {
  expect(await callOf('/wp-admin')).toMatchObject({ route: null, status: 404 });
});

test('a call whose connection ended before the answer has no status', async () => {
  const received = once(app.server, 'request');
  const sent = get({ host: '127.0.0.1', port, path: '/never' });
  sent.on('error', () => undefined);
  await received;
  sent.destroy();
  await expect.poll(() => calls).toMatchObject([{ route: '/never', status: null }]);
});

test('a refused upgrade is reported like any call, and an accepted socket is not reported', async () => {
  const headers = { connection: 'upgrade', upgrade: 'websocket' };
  const refused = get({ host: '127.0.0.1', port, path: '/refused', headers });
  const [response] = (await once(refused, 'response')) as [IncomingMessage];
  response.resume();
  await expect.poll(() => calls).toMatchObject([{ status: 404, code: 'not-found' }]);
  const accepted = get({ host: '127.0.0.1', port, path: '/never', headers });
  accepted.on('error', () => undefined);
  await once(app.server, 'request');
  accepted.destroy();
  expect((await fetch(`http://127.0.0.1:${port}/things/last`)).status).toBe(200);
  await expect.poll(() => calls.at(-1)?.route).toBe('/things/:id');
  expect(calls).toHaveLength(2);
});

test('without observers nothing is measured', async () => {
  const unobserved = Fastify();
  observeCalls(unobserved, () => expect.unreachable('the time was asked'), []);
  unobserved.get('/', async () => 'fine');
  expect((await unobserved.inject('/')).body).toBe('fine');
  await unobserved.close();
});
