// Watching sectors counts towards the limit of sectors that a member may look at.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nearby } from '#shared/contract/nearby.ts';
import { answerMarkHeader } from '#shared/rules/answer-mark.ts';
import { settings } from '#shared/contract/settings.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { reportPosition } from '#server/testing/members/actions.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { openSocket } from '#server/testing/members/sockets.ts';

const near = '33:-113';
const far = '52:13';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ rates: { sectorsAsked: { max: 2, perMs: hourMs } } });
});
afterAll(() => app.close());

const bySector = { page: 0, size: 30, includeTestData: false };

test('a sector beyond the limit is not watched, by a command or when a socket resumes, and those before stay watched', async () => {
  const [viewer, here, there] = [await app.member(), await app.member(), await app.member()];
  const mark = String((await viewer.ask(settings.getSettings)).headers[answerMarkHeader]);
  await viewer.call(nearby.getBySector, { params: { sector: '0:0' }, query: bySector });
  const socket = await openSocket(viewer);
  socket.say({ type: 'watchSectors', sectors: [near] });
  socket.say({ type: 'watchSectors', sectors: [near, far] });
  await socket.settled();
  await reportPosition(there, app.clock.now(), { lat: 52.5, lon: 13.4 });
  await reportPosition(here, app.clock.now());
  await socket.until('brief', ({ brief }) => brief.profileId === here.profileId);
  expect(JSON.stringify(socket.received)).not.toContain(there.profileId);

  expect((await viewer.ask(nearby.getBySector, { params: { sector: far }, query: bySector })).status).toBe(429);
  const resumed = await openSocket(viewer, { resumes: false });
  resumed.say({ type: 'resume', cursor: null, since: mark, sectors: [far] });
  // The hello does not say what happened in that sector since the mark.
  expect((await resumed.until('hello')).missed).toBeUndefined();
  await reportPosition(there, app.clock.now(), { lat: 52.6, lon: 13.4 });
  await resumed.settled();
  expect(JSON.stringify(resumed.received)).not.toContain(there.profileId);

  app.clock.pass(hourMs);
  resumed.say({ type: 'watchSectors', sectors: [far] });
  await resumed.settled();
  await reportPosition(there, app.clock.now(), { lat: 52.7, lon: 13.4 });
  await resumed.until('brief', ({ brief }) => brief.profileId === there.profileId);
  for (const one of [socket, resumed]) one.close();
});
