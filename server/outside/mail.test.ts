// Mails through a real SMTP server and into the outbox folder, and header injection.
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { readMail, startSmtp, type SmtpBehaviour } from '#server/testing/fakes/smtp.ts';
import { fakeMailer, outboxMailer, type Mail } from './mail.ts';
import { smtpMailer } from './mail-smtp.ts';

const link = `https://example.org/login#token=${'A1b2'.repeat(22)}`;
const mail: Mail = {
  id: '0a1b2c',
  to: 'alice@example.org',
  from: { name: 'Sign in', address: 'no-reply@example.org' },
  subject: 'Your sign-in link',
  text: `Hello,\n\nopen this link – it works once:\n${link}\n`,
};

async function smtp(behaviour: SmtpBehaviour = {}) {
  const server = await startSmtp(behaviour);
  onTestFinished(() => server.close());
  return server;
}

describe('through SMTP', () => {
  test('a mail arrives with sender, subject and complete link, as plain text only', async () => {
    const server = await smtp();
    await smtpMailer(server.url).send(mail);
    const [got] = server.received;
    expect(got).toMatchObject({ from: 'no-reply@example.org', to: ['alice@example.org'] });
    expect(got?.headers.get('from')).toBe('Sign in <no-reply@example.org>');
    expect(got?.headers.get('to')).toBe('alice@example.org');
    expect(got?.headers.get('subject')).toBe('Your sign-in link');
    expect(got?.headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8/);
    expect(got?.headers.get('message-id')).toBe('<0a1b2c@example.org>');
    expect(got?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(got?.headers.has('x-mailer')).toBe(false);
    expect(got?.text.trimEnd()).toBe(mail.text.trimEnd());
  });

  test('line breaks in a subject or a name add no header', async () => {
    const server = await smtp();
    await smtpMailer(server.url).send({
      ...mail,
      subject: 'Hello\r\nBcc: eve@evil.test\r\n\r\n<b>body</b>',
      from: { name: 'Bob\nReply-To: eve@evil.test\u2028X-Evil: 1', address: 'no-reply@example.org' },
    });
    const [got] = server.received;
    expect(got?.to).toEqual(['alice@example.org']);
    expect([...(got?.headers.keys() ?? [])]).not.toEqual(expect.arrayContaining([expect.stringMatching(/bcc|reply-to|x-evil/)]));
    expect(got?.headers.get('subject')).toBe('Hello Bcc: eve@evil.test <b>body</b>');
  });

  test.each([
    'a@example.org, eve@evil.test',
    'a@example.org\r\nRCPT TO:<eve@evil.test>',
    '"eve@evil.test x"@example.org',
    'Alice <a@example.org>',
    'a@b@example.org',
    'alice',
    '',
    `${'a'.repeat(250)}@example.org`,
  ])('%j is not one recipient and is refused permanently', async (to) => {
    const server = await smtp();
    await expect(smtpMailer(server.url).send({ ...mail, to })).rejects.toMatchObject({ name: 'MailError', isPermanent: true });
    expect(server.received).toEqual([]);
  });

  test.each<[string, SmtpBehaviour, boolean]>([
    ['a recipient the server does not know is a refusal for good', { refuseRecipients: 550 }, true],
    ['a busy server means later', { refuseRecipients: 451 }, false],
    ['a text refused for now means later', { refuseText: 452 }, false],
    ['a text refused as spam is a refusal for good', { refuseText: 554 }, true],
  ])('%s', async (_, behaviour, isPermanent) => {
    const server = await smtp(behaviour);
    await expect(smtpMailer(server.url).send(mail)).rejects.toMatchObject({ name: 'MailError', isPermanent });
    expect(server.received).toEqual([]);
  });

  test('the login in SMTP_URL is used, and a wrong one is a temporary failure', async () => {
    const server = await smtp({ login: { user: 'app', password: 'right' } });
    await smtpMailer(server.url).send(mail);
    expect(server.received).toHaveLength(1);
    const wrong = smtpMailer(server.url.replace('right', 'wrong')).send(mail);
    await expect(wrong).rejects.toMatchObject({ isPermanent: false, message: expect.not.stringContaining('wrong') });
  });

  test('a server that never answers or is unreachable is a temporary failure', async () => {
    const mute = await smtp({ isMute: true });
    await expect(smtpMailer(mute.url, { timeoutMs: 200 }).send(mail)).rejects.toMatchObject({ isPermanent: false });
    const closed = await startSmtp();
    await closed.close();
    await expect(smtpMailer(closed.url).send(mail)).rejects.toMatchObject({ isPermanent: false });
  });

  test('mails are sent again once the server is back', async () => {
    const server = await smtp({ refuseText: 451 });
    const mailer = smtpMailer(server.url);
    await expect(mailer.send(mail)).rejects.toThrow('451');
    server.behaviour.refuseText = undefined;
    await mailer.send(mail);
    expect(server.received).toHaveLength(1);
  });

  test('a password is never sent unencrypted to another machine', async () => {
    const server = await smtp({ login: { user: 'app', password: 'right' } });
    const mailer = smtpMailer(server.url.replace('127.0.0.1', '0.0.0.0'));
    await expect(mailer.send(mail)).rejects.toMatchObject({ isPermanent: false, message: expect.stringContaining('ETLS') });
    expect(server.received).toEqual([]);
  });

  test.each(['sendmail:///usr/bin/x', 'https://example.org', 'not an address', 'smtp://'])(
    '%j is refused at startup',
    (address) => {
      expect(() => smtpMailer(address)).toThrow('SMTP_URL');
    },
  );
});

describe('into the outbox', () => {
  let directory = '';
  afterEach(() => rm(directory, { recursive: true, force: true }));

  test('a mail becomes one .eml file with an unbroken link, and the log names address and link', async () => {
    directory = await mkdtemp(join(tmpdir(), 'outbox-'));
    const log: string[] = [];
    const mailer = outboxMailer(join(directory, 'outbox'), (line) => log.push(line));
    await mailer.send({ ...mail, subject: 'Dein Anmelde-Link für „Überall“, gültig 30 Minuten' });
    const [name, ...others] = await readdir(join(directory, 'outbox'));
    expect(others).toEqual([]);
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f-]{36}\.eml$/);
    const path = join(directory, 'outbox', name ?? '');
    const got = readMail(await readFile(path, 'utf8'));
    expect(got.headers.get('to')).toBe('alice@example.org');
    expect(got.headers.get('from')).toBe('Sign in <no-reply@example.org>');
    expect(decodedWords(got.headers.get('subject') ?? '')).toBe('Dein Anmelde-Link für „Überall“, gültig 30 Minuten');
    expect(got.headers.get('message-id')).toBe('<0a1b2c@example.org>');
    expect(got.text).toContain(`\n${link}\n`);
    expect(got.raw.split('\r\n').every((line) => !line.includes('\n'))).toBe(true);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(log).toEqual([`mail to alice@example.org: ${link}`]);
  });

  test('line breaks in a subject add no header and no log line', async () => {
    directory = await mkdtemp(join(tmpdir(), 'outbox-'));
    await outboxMailer(directory, () => undefined).send({ ...mail, subject: 'a\r\nBcc: eve@evil.test' });
    const [name] = await readdir(directory);
    expect(readMail(await readFile(join(directory, name ?? ''), 'utf8')).headers.has('bcc')).toBe(false);
  });

  test('only the name of the sender is in quotes if it has a comma or a full stop', async () => {
    directory = await mkdtemp(join(tmpdir(), 'outbox-'));
    const from = { ...mail.from, name: 'Almanac, Ltd.' };
    await outboxMailer(directory, () => undefined).send({ ...mail, from, subject: 'Hello, Ada. Welcome' });
    const [name] = await readdir(directory);
    const { headers } = readMail(await readFile(join(directory, name ?? ''), 'utf8'));
    expect([headers.get('from'), headers.get('subject')]).toEqual([
      '"Almanac, Ltd." <no-reply@example.org>',
      'Hello, Ada. Welcome',
    ]);
  });
});

