// Builds the client of an earlier commit in a temporary folder, for comparison in the same run.
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Front, startFront } from '#client/e2e/support/front.ts';

const root = path.join(import.meta.dirname, '../..');

export interface EarlierBuild {
  /**
   * Serves the earlier client with the earlier server's code, since the format of a build changes. Calls and sockets go to the
   * port.
   */
  serve(targetPort: number): Promise<Front>;
  remove(): Promise<void>;
}

/** Resolves to null if the repository does not have the commit, as in a copy without history. */
export async function buildEarlier(commit: string): Promise<EarlierBuild | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'earlier-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const source = path.join(folder, 'source');
  await mkdir(source);
  const archive = path.join(folder, 'source.tar');
  if (spawnSync('git', ['archive', '--output', archive, commit], { cwd: root }).status !== 0) {
    await remove();
    return null;
  }
  spawnSync('tar', ['xf', archive, '-C', source]);
  await symlink(path.join(root, 'node_modules'), path.join(source, 'node_modules'));
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: source, encoding: 'utf8' });
  if (status === 0) {
    const { href } = pathToFileURL(path.join(source, 'client/e2e/support/front.ts'));
    const front = (await import(href)) as { startFront: typeof startFront };
    return { serve: (targetPort) => front.startFront(path.join(source, 'dist'), targetPort), remove };
  }
  await remove();
  throw new Error(`The commit ${commit} could not be built:\n${stderr}`);
}
