// The dashboard's counts and health, and answers to contact messages.
import { afterEach, expect, test, vi } from 'vitest';
import { admin } from '#shared/contract/admin.ts';
import { contact } from '#shared/contract/contact.ts';
import { dayMs, hourMs } from '#shared/rules/durations.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
afterEach(() => app.close());

const administrator = () => app.member({ name: 'Ada', roles: ['ADMIN'] });
const all = { before: undefined, unanswered: false };

test('accounts are counted for each of their roles', async () => {
  app = await openTestApp();
  const ada = await administrator();
  const counts = () => ada.call(admin.getUserRoleCounts, { query: { includeTestData: false } });
  expect(await counts()).toEqual([
    { role: 'USER', count: 0 },
    { role: 'ADMIN', count: 1 },
  ]);
  await app.member();
  await app.member({ roles: ['USER', 'ADMIN'] });
  expect(await counts()).toEqual([
    { role: 'USER', count: 2 },
    { role: 'ADMIN', count: 2 },
  ]);
});

test('new members are counted by day for thirty days', async () => {
  app = await openTestApp();
  app.clock.set(Date.UTC(2026, 10, 21, 23, 30));
  await app.member();
  app.clock.pass(hourMs);
  const ada = await administrator();
  const days = await ada.call(admin.getNewMembers);
  expect(days).toHaveLength(30);
  expect(days.slice(-3)).toEqual([
    { day: '2026-11-20', count: 0 },
    { day: '2026-11-21', count: 1 },
    { day: '2026-11-22', count: 1 },
  ]);
  expect(days[0]?.day).toBe('2026-10-24');
  await app.member();
  expect((await ada.call(admin.getNewMembers)).at(-1)).toEqual({ day: '2026-11-22', count: 2 });
  app.clock.pass(dayMs / 2);
  app.clock.pass(dayMs / 2);
  const eve = await administrator();
  expect((await eve.call(admin.getNewMembers)).slice(-2)).toEqual([
    { day: '2026-11-22', count: 2 },
    { day: '2026-11-23', count: 1 },
  ]);
});

test('health contains current values of database, sockets, queues, disk and event loop', async () => {
  app = await openTestApp({ parts: ({ pictureFiles }) => ({ pictureFiles: { ...pictureFiles, freeBytes: async () => 5e9 } }) });
  const [ada, boris] = [await administrator(), await app.member()];
  const [first, second] = [await openSocket(boris), await openSocket(boris)];
  await Promise.all([first.settled(), second.settled()]);
  const { engine, startedMs, diskFreeBytesLeast, samples } = await ada.call(admin.getHealth);
  expect([engine, startedMs, diskFreeBytesLeast]).toEqual([app.world.db.engine, expect.any(Number), 1e9]);
  const now = samples.at(-1);
  expect(now).toMatchObject({ sockets: 2, membersOnline: 1, pushesWaiting: 0, mailsWaiting: 0, diskFreeBytes: 5e9 });
  for (const figure of [now?.readMs, now?.writeMs, now?.loopDelayMs, now?.memoryBytes]) expect(figure).toBeGreaterThanOrEqual(0);
});

test('health contains the other values when one cannot be measured', async () => {
  app = await openTestApp({
    env: { LOG_LEVEL: 'silent' },
    parts: ({ pictureFiles }) => ({
      pictureFiles: { ...pictureFiles, freeBytes: () => Promise.reject(new Error('no such disk')) },
    }),
  });
  const ada = await administrator();
  const now = (await ada.call(admin.getHealth)).samples.at(-1);
  expect(now).toMatchObject({ diskFreeBytes: null, pushesWaiting: 0 });
});

test('health is sampled regularly', async () => {
  app = await openTestApp({ limits: { healthRefetchMs: 20 } });
  const ada = await administrator();
  await vi.waitFor(async () => expect((await ada.call(admin.getHealth)).samples.length).toBeGreaterThan(3));
});

test('messages of the contact form are listed newest first, without the senders’ accounts', async () => {
  app = await openTestApp({ limits: { contactMessagesPage: 2 } });
  const [ada, nora] = [await administrator(), await app.member({ email: 'nora@example.org', name: 'Nora of the canal' })];
  await nora.call(contact.postContact, { body: { name: 'N. Nowak', message: 'The map is upside down.' } });
  app.clock.pass(1_000);
  await app.visitor().call(contact.postContact, { body: { name: 'Somebody', message: 'Where is it?' } });
  app.clock.pass(1_000);
  await nora.call(contact.postContact, { body: { name: 'N. Nowak', message: 'It is right again.' } });
  const answer = await ada.ask(admin.getContactMessages, { query: all });
  const listed = answer.body;
  expect(listed).toMatchObject([
    { site: 'Hearthside', name: 'N. Nowak', message: 'It is right again.', canBeAnswered: true, answer: null },
    { name: 'Somebody', canBeAnswered: false },
  ]);
  const older = await ada.call(admin.getContactMessages, { query: { ...all, before: listed[1]?.tsCreated } });
  expect(older).toMatchObject([{ message: 'The map is upside down.' }]);
  for (const secret of ['nora@example.org', 'canal', nora.profileId, nora.accountId])
    expect(answer.bytes.toString()).not.toContain(secret);
});

