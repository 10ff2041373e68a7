// Finds at run time every call site that checks who is hidden from whom, and proves that each one is needed.
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { openVisibility, Visibility } from './features/visibility/visibility.service.ts';
import { readWhileBlocked, seenByBoris, type Seen } from './testing/privacy/hidden-members.ts';

/** Call sites so far, by file, line and column. */
const calledFrom = new Set<string>();
/** The call site for which the check is disabled. */
let disabled: string | null = null;

// What everything else asks: blocks and suspensions.
vi.mock('./features/visibility/visibility.service.ts', async (importOriginal) => {
  const original: { openVisibility: typeof openVisibility } = await importOriginal();
  const opened: typeof openVisibility = async (world) => watched(await original.openVisibility(world));
  return { ...original, openVisibility: opened };
});

function watched(visibility: Visibility): Visibility {
  const isDisabledHere = (): boolean => {
    const site = callSiteOf(new Error('where').stack ?? '');
    calledFrom.add(site);
    return site === disabled;
  };
  return {
    ...visibility,
    isHidden: (a, b) => (isDisabledHere() ? false : visibility.isHidden(a, b)),
    hiddenFrom: (profileId) => (isDisabledHere() ? new Set() : visibility.hiddenFrom(profileId)),
    isBlockedBy: (profileId, blockerId) => (isDisabledHere() ? false : visibility.isBlockedBy(profileId, blockerId)),
  };
}

/** The first caller outside of this file, as server/…:line:column. */
function callSiteOf(stack: string): string {
  const callers = stack
    .split('\n')
    .slice(1)
    .map((line) => /(server\/(?:app|features|live|live-broadcasts)[^)\s?]*?\.ts)[^:]*(:\d+:\d+)/.exec(line));
  const found = callers.find((match) => match !== null);
  return found ? `${found[1]}${found[2]}` : 'elsewhere';
}

let deleted: Seen;
let blocking: Seen;
const callSites: string[] = [];
beforeAll(async () => {
  deleted = await seenByBoris('deleted');
  await seenByBoris('blocked');
  await seenByBoris('suspended');
  blocking = await seenByBoris('blocking');
  await seenByBoris('mutual');
  callSites.push(...calledFrom);
});
afterEach(() => {
  disabled = null;
});

const comparableOf = ({ answers, heard, resumed, pushes }: Seen) => JSON.stringify({ answers, heard, resumed, pushes });
const answersOf = ({ answers }: Seen) => JSON.stringify(answers);

/** Whether members who are hidden from each other find a difference. */
async function isNoticed(): Promise<boolean> {
  if (comparableOf(await seenByBoris('blocked')) !== comparableOf({ ...deleted, pushes: 0 })) return true;
  if (comparableOf(await seenByBoris('suspended')) !== comparableOf({ ...deleted, pushes: 0 })) return true;
  if (comparableOf(await seenByBoris('blocking')) !== comparableOf(blocking)) return true;
  if (answersOf(await seenByBoris('mutual')) !== answersOf(deleted)) return true;
  return (await readWhileBlocked()) !== null;
}

// About thirty call sites with up to four runs each take long on a slow machine.
test('without any one of them a trace of the blocker or of the blocked member is found', { timeout: 900_000 }, async () => {
  expect(callSites.length).toBeGreaterThan(10);
  expect(callSites).not.toContain('elsewhere');
  // With every check enabled nothing differs.
  expect(await isNoticed()).toBe(false);
  const unnoticed: string[] = [];
  for (const site of callSites) {
    disabled = site;
    if (!(await isNoticed())) unnoticed.push(site);
  }
  expect(unnoticed).toEqual([]);
});
