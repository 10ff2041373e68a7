// Searches places by name, in an index that a child process builds when it is first needed.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Place } from '#shared/rules/distance.ts';
import { searchIn, type NamedPlace, type PlaceIndex } from './place-names-index.ts';

export interface PlaceNames {
  /** The best `max` places with a word that starts with `text`. `near` is null if no area is preferred. */
  search(text: string, near: Place | null, max: number): Promise<NamedPlace[]>;
  close(): Promise<void>;
}

export function openPlaceNames(): PlaceNames {
  let building: ReturnType<typeof buildIndex> | null = null;
  return {
    async search(text, near, max) {
      building ??= buildIndex(() => (building = null));
      return searchIn(await building.index, text, near, max);
    },
    async close() {
      await building?.stop();
    },
  };
}

/** Takes about a second. The index stays in memory, with 10 MB. */
function buildIndex(onFailure: () => void) {
  const child = fork(fileURLToPath(new URL('./place-names-process.ts', import.meta.url)), {
    execArgv: [],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const index = new Promise<PlaceIndex>((resolve, reject) => {
    child.once('message', (built) => resolve(built as unknown as PlaceIndex));
    child.once('error', reject);
    void ended.then(() => reject(new Error('The list of place names could not be read.')));
  });
  index.catch(onFailure);
  return {
    index,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

/** For tests, without process and data. Every search finds one place of that name, where Berlin is. */
export const fakePlaceNames = (): PlaceNames => ({
  search: async (name) => [{ name, country: 'DE', region: null, lat: 52.52, lon: 13.41 }],
  close: async () => {},
});
