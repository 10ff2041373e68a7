// A copy of the built client, into which a test can deploy the next build.
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const built = join(import.meta.dirname, '../../../dist');

export interface BuiltCopy {
  readonly distDir: string;
  /** Deploys a build with another name for one lazy chunk, and another style sheet. A server finds the build at its next start. */
  deployChange(): Promise<Change>;
  remove(): Promise<void>;
}

export interface Change {
  /** The paths of all files that differ, except the worker's. */
  readonly changed: string[];
  /** The path of the chunk in the old build. */
  readonly oldChunk: string;
}

export async function copyBuilt(): Promise<BuiltCopy> {
  const distDir = await mkdtemp(join(tmpdir(), 'dist-'));
  await cp(built, distDir, { recursive: true });

  async function deployChange(): Promise<Change> {
    const [current = ''] = (await readFile(join(distDir, 'current'), 'utf8')).split('\n');
    const client = join(distDir, 'next', 'client');
    await cp(join(distDir, current), join(distDir, 'next'), { recursive: true });
    const oldName = (await readdir(join(client, 'assets'))).find((name) => /^texts-.*\.js$/.test(name)) ?? '';
    const newName = 'texts-changed1.js';
    for (const ending of ['', '.br', '.gz'])
      await rename(join(client, 'assets', oldName + ending), join(client, 'assets', newName + ending));
    const changed = [`/assets/${newName}`];
    for (const file of await readdir(client)) {
      if (!/\.(js|css)$/.test(file)) continue;
      const before = await readFile(join(client, file), 'utf8');
      const after = before.replaceAll(oldName, newName) + (file === 'style.css' ? '.changed{order:1}' : '');
      if (after === before) continue;
      await writeFile(join(client, file), after);
      if (file === 'sw.js') continue;
      await writeFile(join(client, `${file}.br`), brotliCompressSync(after));
      await writeFile(join(client, `${file}.gz`), gzipSync(after));
      changed.push(`/${file}`);
    }
    await writeFile(join(distDir, 'current'), `next\n${current}\n`);
    return { changed, oldChunk: `/assets/${oldName}` };
  }

  return { distDir, deployChange, remove: () => rm(distDir, { recursive: true, force: true }) };
}
