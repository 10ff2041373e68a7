// Failing push services: no push comes twice or too early, and none is sent to a device that has ended.
import { expect, test } from 'vitest';
import { testFailingPush } from './testing/faults/failing-push.ts';

const seed = Number(process.env['SEED'] ?? 1);

test('of forty messages to failing push services, none is pushed twice or too early, and only rejected pushes and those to ended devices are lost', async () => {
  const { ended, tries, ...rest } = await testFailingPush(40, seed);
  expect(rest).toEqual({ sends: 40, afterItsEnd: 0, tooSoon: 0, doubled: 0, unreceived: 0, wrongDevices: 0 });
  expect(tries).toBeGreaterThan(40);
  for (const kind of ['delivered', 'gone', 'refused', 'later', 'rejected'] as const) expect(ended[kind]).toBeGreaterThan(0);
});
