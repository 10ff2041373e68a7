// Copies what runs in production: the server, the built client, and the commands for backups and administrators.
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { readVersion, versionFile } from '#server/outside/version.ts';

/** The npm scripts that work in the folder. */
const keptScripts = ['start', 'backup', 'restore', 'integrity', 'grant-admin', 'ledger'];
const copied = [
  'package-lock.json',
  'dist',
  'manifest',
  'server',
  'shared',
  'scripts/backup',
  ...['backup', 'restore', 'integrity', 'grant-admin', 'ledger'].map((name) => `scripts/${name}.ts`),
];
const leftOut = /\.(?:test|suite)\.tsx?$|^server\/testing$|^dist\/\.building|\/tsconfig\.json$/;

/** Throws if the folder has anything in it. Every user can read it afterwards, whatever the modes of the checkout are. */
export async function copyProduction(root: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error('the folder is not empty.');
  for (const name of copied) {
    await cp(path.join(root, name), path.join(folder, name), {
      recursive: true,
      filter: (from) => !leftOut.test(path.relative(root, from).replaceAll(path.sep, '/')),
    });
  }
  const packages = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  const scripts = Object.fromEntries(keptScripts.map((name) => [name, packages.scripts[name]]));
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify({ ...packages, scripts }, null, 2)}\n`);
  await writeFile(path.join(folder, versionFile), `${JSON.stringify(await readVersion(root))}\n`);
  await promisify(execFile)('chmod', ['-R', 'a+rX', folder]);
}
