// The server stores known positions and visits before it ends, however slow the database is, but waits only seconds for other jobs.
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contact } from '#shared/contract/contact.ts';
import { positions } from '#shared/contract/positions.ts';
import { settings } from '#shared/contract/settings.ts';
import { settledMs } from '#shared/rules/own-place.ts';
import type { Db } from './db/open.ts';
import { maxDelayMs } from './nearby/published.ts';
import { visitSlotMs } from './nearby/visit-slots.ts';
import type { Member } from './testing/app/members.ts';
import { uploadPicture } from './testing/members/actions.ts';
import { openTestApp, type TestApp } from './testing/app/test-app.ts';

/** Keeps a change of position from becoming due while its fixes are being reported. */
const longestDelay = () => 0.99;
let isSlow: boolean;
let waiting: number;
let app: TestApp;
let member: Member;
beforeEach(async () => {
  [isSlow, waiting] = [false, 0];
  app = await openTestApp({ parts: ({ db, ids }) => ({ db: slowed(db), ids: { ...ids, fraction: longestDelay } }) });
  await app.sweptOnce();
  member = await app.member();
});
afterEach(() => app.close());

const slowed = (db: Db): Db => ({
  ...db,
  async write(work) {
    if (!isSlow) return db.write(work);
    waiting += 1;
    await pause(500);
    waiting -= 1;
    return db.write(work);
  },
});

const seenMs = async () => {
  const profile = app.world.db.read.selectFrom('profiles').select('seen_ms').where('id', '=', member.profileId);
  return (await profile.executeTakeFirstOrThrow()).seen_ms;
};
const cell = () =>
  app.world.db.read
    .selectFrom('positions')
    .select(['cell_i', 'cell_j'])
    .where('profile_id', '=', member.profileId)
    .executeTakeFirstOrThrow();

test('a visit whose slot has ended is stored', async () => {
  const before = await seenMs();
  app.clock.pass(10 * visitSlotMs);
  await member.call(settings.getSettings);
  app.clock.pass(visitSlotMs);
  isSlow = true;
  await app.app.close();
  expect(await seenMs()).toBeGreaterThan(before);
});

/** Fixes every ten seconds. */
async function stayAt(lat: number, fixes: number): Promise<void> {
  const { profileId } = member;
  for (let n = 0; n < fixes; n += 1) {
    app.clock.pass(10_000);
    const now = app.clock.now();
    const times = { tsEffectiveUntil: now + 7_200_000, gpsTimestamp: now };
    await member.call(positions.putPosition, {
      params: { profileId },
      body: { profileId, use: 'DEVICE_GPS', hide: false, gpsLat: lat, gpsLon: 13.4001, ...times },
    });
  }
}

test.each([
  ['has ended and it is already being stored', () => vi.waitFor(() => expect(waiting).toBeGreaterThan(0), { timeout: 5_000 })],
  ['has just ended', () => undefined],
])('a change of a position is stored if its delay %s', async (_, untilThen) => {
  await stayAt(52.5001, 3);
  const before = await cell();
  app.clock.pass(settledMs);
  await stayAt(52.5091, 20);
  isSlow = true;
  app.clock.pass(maxDelayMs);
  await untilThen();
  expect(await cell()).toEqual(before);
  await app.app.close();
  expect(await cell()).not.toEqual(before);
});

test('a mail and a picture that are not taken are waited for at the same time, and a sweep no longer than the limit', async () => {
  const never = () => new Promise<never>(() => undefined);
  const taking: string[] = [];
  const slow = await openTestApp({
    env: { LOG_LEVEL: 'silent' },
    parts: ({ pictureFiles }) => ({
      mail: { send: () => (taking.push('mail'), never()) },
      pictureFiles: {
        ...pictureFiles,
        async *list() {
          taking.push('list');
          yield await never();
        },
        put: (id, variant, bytes, format) =>
          format === 'avif' ? (taking.push('picture'), never()) : pictureFiles.put(id, variant, bytes, format),
      },
    }),
  });
  await slow.visitor().call(contact.postContact, { body: { name: 'Somebody', message: 'Hello' } });
  await uploadPicture(await slow.member());
  await vi.waitFor(() => expect(taking.toSorted()).toEqual(['list', 'mail', 'picture']), { timeout: 5_000 });
  const fromMs = performance.now();
  await slow.close();
  // Three seconds for the sweep, and then five for the mail.
  expect(performance.now() - fromMs).toBeLessThan(10_000);
});
