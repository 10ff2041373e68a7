// The challenges of processes that share a database, and how long a challenge can be used.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestWorld } from '#server/testing/app/test-world.ts';
import { createChallenges, type Challenges } from './challenges.ts';

let testWorld: Awaited<ReturnType<typeof openTestWorld>>;
beforeEach(async () => {
  testWorld = await openTestWorld();
});
afterEach(() => testWorld.close());

/** The challenges of one of several processes, or of a single process. */
function challengesOf({ isShared }: { readonly isShared: boolean }): Challenges {
  const { world } = testWorld;
  const lease = isShared ? { term: () => 1, onLost: () => undefined } : null;
  return createChallenges({ ...world, changes: { ...world.changes, lease } });
}
const dataOf = (challenge: unknown) => Buffer.from(JSON.stringify({ challenge })).toString('base64url');

describe.each([{ isShared: false }, { isShared: true }])('challenges of a process with %j', (process) => {
  test('a challenge can be used once, which returns its note', async () => {
    const challenges = challengesOf(process);
    const challenge = await challenges.issue('log in', 'a note');
    expect(await challenges.take('log in', dataOf(challenge))).toEqual({ challenge, note: 'a note' });
    expect(await challenges.take('log in', dataOf(challenge))).toBeNull();
    const other = await challenges.issue('log in');
    expect(await challenges.take('log in', dataOf(other))).toEqual({ challenge: other, note: '' });
  });

  test('challenges for another purpose, changed challenges and other data are refused', async () => {
    const challenges = challengesOf(process);
    const challenge = await challenges.issue('log in', 'ada');
    const changed = Buffer.from(Buffer.from(challenge, 'base64url').toString().replace('ada', 'eve')).toString('base64url');
    expect(await challenges.take('add a passkey', dataOf(challenge))).toBeNull();
    for (const data of [dataOf(changed), dataOf(''), dataOf(7), dataOf(null), 'bnVsbA', '', 'no JSON'])
      expect(await challenges.take('log in', data), data).toBeNull();
    expect(await challenges.take('log in', dataOf(challenge))).not.toBeNull();
  });

  test('a challenge can be used for five minutes', async () => {
    const challenges = challengesOf(process);
    const [late, later] = [await challenges.issue('log in'), await challenges.issue('log in')];
    testWorld.clock.pass(300_000);
    expect(await challenges.take('log in', dataOf(late))).not.toBeNull();
    testWorld.clock.pass(1);
    expect(await challenges.take('log in', dataOf(later))).toBeNull();
  });
});

test('processes that share a database accept each other’s challenges, each once', async () => {
  const [first, second] = [challengesOf({ isShared: true }), challengesOf({ isShared: true })];
  const challenge = await first.issue('log in');
  const taken = await Promise.all([second, first, second].map((one) => one.take('log in', dataOf(challenge))));
  expect(taken.filter((one) => one !== null)).toHaveLength(1);
});

test('a used challenge is remembered longer than it is valid, even if the clocks of processes differ', async () => {
  const challenges = challengesOf({ isShared: true });
  await challenges.take('log in', dataOf(await challenges.issue('log in')));
  const { db } = testWorld.world;
  const [used] = await db.read.selectFrom('used_challenges').select('until_ms').execute();
  expect(used?.until_ms).toBe(testWorld.clock.now() + 300_000 + 300_000);
});

test('a single process accepts no challenge of an earlier process, and stores none', async () => {
  const challenge = await challengesOf({ isShared: false }).issue('log in');
  expect(await challengesOf({ isShared: false }).take('log in', dataOf(challenge))).toBeNull();
  const { read } = testWorld.world.db;
  expect(await read.selectFrom('used_challenges').selectAll().execute()).toEqual([]);
  expect(await read.selectFrom('secrets').select('name').where('name', '=', 'passkey-challenges').execute()).toEqual([]);
});
