// Limits that are counted in the memory of this process, which forgets what no longer counts.
import { expect, test, vi } from 'vitest';
import { localCounts } from '#server/limiters/local-counts.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { limitsAreCounted } from './rate-limits.suite.ts';

function opened() {
  let nowMs = 1_000_000;
  return { counts: localCounts({ monotonic: () => nowMs }), pass: (ms: number) => void (nowMs += ms) };
}

limitsAreCounted(opened);

test('if there are very many keys, those with a full allowance are removed and others remain', () => {
  const { counts, pass } = opened();
  const short = { max: 1, perMs: 1_000 };
  counts.take('ada', { max: 1, perMs: hourMs });
  for (let key = 0; key < 200_000; key++) counts.take(`before ${key}`, short);
  pass(2_000);
  counts.take('one more', short);
  expect(counts.take('ada', { max: 1, perMs: hourMs }).isAllowed).toBe(false);
  expect(counts.take('before 7', short).isAllowed).toBe(true);
});

test('expired requests of many members are forgotten', () => {
  const { counts, pass } = opened();
  const ask = (thing: string, key: string, perMs: number) => counts.takeDistinct(key, [thing], { max: 1, perMs }).isAllowed;
  expect(ask('a', 'ada', 60_000)).toBe(true);
  for (let key = 0; key < 20_000; key++) ask('a', `before ${key}`, 1_000);
  pass(1_000);
  ask('a', 'one more', 1_000);
  expect(ask('b', 'ada', 60_000)).toBe(false);
  expect(ask('b', 'before 7', 1_000)).toBe(true);
});

test('keys that are kept for long are not scanned at each call, however many there are', () => {
  const { counts } = opened();
  const rare = { max: 1, perMs: 86_400_000 };
  for (let key = 0; key <= 200_000; key++) counts.take(`before ${key}`, rare);
  for (let key = 0; key <= 20_000; key++) counts.takeDistinct(`before ${key}`, ['a'], rare);
  const looks = vi.spyOn(Map.prototype, Symbol.iterator);
  for (let key = 0; key < 100; key++) {
    counts.take(`one more ${key}`, rare);
    counts.takeDistinct(`one more ${key}`, ['a'], rare);
  }
  const count = looks.mock.calls.length;
  looks.mockRestore();
  expect(count).toBeLessThanOrEqual(2);
});
