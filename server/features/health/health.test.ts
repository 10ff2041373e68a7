// Health reports over HTTP: recipients, delays, equal answers, and the reporter's anonymity.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { account } from '#shared/contract/account.ts';
import { health } from '#shared/contract/community.ts';
import { messages } from '#shared/contract/messages.ts';
import { notifications } from '#shared/contract/notifications.ts';
import { dayOf, healthRules } from '#shared/rules/community.ts';
import { dayMs, hourMs } from '#shared/rules/durations.ts';
import { exchangeMessages, like, write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { comparable } from '#server/testing/contract/same-answers.ts';
import { change, newDevice, pushHosts } from '#server/testing/members/settings.ts';
import { renewSignIns } from '#server/testing/members/sign-in.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { testClock } from '#server/testing/app/test-world.ts';
import { unzip } from '#server/testing/app/unzip.ts';
import { everyRow, everyTable } from '#server/testing/app/whole-database.ts';
import { createHealthStore } from './health.store.ts';

const yearMs = 365 * dayMs;
const noon = Date.UTC(2026, 10, 21, 12);

let app: TestApp;
let clock: ReturnType<typeof testClock>;
let anton: Member;
let boris: Member;
beforeEach(async () => {
  clock = testClock(noon);
  app = await openTestApp({
    env: pushHosts,
    parts: { clock },
    rates: { healthReports: { max: 1, perMs: dayMs } },
    limits: { communitySweepMs: 10, sessionIdleMs: yearMs, maxSessionMs: yearMs },
  });
  [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
});
afterEach(() => app.close());

const report = (from: Member, ...to: readonly { readonly profileId: string }[]) =>
  from.ask(health.postHealthReport, { body: { profileIds: to.map(({ profileId }) => profileId) } });
const reportingOf = (member: Member) => member.call(health.getHealthReporting);
const namesFor = async (member: Member) => (await reportingOf(member)).people.map(({ profileName }) => profileName);
const noticesTo = async ({ call, profileId }: Member) =>
  (await call(notifications.getNotifications, { params: { profileId } })).filter(({ url }) => url.startsWith('/games/health'));
const waiting = () => app.world.db.read.selectFrom('health_notices').selectAll().execute();
/** Advances the clock and waits until due notifications are sent. */
async function pass(ms: number): Promise<void> {
  clock.pass(ms);
  await vi.waitFor(async () => expect((await waiting()).filter(({ due_ms }) => due_ms <= clock.now())).toEqual([]));
}

test('members who exchanged messages with the reporter can be chosen, the most recent first', async () => {
  const [carl, dora, emil] = [await app.member({ name: 'Carl' }), await app.member({ name: 'Dora' }), await app.member()];
  await exchangeMessages(anton, boris);
  await exchangeMessages(carl, anton);
  await write(anton, dora, 'hello?');
  await write(emil, anton, 'hello?');
  expect(await reportingOf(anton)).toMatchObject({ mayReport: true });
  expect(await namesFor(anton)).toEqual(['Carl', 'Boris']);
});

test('an answer that was taken back before it was read does not count', async () => {
  await write(anton, boris, 'hello');
  const { id } = await write(boris, anton, 'hello yourself');
  await boris.call(messages.deleteMessage, { params: { id }, query: { forBoth: true } });
  expect(await namesFor(anton)).toEqual([]);
});

test('the notification arrives hours later, with a fixed text and a date, without name and time', async () => {
  await exchangeMessages(anton, boris);
  expect((await report(anton, boris)).status).toBe(200);
  await pass(healthRules.minDelayMs - 1);
  expect(await noticesTo(boris)).toEqual([]);
  await pass(healthRules.maxDelayMs);
  const [notice, ...more] = await noticesTo(boris);
  expect(more).toEqual([]);
  expect(notice).toMatchObject({
    bodyText: 'Somebody you wrote with here learned of an infection, and you may have been exposed. Here is where to get tested.',
    url: '/games/health/testing',
    tsCreated: dayOf(clock.now()),
  });
  expect(JSON.stringify(notice)).not.toMatch(new RegExp(`Anton|${anton.profileId}|${anton.accountId}`));
});

test('clearing all notifications up to a later time keeps the notice, which may have come after the list was shown', async () => {
  await exchangeMessages(anton, boris);
  await report(anton, boris);
  await pass(healthRules.maxDelayMs);
  const [notice] = await noticesTo(boris);
  const upTo = { query: { tsCreated: clock.now() } };
  await boris.call(notifications.deleteNotifications, { params: { profileId: boris.profileId }, ...upTo });
  expect(await noticesTo(boris)).toEqual([notice]);
  await boris.call(notifications.deleteNotification, {
    params: { id: notice?.id ?? '' },
    query: { tsCreated: notice?.tsCreated },
  });
  expect(await noticesTo(boris)).toEqual([]);
});

test('the notifications are sent at different times, spread over a day', async () => {
  const others = await Promise.all(Array.from({ length: healthRules.maxPeople }, () => app.member()));
  for (const other of others) await exchangeMessages(anton, other);
  await report(anton, ...others);
  const delays = (await waiting()).map(({ due_ms }) => due_ms - noon);
  expect(new Set(delays).size).toBe(others.length);
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(2 * hourMs);
  expect(Math.max(...delays)).toBeLessThanOrEqual(26 * hourMs);
  expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(8 * hourMs);
});

test('the push does not mention health, even with previews on', async () => {
  await change(boris, { pushSubscriptions: [newDevice()], previews: true });
  await exchangeMessages(anton, boris);
  await vi.waitFor(() => expect(app.push.sent.length).toBeGreaterThan(0));
  await report(anton, boris);
  app.push.sent.length = 0;
  await pass(healthRules.maxDelayMs);
  await vi.waitFor(() => expect(app.push.sent.length).toBe(1));
  const { notification } = JSON.parse(app.push.sent[0]?.payload ?? '{}');
  expect(Object.keys(notification).toSorted()).toEqual(['body', 'navigate', 'tag', 'title']);
  expect(`${notification.title} ${notification.body}`).not.toMatch(/infection|test|health|Anton|wrote/i);
});

test('the answer does not disclose whether a member is notified', async () => {
  const recipients = {
    notified: await app.member(),
    notifiedBefore: await app.member(),
    neverWritten: await app.member(),
    blocking: await app.member(),
    blocked: await app.member(),
    gone: await app.member(),
  };
  const reporters: Member[] = [];
  for (const other of Object.values(recipients)) {
    const reporter = await app.member();
    reporters.push(reporter);
    if (other !== recipients.neverWritten) await exchangeMessages(reporter, other);
    if (other === recipients.blocking) await like(other, reporter, { blocked: true });
    if (other === recipients.blocked) await like(reporter, other, { blocked: true });
    if (other === recipients.notifiedBefore) {
      await exchangeMessages(anton, other);
      await report(anton, other);
    }
    if (other === recipients.gone) await other.call(account.deleteAccount);
  }
  const answers = [];
  for (const [index, other] of Object.values(recipients).entries()) {
    const [reporter = anton] = reporters.slice(index);
    answers.push(comparable(await report(reporter, other)));
    expect(await reportingOf(reporter)).toMatchObject({ mayReport: false });
  }
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect((await waiting()).map(({ profile_id }) => profile_id).toSorted()).toEqual(
    [recipients.notified.profileId, recipients.notifiedBefore.profileId].toSorted(),
  );
});

test('a member can report only once a day, also if nobody was notified, and also after a restart', async () => {
  expect((await report(anton, boris)).status).toBe(200);
  const second = await report(anton, boris);
  expect(second.status).toBe(429);
  expect(second.headers['retry-after']).toBe(String(12 * 3_600));
  clock.pass(12 * hourMs - 1);
  expect((await report(anton, boris)).status).toBe(429);
  clock.pass(1);
  expect(await reportingOf(anton)).toMatchObject({ mayReport: true });
  expect((await report(anton, boris)).status).toBe(200);
  await app.app.close();
  const again = await openTestApp({
    dataDir: app.dataDir,
    parts: { clock, db: app.world.db },
    rates: { healthReports: { max: 1, perMs: dayMs } },
  });
  const cookie = anton.cookies.get('sid') ?? '';
  const browser = again.visitor();
  browser.cookies.set('sid', cookie);
  expect(await browser.call(health.getHealthReporting)).toMatchObject({ mayReport: false });
  await again.app.close();
});

test('a member is notified at most once in 30 days by all reporters together', async () => {
  const carl = await app.member({ name: 'Carl' });
  for (const other of [anton, carl]) await exchangeMessages(other, boris);
  await report(anton, boris);
  await pass(healthRules.maxDelayMs);
  expect(await noticesTo(boris)).toHaveLength(1);
  for (let day = 0; day < 30; day++) {
    await report(carl, boris);
    await pass(dayMs);
    expect(await noticesTo(boris)).toHaveLength(1);
  }
  await pass(2 * dayMs);
  await report(carl, boris);
  await pass(healthRules.maxDelayMs);
  expect(await noticesTo(boris)).toHaveLength(2);
});

test('a report names 1 to 20 members', async () => {
  const ids = Array.from({ length: 21 }, () => ({ profileId: crypto.randomUUID() }));
  expect((await report(anton, ...ids)).status).toBe(400);
  expect((await report(anton)).status).toBe(400);
  expect((await report(anton, ...ids.slice(1))).status).toBe(200);
});

test('an expired mark does not count, even before a sweep has removed it', async () => {
  const marked = (endsDay: number, nowMs: number) =>
    app.world.db.write((tx) => createHealthStore(tx).mark({ hash: 'a hash', ends_day: endsDay }, nowMs));
  expect(await marked(noon + dayMs, noon)).toBe(true);
  expect(await marked(noon + 2 * dayMs, noon + dayMs - 1)).toBe(false);
  expect(await marked(noon + 2 * dayMs, noon + dayMs)).toBe(true);
  expect(await marked(noon + 3 * dayMs, noon + dayMs)).toBe(false);
});

test('no row links the reporter to the recipients, and the marks expire', async () => {
  await exchangeMessages(anton, boris);
  const before = await rowsNaming(anton);
  await report(anton, boris);
  expect(await rowsNaming(anton)).toEqual(before);
  const marks = await app.world.db.read.selectFrom('health_marks').selectAll().execute();
  expect(marks).toHaveLength(2);
  for (const { hash, ends_day } of marks) {
    expect(hash).toMatch(/^[\w-]{43}$/);
    expect(ends_day % dayMs).toBe(0);
  }
  await pass(40 * dayMs);
  await report(boris, anton);
  expect((await app.world.db.read.selectFrom('health_marks').selectAll().execute()).length).toBe(2);
});

test('only the recipient’s archive mentions the report, as a notification', async () => {
  await exchangeMessages(anton, boris);
  const untouched = await archiveOf(anton);
  await report(anton, boris);
  expect(await archiveOf(anton)).toEqual(untouched);
  expect(await archiveOf(boris)).not.toMatch(/infection|health/);
  await pass(healthRules.maxDelayMs);
  await renewSignIns(app);
  const archive = await archiveOf(boris);
  expect(archive).toContain('you may have been exposed');
  const [, notification = ''] = /"kind": "health",([^}]*)}/.exec(archive) ?? [];
  expect(notification).toContain(`"created": "${new Date(dayOf(clock.now())).toISOString()}"`);
  expect(notification).not.toMatch(new RegExp(`Anton|${anton.profileId}`));
});

test('the deletion of a recipient removes the scheduled notification', async () => {
  await exchangeMessages(anton, boris);
  await report(anton, boris);
  await boris.call(account.deleteAccount);
  expect(await waiting()).toEqual([]);
});

async function rowsNaming({ profileId, accountId }: Member) {
  const found: string[] = [];
  for (const { name } of await everyTable(app.world.db))
    for (const row of await everyRow(app.world.db, name)) {
      const text = JSON.stringify(row);
      if (text.includes(profileId) || text.includes(accountId)) found.push(name);
    }
  return found;
}

/** The archive's text without the times that change with each visit and each use of a session. */
async function archiveOf(member: Member): Promise<string> {
  const { bytes } = await member.ask(account.postExport);
  const files = [...unzip(bytes)].map(([path, content]) => `${path}\n${content.toString('utf8')}`);
  return files
    .join('\n')
    .replaceAll(/("(?:lastUsed|endsUnused|lastSeen)": |<dt>(?:last used|ends unused|last seen)<\/dt><dd>)[^<,\n]+/g, '$1');
}
