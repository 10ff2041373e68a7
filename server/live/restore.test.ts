// A restored SQLite file.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { restoreTests } from './restore.suite.ts';

restoreTests(async () => {
  const folder = () => mkdtemp(path.join(tmpdir(), 'restored-'));
  const [dataDir, copyDir] = [await folder(), await folder()];
  return {
    options: { dataDir },
    async copy() {
      await cp(dataDir, copyDir, { recursive: true });
      return { dataDir: copyDir };
    },
    async remove() {
      for (const dir of [dataDir, copyDir]) await rm(dir, { recursive: true, force: true });
    },
  };
});
