// Health on the members' port: whether the process is live, and whether it is ready to serve members.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { site } from '#shared/contract/site.ts';
import { openAppForTest } from '#server/testing/app/app-for-test.ts';
import { openTestApp } from '#server/testing/app/test-app.ts';

test('a started server is live and ready', async () => {
  const visitor = (await openAppForTest()).visitor();
  expect((await visitor.ask(site.getLive, {})).body).toEqual({ status: 'live' });
  expect((await visitor.ask(site.getReady, {})).body).toEqual({ status: 'ready' });
});

test('a server whose disk is full is not ready', async () => {
  const app = await openAppForTest({
    parts: ({ pictureFiles }) => ({ pictureFiles: { ...pictureFiles, freeBytes: async () => 1_000 } }),
  });
  expect(await app.visitor().ask(site.getReady, {})).toMatchObject({ status: 503, body: { status: 'not-ready', disk: 'full' } });
});

test('a database that never answers is asked once, and the server is live but not ready', async () => {
  let isMute = false;
  let asked = 0;
  const mute = (): Promise<never> => {
    asked += 1;
    return new Promise(() => undefined);
  };
  const app = await openAppForTest({
    parts: ({ db }) => ({ db: { ...db, write: (work) => (isMute ? mute() : db.write(work)) } }),
    limits: { sampleWithinMs: 1 },
  });
  await app.sweptOnce();
  isMute = true;
  const visitor = app.visitor();
  for (let n = 0; n < 2; n += 1)
    expect(await visitor.ask(site.getReady, {})).toMatchObject({
      status: 503,
      body: { status: 'not-ready', database: 'no-answer' },
    });
  expect(asked).toBe(1);
  expect((await visitor.ask(site.getLive, {})).status).toBe(200);
});

test('a server that is ending, and still answers the calls that it has received, is live but not ready', async () => {
  const { app, origin, close } = await openTestApp();
  const { port, host } = new URL(origin);
  const connected = () =>
    new Promise<ReturnType<typeof connect>>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => resolve(socket));
    });
  const [busy, ready, live] = [await connected(), await connected(), await connected()];
  const head = (start: string) => `${start} HTTP/1.1\r\nhost: ${host}\r\norigin: ${origin}\r\n`;
  const received = new Promise((resolve) => app.server.once('request', resolve));
  busy.write(`${head('POST /api/auth/mail-limit')}content-type: application/json\r\ncontent-length: 2\r\n\r\n{`);
  await received;
  const closed = close();
  await expect.poll(() => app.server.listening).toBe(false);
  ready.write(`${head(`GET ${site.getReady.path}`)}\r\n`);
  live.write(`${head(`GET ${site.getLive.path}`)}\r\n`);
  expect(await text(ready)).toMatch(/^HTTP\/1\.1 503 [^]*\r\n\r\n\{"status":"ending"\}$/);
  expect(await text(live)).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\n\{"status":"live"\}$/);
  busy.write('}');
  await text(busy);
  await closed;
});