test('old mails are deleted, also one that a killed process had not finished, and other files are kept', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'outbox-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const mailer = outboxMailer(
    directory,
    () => undefined,
    () => Date.parse('2026-11-03T08:00:00Z'),
  );
  await mailer.send(mail);
  const [name = ''] = await readdir(directory);
  const earlier = name.replace('11-03', '11-01');
  const later = `${name}.${randomUUID()}.part`;
  for (const file of [earlier, `${earlier}.${randomUUID()}.part`, later, '2026-notes.txt'])
    await writeFile(join(directory, file), 'x');
  await mailer.removeBefore?.(Date.parse('2026-11-02T08:00:00Z'));
  expect(await readdir(directory)).toEqual(['2026-notes.txt', name, later].toSorted());
});

test('the fake mailer records mails in order', async () => {
  const mailer = fakeMailer();
  await mailer.send(mail);
  await mailer.send({ ...mail, subject: 'Second' });
  expect(mailer.sent).toHaveLength(2);
  expect(mailer.latestTo('alice@example.org')?.subject).toBe('Second');
  expect(mailer.latestTo('bob@example.org')).toBeUndefined();
});

function decodedWords(header: string): string {
  return header
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?B\?(.*?)\?=/g, (_, word: string) => Buffer.from(word, 'base64').toString('utf8'));
}
