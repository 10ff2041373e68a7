// Makes a folder that runs in production without development packages: npm run build:production -- FOLDER
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { build } from './build.ts';
import { copyProduction } from './deploy/production-folder.ts';

const [folder, ...rest] = process.argv.slice(2);
if (!folder || folder.startsWith('-') || rest.length > 0) {
  console.error('npm run build:production -- FOLDER\n\nFOLDER must be empty, or must not exist yet.');
  process.exit(2);
}
process.env.NODE_ENV = 'production';
// The user of the server reads the packages, which belong to the user of this command.
process.umask(0o022);
try {
  await build();
  await copyProduction(path.join(import.meta.dirname, '..'), folder);
  const { status } = spawnSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error('The packages could not be installed.');
  console.log(`${folder} is complete. Start it with DATA_DIR and the other settings: cd ${folder} && npm start`);
} catch (error) {
  console.error(`${folder} is not complete: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
// Timers of the prerendered app would keep this process alive.
process.exit();
