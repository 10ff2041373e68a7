// The server is killed in the middle of its work, again and again: nothing that was answered is gone, and nothing is there twice.
import { expect, test } from 'vitest';
import { killAgainAndAgain } from './testing/faults/killed-server.ts';

test('after twenty kills every answered message, like and position is there, exactly once', async () => {
  const outcome = await killAgainAndAgain(20);
  expect(outcome).toMatchObject({ kills: 20, lost: 0, doubled: 0, wrong: 0, stale: 0, integrity: 'ok' });
  // The kills came in the middle of work, or nothing would be shown.
  expect(outcome.answered.messages).toBeGreaterThan(200);
  expect(outcome.answered.likes).toBeGreaterThan(0);
  expect(outcome.answered.positions).toBeGreaterThan(0);
  expect(outcome.unanswered).toBeGreaterThan(20);
});

test('a server that is restarted in the middle of work ends soon, and leaves nothing undone or done twice', async () => {
  const outcome = await killAgainAndAgain(6, ['SIGTERM', 'SIGKILL']);
  expect(outcome).toMatchObject({ kills: 6, lost: 0, doubled: 0, wrong: 0, stale: 0, integrity: 'ok' });
  expect(outcome.slowestEndMs).toBeGreaterThan(0);
  expect(outcome.slowestEndMs).toBeLessThan(10_000);
});
