// Runs a benchmark by name, or lists all of them if no name is given.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Prints the figures. If a limit is missed, it rejects or sets the exit code to 1. */
type Run = (args: string[]) => Promise<void>;

const benches: Readonly<Record<string, () => Promise<{ run: Run }>>> = {
  nearest: () => import('./bench/nearest.ts'),
  'nearest-endpoint': () => import('./bench/nearest-endpoint.ts'),
  messages: () => import('./bench/messages.ts'),
  room: () => import('./bench/room.ts'),
  start: () => import('./bench/start.ts'),
  privacy: () => import('./bench/privacy.ts'),
  kill: () => import('./bench/kill.ts'),
  faults: () => import('./bench/faults.ts'),
  pictures: () => import('./bench/pictures.ts'),
  malformed: () => import('./bench/malformed.ts'),
  oracle: () => import('./bench/oracle.ts'),
  upload: () => import('./bench/upload.ts'),
  juries: () => import('./bench/juries.ts'),
  'map-frames': () => import('./bench/map-frames.ts'),
  leave: () => import('./bench/leave.ts'),
  growth: () => import('./bench/growth.ts'),
  day: () => import('./bench/day.ts'),
  capacity: () => import('./bench/capacity.ts'),
  sealed: () => import('./bench/sealed.ts'),
  cluster: () => import('./bench/cluster.ts'),
};

const [name = '', ...args] = process.argv.slice(2);
const bench = benches[name];
if (bench === undefined) {
  if (name !== '') console.error(`There is no bench named ${name}.\n`);
  console.log('npm run bench -- NAME, one of:\n');
  for (const known of Object.keys(benches)) console.log(`  ${known.padEnd(18)}${await descriptionOf(known)}`);
  process.exit(name === '' ? 0 : 1);
}
const { run } = await bench();
await run(args);

/** Returns the first comment line of a bench. */
async function descriptionOf(known: string): Promise<string> {
  const text = await readFile(path.join(import.meta.dirname, 'bench', `${known}.ts`), 'utf8');
  return text.slice(0, text.indexOf('\n')).replace(/^\/\/ /, '');
}
