// Health on the port of members: whether the process lives, and whether it can serve them.
import { expect, test } from 'vitest';
import { site } from '#shared/contract/site.ts';
import { openAppForTest } from '#server/testing/app/app-for-test.ts';

test('a started server lives and is ready', async () => {
  const visitor = (await openAppForTest()).visitor();
  expect((await visitor.ask(site.getLive, {})).body).toEqual({ status: 'live' });
  expect((await visitor.ask(site.getReady, {})).body).toEqual({ status: 'ready' });
});

test('a server whose disk is full is not ready', async () => {
  const app = await openAppForTest({
    parts: ({ pictureFiles }) => ({ pictureFiles: { ...pictureFiles, freeBytes: async () => 1_000 } }),
  });
  expect(await app.visitor().ask(site.getReady, {})).toMatchObject({ status: 503, body: { code: 'disk-full' } });
});

test('a database that never answers is asked once, and the server is not ready, but lives', async () => {
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
    expect(await visitor.ask(site.getReady, {})).toMatchObject({ status: 503, body: { code: 'database-unavailable' } });
  expect(asked).toBe(1);
  expect((await visitor.ask(site.getLive, {})).status).toBe(200);
});
