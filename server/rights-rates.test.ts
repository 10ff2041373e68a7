// The rate limit of each call: it uses the allowance named in the contract and no other.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyEndpoint, RateGroup } from '#shared/contract/endpoint.ts';
import { allEndpoints } from '#shared/contract/index.ts';
import { fakeBaseMap } from './outside/base-map.ts';
import { send } from './testing/contract/contract-cases.ts';
import { nameOf, unknownId } from './testing/contract/contract-row.ts';
import { rowOf } from './testing/contract/contract-table.ts';
import { openTestApp, type TestApp } from './testing/app/test-app.ts';

/** A different limit for each group, so that the count identifies the group. */
const allowed: Record<Exclude<RateGroup, 'none'>, number> = {
  calls: 2,
  briefs: 3,
  pictures: 4,
  uploads: 5,
  login: 6,
  register: 7,
  contact: 8,
  messages: 9,
  places: 10,
};
const most = 12;
const perMs = 60_000;

let app: TestApp;
/** The same application mounted without allowances: routes read theirs once, when mounted. */
let unlimited: TestApp;
beforeAll(async () => {
  const rates = Object.fromEntries(Object.entries(allowed).map(([group, count]) => [group, { max: count, perMs }]));
  const open = () => openTestApp({ env: { LOG_LEVEL: 'silent' }, rates, parts: { baseMap: fakeBaseMap() } });
  app = await open();
  const named = allEndpoints.map((endpoint) => [endpoint, endpoint.rate] as const);
  for (const endpoint of allEndpoints) Object.assign(endpoint, { rate: 'none' });
  unlimited = await open().finally(() => named.forEach(([endpoint, rate]) => Object.assign(endpoint, { rate })));
});
afterAll(async () => {
  await app.close();
  await unlimited.close();
});

/** All calls except those that end the session or the account. */
const counted = allEndpoints.filter((endpoint) => !rowOf(endpoint)?.endsCaller);
const expected = new Map(allEndpoints.map((one) => [one, one.rate === 'none' ? null : allowed[one.rate ?? 'calls']]));

/** The number of calls before the first 429; null when there is none. Their input does not matter. */
async function countAnswered(endpoint: AnyEndpoint, { clock, member, visitor }: TestApp): Promise<number | null> {
  clock.pass(perMs);
  const caller = endpoint.who === 'all' ? visitor() : await member({ roles: ['USER', 'ADMIN'] });
  for (let count = 0; count < most; count += 1) {
    const asked = rowOf(endpoint)?.ask(unknownId, { profileId: unknownId }) ?? {};
    const { status, headers, body } = await send(endpoint, asked, caller);
    if (status !== 429) continue;
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(body).toMatchObject({ statusCode: 429, code: 'too-many-requests' });
    return count;
  }
  return null;
}

describe('a call is limited by its group', () => {
  test.each(counted.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (_name, endpoint) => {
    expect(await countAnswered(endpoint, app)).toBe(expected.get(endpoint));
  });
});

describe('the test detects an allowance removed from the contract', () => {
  const limited = counted.filter(({ rate }) => rate !== 'none');
  test.each(limited.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (_name, endpoint) => {
    expect(await countAnswered(endpoint, unlimited)).not.toBe(expected.get(endpoint));
  });
});

test('accounts at the same address have separate allowances', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  const ask = async (caller: typeof anton) => (await caller.send('GET', '/api/settings')).status;
  expect([await ask(anton), await ask(anton), await ask(anton), await ask(boris)]).toEqual([200, 200, 429, 200]);
});