test('messages of the contact form of one millisecond are all listed', async () => {
  app = await openTestApp({ limits: { contactMessagesPage: 2 } });
  const [ada, nora] = [await administrator(), await app.member()];
  const words = ['first', 'second', 'third', 'fourth'];
  for (const message of words) await nora.call(contact.postContact, { body: { name: 'N. Nowak', message } });
  const listed: string[] = [];
  let before: number | undefined;
  do {
    const page = await ada.call(admin.getContactMessages, { query: { ...all, before } });
    listed.push(...page.map(({ message }) => message));
    before = page.at(-1)?.tsCreated;
  } while (before !== undefined);
  expect(listed.toSorted()).toEqual(words.toSorted());
});

test('an answer is mailed to the sender once, with the quoted message', async () => {
  app = await openTestApp();
  const [ada, nora] = [await administrator(), await app.member({ email: 'nora@example.org' })];
  await nora.call(contact.postContact, { body: { name: 'N. Nowak', message: 'The map is upside down.\nEverywhere?' } });
  const [listed] = await ada.call(admin.getContactMessages, { query: all });
  const params = { id: listed?.id ?? '' };
  const answered = await ada.call(admin.putContactAnswer, { params, body: { answer: 'Turn your phone.' } });
  expect(answered).toMatchObject({ id: params.id, answer: 'Turn your phone.', tsAnswered: app.clock.now() });
  await vi.waitFor(() =>
    expect(app.mail.latestTo('nora@example.org')).toEqual({
      id: expect.stringMatching(/^[\da-f]{32}$/),
      to: 'nora@example.org',
      from: { name: 'Hearthside', address: 'hello@hearthside.example' },
      subject: 'An answer to your message',
      text: 'Turn your phone.\n\nYou wrote:\n> The map is upside down.\n> Everywhere?\n',
    }),
  );
  const again = await ada.ask(admin.putContactAnswer, { params, body: { answer: 'Once more.' } });
  expect(again).toMatchObject({ status: 409, body: { code: 'already-answered' } });
  expect(app.mail.sent.filter(({ to }) => to === 'nora@example.org')).toHaveLength(1);
  expect(await ada.call(admin.getContactMessages, { query: { ...all, unanswered: true } })).toEqual([]);
});

test('the mail with an answer is in the language of the app in which the message was written', async () => {
  app = await openTestApp();
  const [ada, nora] = [await administrator(), await app.member({ email: 'nora@example.org' })];
  const body = { name: 'N. Nowak', message: 'Die Karte steht kopf.' };
  await nora.call(contact.postContact, { body }, { 'accept-language': 'de-AT' });
  const [listed] = await ada.call(admin.getContactMessages, { query: all });
  const params = { id: listed?.id ?? '' };
  await ada.call(admin.putContactAnswer, { params, body: { answer: 'Dreh dein Handy.' } });
  await vi.waitFor(() =>
    expect(app.mail.latestTo('nora@example.org')).toMatchObject({
      subject: 'Eine Antwort auf deine Nachricht',
      text: 'Dreh dein Handy.\n\nDu hast geschrieben:\n> Die Karte steht kopf.\n',
    }),
  );
});

test('blank answers, and answers to visitors and deleted members, are refused', async () => {
  app = await openTestApp();
  const [ada, nora] = [await administrator(), await app.member()];
  await app.visitor().call(contact.postContact, { body: { name: 'Somebody', message: 'Hello' } });
  app.clock.pass(1);
  await nora.call(contact.postContact, { body: { name: 'Nora', message: 'Goodbye' } });
  const ids = (await ada.call(admin.getContactMessages, { query: all })).map(({ id }) => id);
  const ask = (id: string, answer: string) => ada.ask(admin.putContactAnswer, { params: { id }, body: { answer } });
  expect(await ask(ids[0] ?? '', ' \n ')).toMatchObject({ status: 400 });
  await app.world.db.write((tx) => tx.deleteFrom('accounts').where('id', '=', nora.accountId).execute());
  for (const id of ids) expect(await ask(id, 'Hello')).toMatchObject({ status: 409, body: { code: 'no-address' } });
});
