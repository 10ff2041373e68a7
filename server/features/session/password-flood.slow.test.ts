// Two hundred password logins from twenty addresses, and how long others wait for replies at the same time.
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

/** Makes calls one after the other until `isOver`, at least twenty. */
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

/** Two hundred logins at once from twenty addresses of one network, with a wrong password; calls `onEnd` after the last answer. */
async function flood(network: string, onEnd: () => void): Promise<number[]> {
  const usernames = Array.from({ length: loginsPerAddress }, (_, nth) =>
    nth % 2 ? 'carl@example.org' : `nobody-${nth}@example.org`,
  );
  const answers = Array.from({ length: addresses }, (_, at) =>
    usernames.map((username) => logIn(username, `${network}.${at}`, 'a wrong sentence')),
  );
  const statuses = (await Promise.all(answers.flat())).map(({ status }) => status);
  onEnd();
  return statuses;
}

test('a flood of logins delays neither the calls of others nor their logins by more than the queue', async () => {
  const carl = await app.member({ email: 'carl@example.org' });
  await setPasswordOf(app, carl.profileId, password, app.world.limits.passwordHash);
  const ofCarl = (nth: number) => logIn('carl@example.org', `198.51.100.${nth % 250}`);
  const ask = () => carl.ask(settings.getSettings);

  /** The measured times that exceed their bounds. */
  async function slowTimes(network: string): Promise<string[]> {
    const idle = { calls: await repeatedly(ask), logins: await repeatedly(ofCarl) };
    let isOver = false;
    const [calls, logins, statuses] = await Promise.all([
      repeatedly(ask, () => isOver),
      repeatedly(ofCarl, () => isOver),
      flood(network, () => (isOver = true)),
    ]);
    const refused = statuses.filter((status) => status === 503).length;
    const figure = (now: readonly Timed[], before: readonly Timed[]) =>
      `p95 ${p95(now).toFixed(1)} ms, idle ${p95(before).toFixed(1)} ms, ratio ${(p95(now) / p95(before)).toFixed(1)}`;
    const figures = { calls: figure(calls, idle.calls), logins: figure(logins, idle.logins) };
    console.log(`calls of others: ${figures.calls}; their logins: ${figures.logins}; ${refused} of 200 refused`);

    expect(statuses).toHaveLength(addresses * loginsPerAddress);
    expect(new Set(statuses)).toEqual(new Set([401, 503]));
    for (const { answer } of calls) expect(answer.status).toBe(200);
    for (const { answer } of logins) expect([200, 503]).toContain(answer.status);
    return [
      // The bounds are wide, because this test and its two hundred clients use the same processors.
      ...(p95(calls) < 100 + 5 * p95(idle.calls) ? [] : [figures.calls]),
      ...(p95(logins) < 500 + (serverLimits.passwordQueue.maxWaiting + 2) * p95(idle.logins) ? [] : [figures.logins]),
    ];
  }

  // A slow server exceeds the bounds in each of three floods, another program that takes the processor only in one.
  const rounds: string[][] = [];
  for (const network of ['203.0.113', '203.0.114', '203.0.115'])
    if (rounds.at(-1)?.length !== 0) rounds.push(await slowTimes(network));
  expect(rounds.at(-1), rounds.join('\n')).toEqual([]);
});
