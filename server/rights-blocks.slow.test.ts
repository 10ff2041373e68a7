// Every place in the server that asks who is parted from whom, found by running: each is needed, or its answer is asked again elsewhere.
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { openVisibility, Visibility } from './features/visibility/visibility.service.ts';
import { readWhileParted, seenByBoris, type Seen } from './testing/privacy/parted-worlds.ts';

/** Where the server asked so far, by file, line and column. */
const asked = new Set<string>();
/** The place that is told that nobody is parted from anybody. */
let deaf: string | null = null;

// What everything else asks: blocks and suspensions.
vi.mock('./features/visibility/visibility.service.ts', async (importOriginal) => {
  const original: { openVisibility: typeof openVisibility } = await importOriginal();
  const opened: typeof openVisibility = async (world) => watched(await original.openVisibility(world));
  return { ...original, openVisibility: opened };
});

function watched(visibility: Visibility): Visibility {
  const isDeafHere = (): boolean => {
    const place = placeOf(new Error('where').stack ?? '');
    asked.add(place);
    return place === deaf;
  };
  return {
    ...visibility,
    isHidden: (a, b) => (isDeafHere() ? false : visibility.isHidden(a, b)),
    hiddenFrom: (profileId) => (isDeafHere() ? new Set() : visibility.hiddenFrom(profileId)),
    isBlockedBy: (profileId, blockerId) => (isDeafHere() ? false : visibility.isBlockedBy(profileId, blockerId)),
  };
}

/** The first caller outside of this file, as server/…:line:column. */
function placeOf(stack: string): string {
  const callers = stack
    .split('\n')
    .slice(1)
    .map((line) => /(server\/(?:app|features|live|live-broadcasts)[^)\s?]*?\.ts)[^:]*(:\d+:\d+)/.exec(line));
  const found = callers.find((match) => match !== null);
  return found ? `${found[1]}${found[2]}` : 'elsewhere';
}

let deleted: Seen;
let blocking: Seen;
const places: string[] = [];
beforeAll(async () => {
  deleted = await seenByBoris('deleted');
  await seenByBoris('blocked');
  await seenByBoris('suspended');
  blocking = await seenByBoris('blocking');
  await seenByBoris('mutual');
  places.push(...asked);
});
afterEach(() => {
  deaf = null;
});

const comparableOf = ({ answers, heard, resumed, pushes }: Seen) => JSON.stringify({ answers, heard, resumed, pushes });
const answersOf = ({ answers }: Seen) => JSON.stringify(answers);

/** Whether the parted members find anything else than they should. */
async function isNoticed(): Promise<boolean> {
  if (comparableOf(await seenByBoris('blocked')) !== comparableOf({ ...deleted, pushes: 0 })) return true;
  if (comparableOf(await seenByBoris('suspended')) !== comparableOf({ ...deleted, pushes: 0 })) return true;
  if (comparableOf(await seenByBoris('blocking')) !== comparableOf(blocking)) return true;
  if (answersOf(await seenByBoris('mutual')) !== answersOf(deleted)) return true;
  return (await readWhileParted()) !== null;
}

// Some thirty places with up to four worlds each: a slow machine takes its time.
test(
  'without any one of them a blocked member finds a trace of his blocker, or the blocker one of him',
  { timeout: 900_000 },
  async () => {
    expect(places.length).toBeGreaterThan(10);
    expect(places).not.toContain('elsewhere');
    // Nothing else makes two worlds differ.
    expect(await isNoticed()).toBe(false);
    const unnoticed: string[] = [];
    for (const place of places) {
      deaf = place;
      if (!(await isNoticed())) unnoticed.push(place);
    }
    expect(unnoticed).toEqual([]);
  },
);
