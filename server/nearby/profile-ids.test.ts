// Profile ids by slot: UUIDs, and any other short texts.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { seeded } from '#server/testing/app/seeded.ts';
import { ProfileIds } from './profile-ids.ts';

const almostUuids = [
  '0123456',
  'A1',
  'a',
  'zz',
  ...['x', 'A', '-'].map((c) => `${c}${randomUUID().slice(1)}`),
  randomUUID().replaceAll('-', '0'),
];

test('ids keep their slots while others come and go', () => {
  const ids = new ProfileIds();
  const random = seeded(3);
  const known = new Map<string, number>();
  const pool = [...almostUuids, ...Array.from({ length: 3_000 }, () => randomUUID())];
  for (let step = 0; step < 20_000; step += 1) {
    const id = pool[Math.floor(random() * pool.length)] ?? '';
    const slot = known.get(id);
    if (slot === undefined) known.set(id, ids.add(id));
    else if (random() < 0.5) {
      ids.remove(slot);
      known.delete(id);
    }
  }
  expect(ids.size).toBe(known.size);
  expect(pool.map((id) => ids.find(id))).toEqual(pool.map((id) => known.get(id) ?? -1));
  expect([...known].map(([, slot]) => ids.textOf(slot))).toEqual([...known.keys()]);
});

test('ids sort like their texts, and so do their beginnings', () => {
  const ids = new ProfileIds();
  const same = randomUUID().slice(0, 24);
  const texts = [
    ...almostUuids,
    `${same}000000000001`,
    `${same}00000000000f`,
    ...Array.from({ length: 500 }, () => randomUUID()),
  ];
  const slots = texts.map((text) => ids.add(text));
  const sorted = texts.toSorted((a, b) => (a < b ? -1 : 1));
  expect(slots.toSorted((a, b) => ids.compare(a, b)).map((slot) => ids.textOf(slot))).toEqual(sorted);
  const beginnings = sorted.map((text) => ids.prefixOf(ids.find(text)));
  expect(beginnings).toEqual(beginnings.toSorted((a, b) => a - b));
  expect(beginnings).toEqual(sorted.map((text) => Buffer.from(text.padEnd(6, '\0'), 'latin1').readUIntBE(0, 6)));
});

test('a text that is no id is refused', () => {
  const ids = new ProfileIds();
  for (const text of ['', 'with space', 'é', 'x'.repeat(37)]) expect(() => ids.add(text)).toThrow(RangeError);
  expect(ids.size).toBe(0);
});
