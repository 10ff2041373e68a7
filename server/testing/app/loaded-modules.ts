// Folders for data that end with their test, and the modules that a server loads for its settings.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished } from 'vitest';

/** A new data directory. It is removed when the test has finished. */
export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'data-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Opens a world in a process of its own, runs `use` there, which is code that knows `world`, and closes it. Returns the paths of
 * all modules that this loads, from the root of the project. The test fails if the process does not end by itself without an error.
 */
export function loadedModules(settings: Readonly<Record<string, string>>, use: string): string[] {
  const script = `
    import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) });
    const [{ openWorld }, { readConfig }] = await Promise.all([import('./server/open-world.ts'), import('./server/config.ts')]);
    const world = await openWorld(readConfig(process.env));
    ${use}
    await world.close();`;
  const env = { PATH: process.env.PATH, LOG_LEVEL: 'error', ...settings };
  const args = ['--input-type=module', '--eval', script];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  const root = pathToFileURL(path.join(import.meta.dirname, '../../../')).href;
  return stdout.split('\n').map((url) => url.replace(root, ''));
}
