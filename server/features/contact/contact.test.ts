// The contact form over HTTP: mails to support, reply addresses, and refused messages.
import { afterEach, expect, test, vi } from 'vitest';
import { account } from '#shared/contract/account.ts';
import { contact } from '#shared/contract/contact.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { serverLimits } from '#server/limits.ts';
import type { Mailer } from '#server/outside/mail.ts';
import { smtpMailer } from '#server/outside/mail-smtp.ts';
import { startSmtp } from '#server/testing/fakes/smtp.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { mailDelayMs } from '#server/features/session/mail-queue.service.ts';

let app: TestApp;
afterEach(() => app.close());

const support = 'support@hearthside.example';
const mailsToSupport = (count: number) =>
  vi.waitFor(() => {
    const mails = app.mail.sent.filter(({ to }) => to === support);
    if (mails.length < count) throw new Error(`${mails.length} mails arrived`);
    return mails;
  });
/** Temporarily refuses the first mail and sends all others. */
function failingFirst({ send }: Mailer): Mailer {
  let hasFailed = false;
  return {
    send(mail) {
      if (hasFailed) return send(mail);
      hasFailed = true;
      return Promise.reject(new Error('busy'));
    },
  };
}
const stored = () =>
  app.world.db.read.selectFrom('contact_messages').select(['account_id', 'brand', 'name', 'message']).execute();

test("a member's message is stored and reaches support with the address of the account", async () => {
  app = await openTestApp();
  const nora = await app.member({ email: 'nora@example.org' });
  const written = { name: 'Nora Nowak', message: 'The map is upside down.\nIs that so everywhere?' };
  expect(await nora.call(contact.postContact, { body: written })).toEqual(written);
  const [mail] = await mailsToSupport(1);
  expect(mail).toEqual({
    id: expect.stringMatching(/^[\da-f]{32}$/),
    to: support,
    from: { name: 'Hearthside', address: 'hello@hearthside.example' },
    replyTo: 'nora@example.org',
    subject: 'A message from the contact form',
    text: 'Name: Nora Nowak\nReply to: nora@example.org\n\nThe map is upside down.\nIs that so everywhere?\n',
  });
  expect(await stored()).toEqual([{ account_id: nora.accountId, brand: 'hearthside', ...written }]);
});

test("the mail of a visitor's message says that there is no reply address", async () => {
  app = await openTestApp();
  await app.visitor().call(contact.postContact, { body: { name: 'Somebody', message: 'Hello' } });
  const [mail] = await mailsToSupport(1);
  expect(mail?.text).toBe('Name: Somebody\nReply to: None: the sender was not logged in.\n\nHello\n');
  expect(mail).not.toHaveProperty('replyTo');
  expect(await stored()).toMatchObject([{ account_id: null }]);
});

test.each(['\r\nBcc: other@example.org', '\nReply to: forged@example.org\n\n', '\u2028Reply to: forged@example.org'])(
  'a line break in the name (%j) does not start a new line in the mail',
  async (ending) => {
    app = await openTestApp();
    await app.visitor().call(contact.postContact, { body: { name: `Eve${ending}`, message: 'Hello' } });
    const [mail] = await mailsToSupport(1);
    const [first, second, third, ...rest] = mail?.text.split(/[\r\n\u2028]/) ?? [];
    expect([first?.startsWith('Name: Eve '), second, third, rest]).toEqual([
      true,
      'Reply to: None: the sender was not logged in.',
      '',
      ['Hello', ''],
    ]);
    expect(mail?.to).toBe(support);
  },
);

