// The order of the checks of a request: of two faults, the one that discloses less is answered.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { requestChecks } from './http/guards.ts';
import { ask, type RawAnswer } from './testing/faults/raw-request.ts';
import { openTestApp } from './testing/app/test-app.ts';

interface Sent {
  readonly host: string;
  readonly secondHost: string | null;
  readonly origin: string;
  readonly upgrade: string | null;
  /** The client's address, as a balancer forwards it. */
  readonly address: string;
  readonly cookie: string | null;
  readonly type: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly padding: number;
}

interface Step {
  readonly name: string;
  readonly wrong: Partial<Sent>;
  readonly code: string;
  /** Two faults of the same group can't occur at once. */
  readonly group?: 'cookie' | 'form';
}

const unknownId = '00000000-0000-4000-8000-000000000000';
const limitedAddress = '203.0.113.9';

/** An application behind a balancer, a valid request, and its possible faults in the order of the checks. */
async function openGate() {
  const app = await openTestApp({
    env: { LOG_LEVEL: 'silent', TRUST_PROXY: 'true' },
    rates: { address: { max: 200, perMs: 60_000 }, calls: { max: 50, perMs: 60_000 } },
  });
  const [member, hurried, admin, target] = [
    await app.member(),
    await app.member(),
    await app.member({ roles: ['ADMIN'] }),
    await app.member(),
  ];
  const { port, host } = new URL(app.origin);
  const cookieOf = ({ cookies }: typeof member) => `sid=${cookies.get('sid') ?? ''}`;
  const like = { likerProfileId: member.profileId, likedProfileId: target.profileId, likeType: 'LIKE' };
  const right: Sent = {
    host,
    secondHost: null,
    origin: app.origin,
    upgrade: null,
    address: '203.0.113.1',
    cookie: cookieOf(member),
    type: 'application/json',
    body: like,
    padding: 0,
  };

  const send = (wrong: Partial<Sent>): Promise<RawAnswer> => {
    const sent = { ...right, ...wrong };
    return ask(Number(port), {
      method: likes.putProfileLike.method,
      target: likes.putProfileLike.path,
      headers: [
        ['host', sent.host],
        ...(sent.secondHost === null ? [] : [['host', sent.secondHost] as const]),
        // A page's origin goes with the host it is on.
        ['origin', wrong.host !== undefined && wrong.origin === undefined ? `http://${sent.host}` : sent.origin],
        ...(sent.upgrade === null
          ? []
          : ([
              ['upgrade', sent.upgrade],
              ['connection', 'upgrade'],
            ] as const)),
        ['x-forwarded-for', sent.address],
        ...(sent.cookie === null ? [] : [['cookie', sent.cookie] as const]),
        ['content-type', sent.type],
      ],
      body: JSON.stringify(sent.body) + ' '.repeat(sent.padding),
    });
  };
  // Uses up both allowances.
  for (let count = 0; count < 200; count += 1) app.app.rates.take(`address:${limitedAddress}`, app.world.limits.rates.address);
  for (let count = 0; count < 50; count += 1) app.app.rates.take(`calls:${hurried.accountId}`, app.world.limits.rates.calls);

  const steps: readonly Step[] = [
    { name: 'a second host', wrong: { secondHost: host }, code: 'bad-request' },
    { name: 'an unknown host', wrong: { host: 'evil.example' }, code: 'unknown-host' },
    { name: 'a foreign origin', wrong: { origin: 'https://evil.example' }, code: 'foreign-origin' },
    { name: 'an upgrade', wrong: { upgrade: 'websocket' }, code: 'bad-request' },
    { name: 'an address that asks too much', wrong: { address: limitedAddress }, code: 'too-many-requests' },
    { name: 'no session', wrong: { cookie: null }, code: 'unauthenticated', group: 'cookie' },
    { name: 'the wrong role', wrong: { cookie: cookieOf(admin) }, code: 'forbidden', group: 'cookie' },
    { name: 'a member who asks too much', wrong: { cookie: cookieOf(hurried) }, code: 'too-many-requests', group: 'cookie' },
    { name: 'another type than JSON', wrong: { type: 'text/plain' }, code: 'not-json', group: 'form' },
    { name: 'too large a body', wrong: { padding: 70_000 }, code: 'too-large', group: 'form' },
    { name: 'the wrong shape', wrong: { body: { likeType: 'ADORE' } }, code: 'bad-request', group: 'form' },
    { name: 'another acting profile', wrong: { body: { likerProfileId: target.profileId } }, code: 'not-your-profile' },
    { name: 'an object that is not there', wrong: { body: { likedProfileId: unknownId } }, code: 'not-found' },
  ];
  const both = (a: Partial<Sent>, b: Partial<Sent>): Partial<Sent> => ({
    ...b,
    ...a,
    body: { ...like, ...b.body, ...a.body },
  });
  const codeOf = ({ status, json }: RawAnswer): string =>
    status === 421 ? 'unknown-host' : String(Reflect.get(Object(json), 'code') ?? status);
  return { app, send, steps, both, codeOf };
}

type Gate = Awaited<ReturnType<typeof openGate>>;

/** Faults that alone are not answered with their own code, and pairs of which the later one is answered. */
async function deviationsAt({ send, steps, both, codeOf }: Gate): Promise<string[]> {
  const deviations: string[] = [];
  for (const [index, first] of steps.entries()) {
    const alone = codeOf(await send(both(first.wrong, {})));
    if (alone !== first.code) deviations.push(`${first.name}: ${alone} instead of ${first.code}`);
    for (const later of steps.slice(index + 1)) {
      if (first.group !== undefined && first.group === later.group) continue;
      const code = codeOf(await send(both(first.wrong, later.wrong)));
      if (code !== first.code) deviations.push(`${first.name} and ${later.name}: ${code} instead of ${first.code}`);
    }
  }
  return deviations;
}

let gate: Gate;
beforeAll(async () => {
  gate = await openGate();
});
afterAll(() => gate.app.close());

test('a valid request succeeds', async () => {
  const { status, json } = await gate.send({});
  expect([status, json]).toEqual([200, expect.objectContaining({ likeType: 'LIKE' })]);
});

test('of any two faults the earlier one is answered', async () => {
  expect(await deviationsAt(gate)).toEqual([]);
});

test('a rate limit is answered with the time to wait', async () => {
  for (const { wrong, code } of gate.steps.filter((step) => step.code === 'too-many-requests')) {
    const { status, headers } = await gate.send(wrong);
    expect([status, code, Number(headers.get('retry-after')) >= 1]).toEqual([429, code, true]);
  }
});

describe('a check of every request', () => {
  test.each(requestChecks.filter(({ name }) => name !== 'no overload').map(({ name }) => name))(
    'is noticed when it is removed: %s',
    async (name) => {
      const index = requestChecks.findIndex((check) => check.name === name);
      const removed = requestChecks.splice(index, 1);
      const open = await openGate().finally(() => requestChecks.splice(index, 0, ...removed));
      try {
        expect(await deviationsAt(open)).not.toEqual([]);
      } finally {
        await open.app.close();
      }
    },
  );
});
