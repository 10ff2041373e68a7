// The sweeps of two applications that share a PostgreSQL database.
import { expect, onTestFinished, test } from 'vitest';
import { migratedPostgresDatabase } from './testing/app/postgres.ts';
import { openTestApp } from './testing/app/test-app.ts';

test('each application ends suspensions in its own memory, and removes its own mail files', async () => {
  const { databaseUrl, remove } = await migratedPostgresDatabase();
  const removals = [0, 0];
  const open = (number: number) =>
    openTestApp({
      databaseUrl,
      limits: { casesSweepMs: 20, housekeepingMs: 20 },
      parts: ({ mail }) => ({ mail: { ...mail, removeBefore: async () => void (removals[number]! += 1) } }),
    });
  const apps = [await open(0), await open(1)];
  onTestFinished(async () => {
    for (const app of apps) await app.close();
    await remove();
  });
  const shown = apps.map(({ world }) => {
    const ids: string[] = [];
    world.bus.on('profileChanged', ({ profileId }) => void ids.push(profileId));
    return ids;
  });
  for (const { world, clock } of apps) {
    world.bus.publish({ type: 'suspensionChanged', profileId: 'anton', untilMs: clock.now() + 1_000 });
    clock.pass(1_001);
  }
  await expect.poll(() => shown).toEqual([['anton'], ['anton']]);
  const before = [...removals];
  await expect.poll(() => removals.every((count, number) => count > before[number]!)).toBe(true);
});
