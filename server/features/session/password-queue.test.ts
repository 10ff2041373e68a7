// Password hashing in few threads: calls beyond its queue are refused immediately, equally for known and unknown email addresses.
import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settings } from '#shared/contract/settings.ts';
import { serverLimits } from '#server/limits.ts';
import { quickHashing, setPasswordOf } from '#server/testing/members/passwords.ts';
import { logIn } from '#server/testing/members/sign-in.ts';
import { recordingDb } from '#server/testing/app/statements.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { createPasswords } from './passwords.ts';
import { statusAndCode } from '#server/testing/app/browser.ts';

const password = 'a long sentence of mine';
/** Takes about a second to verify. */
const slowHash = { memoryKiB: 65_536, passes: 40, lanes: 1 };

const statements: string[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({
    limits: { ...quickHashing, passwordQueue: { maxThreads: 1, maxWaiting: 0 } },
    rates: { loginFailures: serverLimits.rates.loginFailures },
    parts: ({ db }) => ({ db: recordingDb(db, statements) }),
  });
  await app.sweptOnce();
  for (const [name, strength] of [
    ['slow', slowHash],
    ['anton', quickHashing.passwordHash],
  ] as const) {
    const { profileId } = await app.member({ email: `${name}@example.org` });
    await setPasswordOf(app, profileId, password, strength);
  }
  await app.member({ email: 'no-password@example.org' });
});
afterAll(() => app.close());

const attempt = (username: string, given = password) => logIn(app.visitor(), { username, password: given });

/** Verifies a password that takes long while other calls are made. */
async function whileVerifying<T>(work: () => Promise<T>): Promise<T> {
  statements.length = 0;
  const verifying = attempt('slow@example.org');
  // The account has been read, so its password is being verified when later calls arrive.
  await expect.poll(() => statements.join()).toContain('select * from "accounts" where "email" =');
  const result = await work();
  expect((await verifying).status).toBe(200);
  return result;
}

test('at most two threads hash, and one processor is left for other calls', () => {
  const { maxThreads, maxWaiting } = serverLimits.passwordQueue;
  expect([maxThreads, maxWaiting]).toEqual([availableParallelism() > 2 ? 2 : 1, 8]);
});

test('passwords for which there is neither a thread nor a place in the queue are refused immediately', async () => {
  const passwords = createPasswords({ memoryKiB: 19_456, passes: 2, lanes: 1 }, { maxThreads: 2, maxWaiting: 3 });
  let finished = 0;
  const refusedAfter: number[] = [];
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      (at % 2 ? passwords.hash(password) : passwords.verify(null, password)).then(
        () => (finished += 1),
        ({ code }) => {
          refusedAfter.push(finished);
          return code;
        },
      ),
    ),
  );
  expect(outcomes.slice(5)).toEqual(Array(35).fill('overloaded'));
  expect(refusedAfter).toEqual(Array(35).fill(0));
  expect(finished).toBe(5);
  expect(await passwords.verify(await passwords.hash(password), password)).toBe(true);
});

test('a refused login is answered 503 with Retry-After, and does not disclose whether the email address has an account', async () => {
  await whileVerifying(async () => {
    const seen = [];
    for (const username of ['anton@example.org', 'no-password@example.org', 'nobody@example.org']) {
      statements.length = 0;
      const { status, headers, bytes } = await attempt(username);
      const { date: _date, ...others } = headers;
      seen.push({ status, headers: others, text: bytes.toString(), statements: [...statements] });
    }
    const [known, withoutPassword, unknown] = seen;
    expect([known?.status, known?.headers['retry-after']]).toEqual([503, '10']);
    expect(withoutPassword).toEqual(known);
    expect(unknown).toEqual(known);
  });
});

test('refused logins do not count as wrong passwords', async () => {
  await whileVerifying(async () => {
    for (let count = 0; count < 15; count += 1)
      expect(statusAndCode(await attempt('anton@example.org'))).toEqual([503, 'overloaded']);
  });
  expect((await attempt('anton@example.org')).status).toBe(200);
});

test('other calls and logins by link are answered while passwords wait, and a new password is refused with the same problem', async () => {
  const carl = await app.member();
  const statuses = await whileVerifying(async () => [
    (await carl.ask(settings.getSettings)).status,
    statusAndCode(await logIn(app.visitor(), { username: 'x'.repeat(16), password: 'secret' })),
    statusAndCode(await carl.ask(settings.putSettings, { body: { password: 'another long sentence' } })),
  ]);
  expect(statuses).toEqual([200, [401, 'wrong-login'], [503, 'overloaded']]);
  expect((await carl.ask(settings.putSettings, { body: { password: 'another long sentence' } })).status).toBe(200);
});