test('name and message cannot inject SMTP headers or commands', async () => {
  const server = await startSmtp();
  app = await openTestApp({ parts: { mail: smtpMailer(server.url) } });
  const nora = await app.member({ email: 'nora@example.org' });
  const name = 'Eve\r\nBcc: eve@evil.example\r\nReply-To: eve@evil.example\r\nContent-Type: text/html';
  const message =
    'One\r\n.\r\nMAIL FROM:<eve@evil.example>\r\nRCPT TO:<eve@evil.example>\r\nDATA\r\nSubject: Two\r\n\r\n<b>Two</b>';
  await nora.call(contact.postContact, { body: { name, message } });
  await vi.waitFor(() => expect(server.received).toHaveLength(1));
  const [mail] = server.received;
  expect(mail?.to).toEqual([support]);
  expect(mail?.headers.get('subject')).toBe('A message from the contact form');
  expect(mail?.headers.get('reply-to')).toBe('nora@example.org');
  expect(mail?.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(mail?.headers.has('bcc')).toBe(false);
  expect(mail?.text).toContain(message.replaceAll('\r\n', '\n'));
  await server.close();
});

test('a message whose mail still waits when the account is deleted is not mailed', async () => {
  app = await openTestApp({ env: { LOG_LEVEL: 'silent' }, parts: (usual) => ({ mail: failingFirst(usual.mail) }) });
  const nora = await app.member({ email: 'nora@example.org' });
  await nora.call(contact.postContact, { body: { name: 'Nora', message: 'Hello' } });
  const waiting = () => app.world.db.read.selectFrom('mail_queue').select(['state', 'next_ms']).execute();
  await vi.waitFor(async () => {
    expect(await waiting()).toMatchObject([{ state: 'waiting', next_ms: app.clock.now() + mailDelayMs(1) }]);
  });
  await nora.call(account.deleteAccount);
  expect(await waiting()).toEqual([]);
  app.clock.pass(mailDelayMs(1));
  await app.visitor().call(contact.postContact, { body: { name: 'Somebody', message: 'Wakes the queue' } });
  const [mail, ...more] = await mailsToSupport(1);
  expect([mail?.text.includes('Wakes the queue'), more]).toEqual([true, []]);
});

test('a full name and a message are required', async () => {
  app = await openTestApp();
  const ask = (name: string, message: string) => app.visitor().ask(contact.postContact, { body: { name, message } });
  expect(await ask(' \n ', 'Hello')).toMatchObject({
    status: 400,
    body: { code: 'name-missing', message: 'Please provide your full name' },
  });
  expect(await ask('Somebody', '  ')).toMatchObject({ status: 400, body: { code: 'bad-request' } });
  expect(await ask('Somebody', 'x'.repeat(4_001))).toMatchObject({ status: 400 });
  expect((await ask('Somebody', '🙂'.repeat(4_000))).status).toBe(200);
});

test('the sixth message within an hour is refused, a later one is accepted', async () => {
  app = await openTestApp({ rates: { contact: serverLimits.rates.contact } });
  const visitor = app.visitor();
  const ask = async () => (await visitor.ask(contact.postContact, { body: { name: 'Somebody', message: 'Hello' } })).status;
  expect([await ask(), await ask(), await ask(), await ask(), await ask(), await ask()]).toEqual([200, 200, 200, 200, 200, 429]);
  app.clock.pass(hourMs / 5);
  expect(await ask()).toBe(200);
});

test('a message is sent to the support address of the brand where it was written', async () => {
  app = await openTestApp();
  const body = JSON.stringify({ name: 'Somebody', message: 'Hello' });
  const host = `almanac.localhost:${new URL(app.origin).port}`;
  const headers = { host, origin: `http://${host}`, 'content-type': 'application/json' };
  const { status } = await app.visitor().send('POST', contact.postContact.path, body, headers);
  expect(status).toBe(200);
  const { supportAddress } = app.world.brands.ofKey('almanac');
  await vi.waitFor(() => expect(app.mail.latestTo(supportAddress)?.text).toContain('Hello'));
});

test('a message is deleted with its sender’s account', async () => {
  app = await openTestApp();
  const nora = await app.member();
  await nora.call(contact.postContact, { body: { name: 'Nora', message: 'Goodbye' } });
  await app.visitor().call(contact.postContact, { body: { name: 'Somebody', message: 'Hello' } });
  await nora.call(account.deleteAccount);
  expect(await stored()).toMatchObject([{ account_id: null, message: 'Hello' }]);
});
