// Turns of jobs in one process. For them, a server with SQLite does not load the code for several processes.
import { expect, test } from 'vitest';
import { dataFolder, loadedModules } from '#server/testing/app/loaded-modules.ts';
import { localTurns } from './turns.ts';

test('a job begins when none of its name runs, also after one has failed', async () => {
  const { inTurn } = localTurns();
  const end = Promise.withResolvers<void>();
  const first = inTurn('one', () => end.promise);
  const nothing = async () => undefined;
  expect([await inTurn('one', nothing), await inTurn('other', nothing)]).toEqual([false, true]);
  end.resolve();
  expect(await first).toBe(true);
  await expect(inTurn('one', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await inTurn('one', nothing)).toBe(true);
});

test('a server with SQLite does not load the code for several processes', async () => {
  const loaded = loadedModules({ DATA_DIR: await dataFolder() }, 'await world.db.inTurn("job", async () => undefined);');
  expect(loaded).toContain('server/db/turns.ts');
  expect(loaded).not.toEqual(expect.arrayContaining([expect.stringMatching(/process-session|postgres-turns|running-processes/)]));
});
