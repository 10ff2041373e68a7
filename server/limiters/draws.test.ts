// Draws from a shared allowance: how often the store is asked, and that what it refuses is refused.
import { expect, test } from 'vitest';
import { dayMs } from '#shared/rules/durations.ts';
import { allowed, refusedFor, type Admission } from './counts.ts';
import { Draws } from './draws.ts';

const calls = { max: 600, perMs: 300_000 };

/** A store that allows `left` calls, and answers each draw when told to, or at once. */
function storeOf(left: number, { processes = 1, isHeld = false } = {}) {
  const asked: [calls: number, ahead: number][] = [];
  const held: (() => void)[] = [];
  let nowMs = 0;
  const draws = new Draws({
    clock: { monotonic: () => nowMs },
    processes: () => processes,
    draw: async (_key, _allowance, count, ahead) => {
      asked.push([count, ahead]);
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
      const taken = Math.min(count, left);
      const more = Math.min(ahead, left - taken);
      left -= taken + more;
      return {
        admissions: Array.from({ length: count }, (_, place) => (place < taken ? allowed : refusedFor(700))),
        ahead: more,
      };
    },
  });
  const take = (allowance = calls) => draws.take('ada', allowance);
  const answer = async () => {
    held.splice(0).forEach((resolve) => resolve());
    await new Promise(setImmediate);
  };
  return { asked, take, answer, pass: (ms: number) => void (nowMs += ms) };
}

async function takenOf(take: () => ReturnType<Draws['take']>, count: number): Promise<number> {
  let taken = 0;
  for (let call = 0; call < count; call++) if ((await take())?.isAllowed) taken += 1;
  return taken;
}

test('for a frequent caller the store is asked less and less often, and at most a hundredth of the allowance is drawn ahead', async () => {
  const { asked, take } = storeOf(1_000);
  expect(await takenOf(take, 40)).toBe(40);
  expect(asked).toEqual([[1, 0], [1, 1], [1, 3], ...Array.from({ length: 5 }, () => [1, 6])]);
});

test('the hundredth is shared by all processes', async () => {
  const { asked, take } = storeOf(1_000, { processes: 3 });
  await takenOf(take, 20);
  expect(Math.max(...asked.map(([, ahead]) => ahead))).toBe(2);
});

test('calls that were drawn ahead are not used after the time in which they are refilled', async () => {
  const { asked, take, pass } = storeOf(1_000);
  await takenOf(take, 8);
  pass(2_999);
  await takenOf(take, 1);
  expect(asked).toHaveLength(4);
  pass(1);
  await takenOf(take, 1);
  expect(asked).toHaveLength(5);
});

test('once that time is over, as many are drawn ahead as were used, and none if none was', async () => {
  const { asked, take, pass } = storeOf(1_000);
  await takenOf(take, 8);
  expect(asked.at(-1)).toEqual([1, 6]);
  await takenOf(take, 2);
  pass(3_000);
  await takenOf(take, 1);
  expect(asked.at(-1)).toEqual([1, 2]);
  pass(3_000);
  await takenOf(take, 1);
  expect(asked.at(-1)).toEqual([1, 0]);
  pass(3_000);
  await takenOf(take, 1);
  expect(asked.at(-1)).toEqual([1, 0]);
});

test('all calls that the store allows are taken, and no more', async () => {
  const { take } = storeOf(57);
  expect(await takenOf(take, 200)).toBe(57);
});

test('calls that come during a draw share the next one, and are allowed in their order', async () => {
  const { asked, take, answer } = storeOf(3, { isHeld: true });
  const results: (Admission | null)[] = [];
  const all = Array.from({ length: 5 }, async (_, place) => (results[place] = await take()));
  await answer();
  await answer();
  await Promise.all(all);
  expect(asked).toEqual([
    [1, 0],
    [4, 1],
  ]);
  expect(results.map((result) => result?.isAllowed)).toEqual([true, true, true, false, false]);
  expect(results[4]?.retryAfterSeconds).toBe(1);
});

test('small allowances, and those of a day, are not drawn ahead', () => {
  const { take } = storeOf(10);
  expect([take({ max: 99, perMs: 60_000 }), take({ max: 1_000, perMs: dayMs })]).toEqual([null, null]);
});

test('a draw that fails rejects the calls that waited for it, and the next call draws again', async () => {
  let isBroken = true;
  const draws = new Draws({
    clock: { monotonic: () => 0 },
    processes: () => 1,
    draw: async () => {
      if (isBroken) throw new Error('broken');
      return { admissions: [allowed], ahead: 0 };
    },
  });
  await expect(draws.take('ada', calls)).rejects.toThrow('broken');
  isBroken = false;
  expect(await draws.take('ada', calls)).toEqual(allowed);
});
