// A server that closes answers the calls that it has received, and no connection delays its end for long.
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

const connectionTo = async ({ origin }: TestApp): Promise<Socket> => {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
};
const head = ({ origin }: TestApp, path: string) => `${path} HTTP/1.1\r\nhost: ${new URL(origin).host}\r\norigin: ${origin}\r\n`;

async function textOf(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}

test('a call whose body arrives while the server closes is answered, on a connection that then ends', async () => {
  const app = await openTestApp();
  const socket = await connectionTo(app);
  const answer = textOf(socket);
  const received = new Promise((resolve) => app.app.server.once('request', resolve));
  socket.write(`${head(app, 'POST /api/auth/mail-limit')}content-type: application/json\r\ncontent-length: 2\r\n\r\n{`);
  await received;
  const closed = app.close();
  await expect.poll(() => app.app.server.listening).toBe(false);
  socket.write('}');
  expect(await answer).toMatch(/^HTTP\/1\.1 400 [^]*\r\nconnection: close\r\n/i);
  await closed;
});

test('unused connections and a call that never arrives completely do not delay the end for longer than the limit', async () => {
  const app = await openTestApp({ limits: { lastAnswersMs: 300 } });
  const [unused, unfinished] = [await connectionTo(app), await connectionTo(app)];
  const received = new Promise((resolve) => app.app.server.once('request', resolve));
  unfinished.write(`${head(app, 'POST /api/auth/mail-limit')}content-type: application/json\r\ncontent-length: 2\r\n\r\n{`);
  await received;
  const beganMs = performance.now();
  await app.close();
  expect(performance.now() - beganMs).toBeLessThan(5_000);
  for (const socket of [unused, unfinished]) socket.destroy();
});
