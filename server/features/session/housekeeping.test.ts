// Deletion of expired rows while all others remain.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settings } from '#shared/contract/settings.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { askForLink, linkTo, logIn } from '#server/testing/members/sign-in.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { sliceRows } from '#server/db/slices.ts';
import { deleteExpired } from './housekeeping.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const day = dayMs;
const counts = async () => {
  const count = async (table: 'sessions' | 'login_links' | 'mail_queue') =>
    (await app.world.db.read.selectFrom(table).select('created_ms').execute()).length;
  return { sessions: await count('sessions'), links: await count('login_links'), mails: await count('mail_queue') };
};

test('ended sessions, links and sent mails are deleted after a day, IP addresses in the audit log after ninety', async () => {
  const browser = app.visitor();
  await askForLink(browser, 'a@example.org');
  await logIn(browser, { ...(await linkTo(app.mail, 'a@example.org')), remember: 'true' });
  await askForLink(app.visitor(), 'b@example.org');
  await logIn(app.visitor(), await linkTo(app.mail, 'b@example.org'));
  const before = await counts();
  expect(before).toEqual({ sessions: 2, links: 2, mails: 2 });
  await deleteExpired(app.world);
  expect(await counts()).toEqual(before);

  app.clock.pass(2 * day);
  await deleteExpired(app.world);
  expect(await counts()).toEqual({ sessions: 1, links: 0, mails: 0 });
  expect((await browser.ask(settings.getSettings)).status).toBe(200);

  const addresses = async () =>
    new Set((await app.world.db.read.selectFrom('audit').select('ip').execute()).map((row) => row.ip));
  expect(await addresses()).toEqual(new Set(['127.0.0.1']));
  app.clock.pass(90 * day);
  await deleteExpired(app.world);
  expect(await addresses()).toEqual(new Set([null]));
});

test('many expired rows are deleted in small transactions, and other calls are served in between', async () => {
  const { db, ids, clock } = app.world;
  const mailCount = 2 * sliceRows + 1;
  const nowMs = clock.now();
  const times = { next_ms: nowMs, expires_ms: nowMs, created_ms: nowMs };
  const content = { brand: 'hearthside', to_address: '', subject: '', body: '' };
  const sentMail = () => ({ id: ids.uuid(), ...content, ...times, state: 'sent' as const, tries: 1 });
  for (let count = 0; count < mailCount; count += 100)
    await db.write((tx) =>
      tx
        .insertInto('mail_queue')
        .values(Array.from({ length: Math.min(100, mailCount - count) }, sentMail))
        .execute(),
    );
  app.clock.pass(2 * day);

  let isOver = false;
  const seen = new Set<number>();
  const deletion = deleteExpired(app.world).then(() => (isOver = true));
  while (!isOver) {
    seen.add((await counts()).mails);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await deletion;
  expect([...seen]).toEqual(expect.arrayContaining([mailCount - sliceRows, mailCount - 2 * sliceRows]));
  expect((await counts()).mails).toBe(0);
});
