// Removes positions from the database when they have ended.
import { expect, onTestFinished, test } from 'vitest';
import { reportPosition } from '#server/testing/members/actions.ts';
import { openTestApp } from '#server/testing/app/test-app.ts';
import { createPositionsStore } from './positions.store.ts';

test('positions are removed and counted from the moment at which they end', async () => {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  const endMs = app.clock.now() + 60_000;
  for (const forMs of [60_000, 60_001]) await reportPosition(await app.member(), app.clock.now(), { forMs });
  const removeEnded = (nowMs: number) => app.world.db.write((tx) => createPositionsStore(tx).removeEnded(nowMs));
  expect([await removeEnded(endMs - 1), await removeEnded(endMs), await removeEnded(endMs)]).toEqual([0, 1, 0]);
  expect(await createPositionsStore(app.world.db.read).count(endMs)).toBe(1);
});
