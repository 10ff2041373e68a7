// Measures the bytes that a device fetches again after one line has changed: it compares builds of a copy of the sources.
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { weight, type Measurement } from './measurements.ts';
import { weighFolder, type Weights } from './served.ts';

const root = path.join(import.meta.dirname, '../..');
const maxKib = 20;
/** All files that a build reads. */
const sources = ['client', 'shared', 'manifest', 'server', 'scripts', 'package.json', 'package-lock.json'];

interface Change {
  readonly where: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const changes: readonly Change[] = [
  { where: 'in a lazy screen', file: 'client/features/site/TermsScreen.tsx', from: 'title="', to: 'title="New ' },
  { where: "in the map's screen", file: 'client/features/nearby/MapScreen.tsx', from: 'className="', to: 'className="new ' },
  { where: 'in the frame around every screen', file: 'client/app/Header.tsx', from: 'sloganMs = 8_000', to: 'sloganMs = 9_000' },
  {
    where: 'in a number that both sides share',
    file: 'shared/rules/limits.ts',
    from: 'maxTextLength: 4_000',
    to: 'maxTextLength: 4_001',
  },
];

export async function measureUpdates(): Promise<Measurement[]> {
  const copy = await mkdtemp(path.join(tmpdir(), 'update-'));
  try {
    for (const source of sources) await cp(path.join(root, source), path.join(copy, source), { recursive: true });
    await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
    let before = await buildIn(copy);
    const measurements: Measurement[] = [];
    for (const { where, file, from, to } of changes) {
      const text = await readFile(path.join(copy, file), 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not contain ${from}.`);
      await writeFile(path.join(copy, file), text.replace(from, to));
      const after = await buildIn(copy);
      measurements.push(weight(`fetched again after one line ${where}`, fetchedAgain(before, after), maxKib));
      before = after;
    }
    return measurements;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function buildIn(folder: string): Promise<Weights> {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The changed copy could not be built:\n${stderr}`);
  return weighFolder(path.join(folder, 'dist'));
}

/** Returns the size of the worker's entry and of all files with a new name or content. */
function fetchedAgain(before: Weights, after: Weights): number {
  const fetched = ['/worker.js', ...new Set(after.kept)].filter((file) =>
    file.startsWith('/assets/') ? !before.kept.includes(file) : before.revisions.get(file) !== after.revisions.get(file),
  );
  return ['/sw.js', ...fetched].reduce((sum, file) => sum + (after.sent.get(file) ?? 0), 0);
}
