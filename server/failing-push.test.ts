// Failing push services: expired subscriptions are removed, all other devices receive each push once and in time.
import { expect, test } from 'vitest';
import { testFailingPush } from './testing/faults/failing-push.ts';

const seed = Number(process.env['SEED'] ?? 1);

test('forty messages are each delivered once and not too early despite failing push services', async () => {
  const { ended, tries, ...rest } = await testFailingPush(40, seed);
  expect(rest).toEqual({ sends: 40, afterItsEnd: 0, tooSoon: 0, doubled: 0, unreceived: 0, wrongDevices: 0 });
  expect(tries).toBeGreaterThan(40);
  for (const kind of ['delivered', 'gone', 'refused', 'later', 'rejected'] as const) expect(ended[kind]).toBeGreaterThan(0);
});
