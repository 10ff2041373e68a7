// Identical first messages to many strangers, over HTTP: their limits and the case they raise.
import { afterEach, expect, test } from 'vitest';
import { account } from '#shared/contract/account.ts';
import { messages } from '#shared/contract/messages.ts';
import { reports } from '#shared/contract/reports.ts';
import { dayMs, minuteMs } from '#shared/rules/durations.ts';
import { block, write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
afterEach(() => app.close());

const opener = 'I saw your profile and think we could be very happy together.';

const send = (from: Member, to: Member, bodyText: string) =>
  from.ask(messages.postMessage, {
    body: { senderProfileId: from.profileId, recipientProfileId: to.profileId, bodyText, profilePicIds: [] },
  });
const strangers = (count: number): Promise<Member[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => app.member({ name: `Stranger ${at}` })));
/** Sends to one recipient after the other and returns the statuses. */
async function sendToEach(from: Member, recipients: readonly Member[], textFor: (recipient: Member) => string = () => opener) {
  const statuses: number[] = [];
  for (const recipient of recipients) statuses.push((await send(from, recipient, textFor(recipient))).status);
  return statuses;
}
const spamCases = () => app.world.db.read.selectFrom('cases').select(['origin', 'subject_id', 'item_kind', 'reason']).execute();

test('a new member can send the same message to three strangers, then has to wait for the time in Retry-After', async () => {
  app = await openTestApp();
  const [sam, others] = [await app.member(), await strangers(6)];
  expect(await sendToEach(sam, others.slice(0, 3))).toEqual([200, 200, 200]);
  const refused = await send(sam, others[3] ?? sam, opener);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
  expect(Reflect.get(Object(refused.body), 'message')).toMatch(/same first message/);
  expect(refused.headers['retry-after']).toBe(String((15 * minuteMs) / 1_000));
  app.clock.pass(15 * minuteMs - 1_000);
  expect((await send(sam, others[3] ?? sam, opener)).headers['retry-after']).toBe('1');
  app.clock.pass(1_000);
  expect(await sendToEach(sam, others.slice(3, 5))).toEqual([200, 429]);
});

test('disguised copies count as the same message, and other messages are sent immediately', async () => {
  app = await openTestApp();
  const [sam, others] = [await app.member(), await strangers(6)];
  const endings = ['💋', '!!!', '42', ' …'];
  const textFor = (to: Member) => `Hello ${to.name}! ${opener.toUpperCase()}${endings[others.indexOf(to)] ?? ''}`;
  expect(await sendToEach(sam, others.slice(0, 4), textFor)).toEqual([200, 200, 200, 429]);
  expect((await send(sam, others[4] ?? sam, 'Is that the old lighthouse behind you in the picture?')).status).toBe(200);
  expect((await send(sam, others[5] ?? sam, 'Hi there, how are you?')).status).toBe(200);
});

test('whether the message can be sent again does not tell whether a recipient was deleted or blocks the sender', async () => {
  app = await openTestApp();
  const tried: unknown[] = [];
  for (const disappear of [(to: Member) => to.call(account.deleteAccount), (to: Member, from: Member) => block(to, from)]) {
    const [sam, others] = [await app.member(), await strangers(4)];
    await sendToEach(sam, others.slice(0, 3));
    await disappear(others[0] ?? sam, sam);
    const { status, headers } = await send(sam, others[3] ?? sam, opener);
    tried.push([status, headers['retry-after']]);
  }
  expect(tried).toEqual([
    [200, undefined],
    [200, undefined],
  ]);
});

test('recipients who block the sender count towards the case', async () => {
  app = await openTestApp();
  const [sam, others] = [await app.member(), await strangers(6)];
  for (const other of others) {
    await write(sam, other, opener);
    await block(other, sam);
  }
  expect(await spamCases()).toHaveLength(1);
});

test('short hellos do not count, nor does the same message in existing conversations', async () => {
  app = await openTestApp();
  const [sam, others] = [await app.member(), await strangers(8)];
  expect(new Set(await sendToEach(sam, others, () => 'Hey, how are you?'))).toEqual(new Set([200]));
  expect(new Set(await sendToEach(sam, others))).toEqual(new Set([200]));
});

