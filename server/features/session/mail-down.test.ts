// Requests for a link while the mail server fails or hangs: the answer is the same, and one mail follows, unless it is too late.
import { afterEach, expect, test, vi } from 'vitest';
import { pino } from 'pino';
import { Writable } from 'node:stream';
import { smtpMailer } from '#server/outside/mail-smtp.ts';
import { askForLink, logIn } from '#server/testing/members/sign-in.ts';
import { startSmtp, type SmtpBehaviour } from '#server/testing/fakes/smtp.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { mailDelayMs } from './mail-queue.service.ts';

let app: TestApp;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let logged: string;

/** Opens the application with a test SMTP server of the given behaviour. */
async function open(behaviour: SmtpBehaviour, timeoutMs = 1_000): Promise<void> {
  logged = '';
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  });
  smtp = await startSmtp(behaviour);
  const mail = smtpMailer(smtp.url, { timeoutMs });
  app = await openTestApp({ parts: { mail, log: pino({ level: 'trace', base: null }, sink) } });
}

afterEach(async () => {
  await app.close();
  await smtp.close();
});

const states = async () =>
  (await app.world.db.read.selectFrom('mail_queue').select(['to_address', 'state', 'tries']).orderBy('created_ms').execute()).map(
    ({ to_address, state, tries }) => `${to_address} ${state} ${tries}`,
  );
const receivedBy = (email: string) => smtp.received.filter(({ to }) => to.includes(email));

/** Lets time pass, and wakes the queue by a request for another email address. */
async function passTime(passedMs: number, otherEmail: string): Promise<void> {
  app.clock.pass(passedMs);
  await askForLink(app.visitor(), otherEmail);
}

test.each([
  ['refuses the recipient for now', { refuseRecipients: 450 }],
  ['receives the whole mail and then fails', { refuseText: 451 }],
])('a mail server that %s gets the mail again later and delivers it once', async (_failure, behaviour) => {
  await open(behaviour);
  expect((await askForLink(app.visitor(), 'nora@example.org')).status).toBe(200);
  await vi.waitFor(() => expect(logged).toContain('a mail could not be sent'), 5_000);
  expect(receivedBy('nora@example.org')).toEqual([]);

  delete smtp.behaviour.refuseRecipients;
  delete smtp.behaviour.refuseText;
  await passTime(mailDelayMs(1), 'otheremail@example.org');
  await vi.waitFor(
    async () => expect(await states()).toEqual(['nora@example.org sent 2', 'otheremail@example.org sent 1']),
    5_000,
  );
  await passTime(600_000, 'waker2@example.org');
  await vi.waitFor(() => expect(receivedBy('waker2@example.org')).toHaveLength(1), 5_000);
  expect(receivedBy('nora@example.org')).toHaveLength(1);
  const token = /#token=([\w-]+)/.exec(receivedBy('nora@example.org')[0]?.text ?? '')?.[1] ?? '';
  const [username = '', password = ''] = Buffer.from(token, 'base64url').toString().split(':');
  expect((await logIn(app.visitor(), { username, password })).status).toBe(200);
});

test('the answer does not wait for a mail server that does not respond', async () => {
  await open({ isMute: true }, 4_000);
  for (const email of ['one@example.org', 'two@example.org', 'three@example.org'])
    expect((await askForLink(app.visitor(), email)).status).toBe(200);
  // The first attempt has not failed yet, and the other mails wait for it.
  expect(logged).not.toContain('a mail could not be sent');
  expect(await states()).toEqual(['one@example.org waiting 1', 'two@example.org waiting 0', 'three@example.org waiting 0']);
});

test('a link that could not be mailed within 30 minutes is not mailed later', async () => {
  await open({ refuseRecipients: 450 });
  await askForLink(app.visitor(), 'nora@example.org');
  await vi.waitFor(() => expect(logged).toContain('a mail could not be sent'), 5_000);
  delete smtp.behaviour.refuseRecipients;
  await passTime(1_800_000, 'otheremail@example.org');
  await vi.waitFor(
    async () => expect(await states()).toEqual(['nora@example.org given-up 1', 'otheremail@example.org sent 1']),
    5_000,
  );
  expect(receivedBy('nora@example.org')).toEqual([]);
});

test('the log contains the mail server’s reply code, but neither the recipient nor the mail’s content', async () => {
  await open({ refuseRecipients: 550, saysAddress: true });
  await askForLink(app.visitor(), 'canary@example.org');
  await vi.waitFor(() => expect(logged).toContain('EENVELOPE 550'), 5_000);
  expect(logged).not.toMatch(/canary|example\.org|token/);
});
