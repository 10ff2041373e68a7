// The arguments of Node with which tests run server/main.ts: those of `npm start`, and raised-rates.ts.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const preload = pathToFileURL(path.join(import.meta.dirname, 'raised-rates.ts')).href;

export const mainCommand = [
  '--max-semi-space-size=16',
  `--import=${preload}`,
  path.join(import.meta.dirname, '../../main.ts'),
] as const;
