// Two hundred password logins from twenty addresses, and the times in which others are answered meanwhile.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settings } from '#shared/contract/settings.ts';
import { serverLimits } from '#server/limits.ts';
import { setPasswordOf } from '#server/testing/members/passwords.ts';
import type { Answer } from '#server/testing/app/browser.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

const password = 'a long sentence of mine';
const addresses = 20;
const loginsPerAddress = 10;

let app: TestApp;
beforeAll(async () => {
  const { rates } = serverLimits;
  app = await openTestApp({ env: { TRUST_PROXY: 'true', LOG_LEVEL: 'silent' }, rates: { login: rates.login } });
});
afterAll(() => app.close());

const logIn = (username: string, address: string, given = password) =>
  app.visitor().form('/api/auth', { username, password: given }, { 'x-forwarded-for': address });

interface Timed {
  readonly ms: number;
  readonly answer: Answer;
}

async function timed(call: () => Promise<Answer>): Promise<Timed> {
  const startedMs = performance.now();
  const answer = await call();
  return { ms: performance.now() - startedMs, answer };
}

/** Calls one after the other until `isOver`, at least twenty times. */
async function repeatedly(call: (nth: number) => Promise<Answer>, isOver: () => boolean = () => true): Promise<Timed[]> {
  const all: Timed[] = [];
  while (all.length < 20 || !isOver()) {
    all.push(await timed(() => call(all.length)));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return all;
}

const p95 = (times: readonly Timed[]): number =>
  times.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

test('a flood of logins delays neither the calls of others nor their logins by more than the queue', async () => {
  const carl = await app.member({ email: 'carl@example.org' });
  await setPasswordOf(app, carl.profileId, password, app.world.limits.passwordHash);
  const ofCarl = (nth: number) => logIn('carl@example.org', `198.51.100.${nth % 250}`);
  const idle = { calls: await repeatedly(() => carl.ask(settings.getSettings)), logins: await repeatedly(ofCarl) };

  let isOver = false;
  const flooding = Promise.all(
    Array.from({ length: addresses }, async (_, at) => {
      const answers: number[] = [];
      await Promise.all(
        Array.from({ length: loginsPerAddress }, async (_1, nth) => {
          const username = nth % 2 ? 'carl@example.org' : `nobody-${at}-${nth}@example.org`;
          answers.push((await logIn(username, `203.0.113.${at}`, 'a wrong sentence')).status);
        }),
      );
      return answers;
    }),
  ).finally(() => (isOver = true));
  const [calls, logins, statuses] = await Promise.all([
    repeatedly(
      () => carl.ask(settings.getSettings),
      () => isOver,
    ),
    repeatedly(ofCarl, () => isOver),
    flooding.then((answers) => answers.flat()),
  ]);
  const refused = statuses.filter((status) => status === 503).length;
  const figure = (now: readonly Timed[], before: readonly Timed[]) =>
    `p95 ${p95(now).toFixed(1)} ms, idle ${p95(before).toFixed(1)} ms, ratio ${(p95(now) / p95(before)).toFixed(1)}`;
  console.log(
    `calls of others: ${figure(calls, idle.calls)}; their logins: ${figure(logins, idle.logins)}; ${refused} of 200 refused`,
  );

  expect(statuses).toHaveLength(addresses * loginsPerAddress);
  expect(new Set(statuses)).toEqual(new Set([401, 503]));
  for (const { answer } of calls) expect(answer.status).toBe(200);
  for (const { answer } of logins) expect([200, 503]).toContain(answer.status);
  // The processor is shared with this test and its two hundred clients.
  expect(p95(calls)).toBeLessThan(100 + 5 * p95(idle.calls));
  expect(p95(logins)).toBeLessThan(500 + (serverLimits.passwordQueue.maxWaiting + 2) * p95(idle.logins));
});
