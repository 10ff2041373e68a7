// The server is killed repeatedly under load: no acknowledged write is lost or duplicated.
import { expect, test } from 'vitest';
import { killRepeatedly } from './testing/faults/killed-server.ts';

test('after twenty kills every acknowledged message, like and position is stored exactly once', async () => {
  const outcome = await killRepeatedly(20);
  expect(outcome).toMatchObject({ kills: 20, lost: 0, doubled: 0, wrong: 0, stale: 0, integrity: 'ok' });
  // The kills must have hit the server under load.
  expect(outcome.answered.messages).toBeGreaterThan(200);
  expect(outcome.answered.likes).toBeGreaterThan(0);
  expect(outcome.answered.positions).toBeGreaterThan(0);
  expect(outcome.unanswered).toBeGreaterThan(20);
});

test('a server restarted under load stops within 10 s, and no write is lost or duplicated', async () => {
  const outcome = await killRepeatedly(6, ['SIGTERM', 'SIGKILL']);
  expect(outcome).toMatchObject({ kills: 6, lost: 0, doubled: 0, wrong: 0, stale: 0, integrity: 'ok' });
  expect(outcome.slowestEndMs).toBeGreaterThan(0);
  expect(outcome.slowestEndMs).toBeLessThan(10_000);
});
