// Each brand's mails have a neutral sender and subject, plain text, links to the brand's host, and no revealing words.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { brands } from '#manifest/index.ts';
import type { Brand } from '#shared/brand.ts';
import { contact } from '#shared/contract/contact.ts';
import { session } from '#shared/contract/session.ts';
import { settings } from '#shared/contract/settings.ts';
import { outboxMailer, type Mailer } from '#server/outside/mail.ts';
import { smtpMailer } from '#server/outside/mail-smtp.ts';
import { allAcknowledged } from '#server/testing/members/sign-in.ts';
import { readMail, startSmtp, type ReceivedMail } from '#server/testing/fakes/smtp.ts';
import { revealingWordIn } from '#server/testing/privacy/revealing-words.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

type DeliveredMail = Pick<ReceivedMail, 'headers' | 'text' | 'raw'>;

for (const brand of brands) {
  test(`${brand.key} sends its mails by SMTP with its own name, neutral text and links to its own host`, async () => {
    const server = await startSmtp();
    onTestFinished(() => server.close());
    const app = await openWith(smtpMailer(server.url));
    await causeEveryMail(app, brand);
    const mails = await vi.waitFor(() => {
      expect(server.received).toHaveLength(5);
      return server.received;
    });
    expectBranded(brand, mails);
    expect(new Set(mails.map(({ from }) => from))).toEqual(new Set([brand.mail.fromAddress]));
  });

  test(`${brand.key} writes the same mails to the outbox folder without SMTP`, async () => {
    const directory = await mkdtemp(join(tmpdir(), 'outbox-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    const app = await openWith(outboxMailer(directory, () => undefined));
    await causeEveryMail(app, brand);
    const names = await vi.waitFor(async () => {
      const found = (await readdir(directory)).filter((name) => name.endsWith('.eml'));
      expect(found).toHaveLength(5);
      return found;
    });
    expectBranded(brand, await Promise.all(names.map(async (name) => readMail(await readFile(join(directory, name), 'utf8')))));
  });
}

test('a request to an unknown host sends no mail, and the hosts in forwarding headers do not count', async () => {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  const asked = async (host: string, more: Record<string, string>) => {
    const body = JSON.stringify({ email: 'nora@example.org', acknowledgements: allAcknowledged });
    const headers = { host, origin: `http://${host}`, 'content-type': 'application/json', ...more };
    return (await app.visitor().send('POST', session.postRegister.path, body, headers)).status;
  };
  expect(await asked('evil.example', {})).toBe(421);
  expect(await asked('evil.example', { 'x-forwarded-host': 'brazen.example', forwarded: 'host=brazen.example' })).toBe(421);
  expect(app.mail.sent).toEqual([]);
  expect(await asked('brazen.example', { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' })).toBe(200);
  const mail = await vi.waitFor(() => {
    expect(app.mail.sent).toHaveLength(1);
    return app.mail.sent[0];
  });
  expect(mail?.text).toContain('https://brazen.example/login#token=');
  expect(JSON.stringify(mail)).not.toContain('evil');
});

async function openWith(mail: Mailer): Promise<TestApp> {
  const app = await openTestApp({ parts: { mail } });
  onTestFinished(() => app.close());
  return app;
}

/** A login link, the two mails of an email change, the notice of a password change, and a message to support. */
async function causeEveryMail(app: TestApp, { canonicalHost: host }: Brand): Promise<void> {
  const here = { host, origin: `http://${host}` };
  const body = { email: 'visitor@example.org', acknowledgements: allAcknowledged };
  await app.visitor().call(session.postRegister, { body }, here);
  const member = await app.member({ name: 'Aurelia', email: 'member@example.org' });
  await member.call(settings.putSettings, { body: { email: 'member-new@example.org' } }, here);
  await member.call(settings.putSettings, { body: { password: 'a long enough phrase' } }, here);
  await member.call(contact.postContact, { body: { name: 'Aurelia Bell', message: 'Hello' } }, here);
}

function expectBranded(brand: Brand, mails: readonly DeliveredMail[]): void {
  const withSubject = (subject: string) => mails.filter(({ headers }) => headers.get('subject') === subject);
  for (const { headers, text, raw } of mails) {
    expect(headers.get('from')).toBe(`${brand.mail.fromName} <${brand.mail.fromAddress}>`);
    expect(headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8/);
    expect(raw).not.toMatch(/multipart|text\/html|<img|<a /i);
    for (const [link] of text.matchAll(/https?:\/\/\S+/g)) expect(new URL(link).origin).toBe(`https://${brand.canonicalHost}`);
    expect(revealingWordIn(`${headers.get('from')} ${headers.get('subject')} ${text.replace(/https?:\S+/g, '')}`)).toBeNull();
    if (headers.get('to') !== brand.supportAddress) {
      expect(headers.has('reply-to')).toBe(false);
      // A mail names neither the account nor the member, because somebody else may read it.
      expect(text).not.toMatch(/Aurelia|@/);
    }
  }
  const [signIn] = withSubject('Your sign-in link');
  expect(signIn?.headers.get('to')).toBe('visitor@example.org');
  expect(signIn?.text).toMatch(/\/login#token=[\w-]+\n/);
  expect(withSubject('Please confirm your email address').map(({ headers }) => headers.get('to'))).toEqual([
    'member-new@example.org',
  ]);
  expect(withSubject('Your email address is about to change').map(({ headers }) => headers.get('to'))).toEqual([
    'member@example.org',
  ]);
  expect(withSubject('Your password was changed').map(({ headers }) => headers.get('to'))).toEqual(['member@example.org']);
  const [toSupport] = withSubject('A message from the contact form');
  expect(toSupport?.headers.get('to')).toBe(brand.supportAddress);
  expect(toSupport?.headers.get('reply-to')).toBe('member@example.org');
}
