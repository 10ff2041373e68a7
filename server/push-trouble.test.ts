// Push services in every kind of trouble: the right devices are forgotten, and the others are told once, in time.
import { expect, test } from 'vitest';
import { pushThroughTrouble } from './testing/faults/troubled-push.ts';

const seed = Number(process.env['SEED'] ?? 1);

test('of forty messages over services in trouble none is told twice, none too soon, and each in the end', async () => {
  const { ended, tries, ...rest } = await pushThroughTrouble(40, seed);
  expect(rest).toEqual({ sends: 40, afterItsEnd: 0, tooSoon: 0, doubled: 0, untold: 0, wrongDevices: 0 });
  expect(tries).toBeGreaterThan(40);
  for (const kind of ['delivered', 'gone', 'refused', 'later', 'rejected'] as const) expect(ended[kind]).toBeGreaterThan(0);
});
