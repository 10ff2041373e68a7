// The server is terminated repeatedly under load: every call that it received is answered.
import { expect, test } from 'vitest';
import { closeCodes } from '#shared/contract/live.ts';
import { terminateRepeatedly } from './testing/faults/terminated-server.ts';

test('a terminated server answers every call that was sent, and ends soon', async () => {
  const rounds = 8;
  const outcome = await terminateRepeatedly(rounds);
  expect(outcome).toMatchObject({ cut: 0, refused: 0, lost: 0, doubled: 0 });
  expect(outcome.closeCodes).toEqual(Array.from({ length: rounds }, () => closeCodes.goingAway));
  // The signals must have hit the server under load.
  expect(outcome.answeredLate).toBeGreaterThan(rounds);
  expect(outcome.slowestEndMs).toBeLessThan(10_000);
});
