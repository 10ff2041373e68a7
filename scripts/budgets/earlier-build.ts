// Builds the client of an earlier commit in a temporary folder, for comparison in the same run.
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

export interface EarlierBuild {
  readonly distDir: string;
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
  if (status === 0) return { distDir: path.join(source, 'dist'), remove };
  await remove();
  throw new Error(`The commit ${commit} could not be built:\n${stderr}`);
}