test('the sixth stranger within a day raises one case, with the message as evidence', async () => {
  app = await openTestApp();
  const [sam, others, ada] = [await app.member({ name: 'Sam' }), await strangers(8), await app.member({ roles: ['ADMIN'] })];
  for (const other of others.slice(0, 5)) {
    await write(sam, other, opener);
    app.clock.pass(15 * minuteMs);
  }
  expect(await spamCases()).toEqual([]);
  for (const other of others.slice(5)) {
    await write(sam, other, opener);
    app.clock.pass(15 * minuteMs);
  }
  expect(await spamCases()).toEqual([{ origin: 'spam', subject_id: sam.profileId, item_kind: 'message', reason: 'spam' }]);
  // Nobody has been a member long enough for a jury, so the case waits for an administrator.
  const [spamCase] = await app.world.db.read.selectFrom('cases').select('id').execute();
  const evidence = await app.world.db.read
    .selectFrom('case_evidence')
    .select(['said', 'words'])
    .where('case_id', '=', spamCase?.id ?? '')
    .execute();
  expect(evidence).toHaveLength(1);
  expect(evidence[0]?.said).toContain(opener);
  expect(evidence[0]?.words).toBe('The same first message was sent to 6 members within a day.');
  expect((await ada.ask(reports.getAdminCases)).status).toBe(200);
});

test('a member who joined more than a week ago can send the same message to eight strangers', async () => {
  app = await openTestApp();
  const sam = await app.member();
  app.clock.pass(8 * dayMs);
  const eve = await app.member();
  await app.world.db.write((tx) =>
    tx
      .updateTable('profiles')
      .set({ created_ms: app.clock.now() - 8 * dayMs })
      .where('id', '=', eve.profileId)
      .execute(),
  );
  expect(sam.profileId).not.toBe(eve.profileId);
  expect(await sendToEach(eve, await strangers(9))).toEqual([...Array.from({ length: 8 }, () => 200), 429]);
});

test('a refused message is not stored or shown to the recipient, and can be sent later', async () => {
  app = await openTestApp();
  const [sam, others] = [await app.member(), await strangers(4)];
  await sendToEach(sam, others);
  const [last] = others.slice(-1);
  if (!last) throw new Error('There is no member.');
  const conversations = () => last.call(messages.getMostRecentWith, { params: { id: last.profileId }, query: {} });
  expect(await conversations()).toEqual([]);
  app.clock.pass(15 * minuteMs);
  expect((await send(sam, last, opener)).status).toBe(200);
  expect(await conversations()).toMatchObject([{ bodyText: opener }]);
});

test('after a day the same message can be sent again, and its hashes are deleted', async () => {
  app = await openTestApp({ limits: { housekeepingMs: 20 } });
  const [sam, others] = [await app.member(), await strangers(7)];
  expect(await sendToEach(sam, others.slice(0, 4))).toEqual([200, 200, 200, 429]);
  const stored = () => app.world.db.read.selectFrom('openers').selectAll().execute();
  app.clock.pass(dayMs - 60_000);
  expect(await stored()).toHaveLength(3);
  expect(JSON.stringify(await stored())).not.toContain('profile and think');
  const ben = await app.member();
  app.clock.pass(60_000);
  expect((await ben.call(messages.getMostRecentWith, { params: { id: ben.profileId }, query: {} })).length).toBe(0);
  await write(ben, others[5] ?? ben, 'Is that the old lighthouse behind you?');
  await expect.poll(stored).toMatchObject([{ profile_id: ben.profileId }]);
});

test('the same message from many members does not count', async () => {
  app = await openTestApp();
  const [to, ...others] = await strangers(7);
  if (!to) throw new Error('There is no member.');
  for (const other of others) expect((await send(other, to, opener)).status).toBe(200);
});

test('a greeter can send the same message to all newcomers they greet', async () => {
  app = await openTestApp();
  const [sam, others] = [await app.member(), await strangers(8)];
  await app.world.db.write(async (tx) => {
    for (const { profileId } of others)
      await tx
        .insertInto('welcome_hellos')
        .values({ greeter_id: sam.profileId, newcomer_id: profileId, created_ms: 0, answered_ms: null, vouched_ms: null })
        .execute();
  });
  expect(new Set(await sendToEach(sam, others))).toEqual(new Set([200]));
  expect(await spamCases()).toEqual([]);
});
