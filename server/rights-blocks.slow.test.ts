// Finds at run time every call site that asks in memory who is hidden from whom, and proves that each one is needed.
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { health } from '#shared/contract/community.ts';
import { grants } from '#shared/contract/grants.ts';
import { messages } from '#shared/contract/messages.ts';
import type { openVisibility, Visibility } from './features/visibility/visibility.service.ts';
import { openTestApp } from './testing/app/test-app.ts';
import { like, uploadPicture, write } from './testing/members/actions.ts';
import { readWhileBlocked, observeAsBoris, type Observation } from './testing/privacy/hidden-members.ts';

/** Call sites found so far, by file, line and column. */
const foundSites = new Set<string>();
/** The call sites that have hidden somebody since this was emptied. */
const hidingSites = new Set<string>();
/** The call site for which the check is disabled. */
let disabled: string | null = null;

// All checks in memory go through this service. Those of blocks alone, and those in a transaction (isBlockedBetween), stay enabled.
vi.mock('./features/visibility/visibility.service.ts', async (importOriginal) => {
  const original: { openVisibility: typeof openVisibility } = await importOriginal();
  const opened: typeof openVisibility = async (world) => watched(await original.openVisibility(world));
  return { ...original, openVisibility: opened };
});

function watched(visibility: Visibility): Visibility {
  function checked<T>(found: T, whenDisabled: T, hides: boolean): T {
    const site = callSiteOf(new Error('where').stack ?? '');
    foundSites.add(site);
    if (hides) hidingSites.add(site);
    return site === disabled ? whenDisabled : found;
  }
  return {
    ...visibility,
    isHidden(a, b) {
      const isHidden = visibility.isHidden(a, b);
      return checked(isHidden, false, isHidden);
    },
    hiddenFrom(profileId) {
      const hidden = visibility.hiddenFrom(profileId);
      return checked(
        hidden,
        [],
        hidden.some(({ size }) => size > 0),
      );
    },
    isBlockedBy(profileId, blockerId) {
      const isBlocked = visibility.isBlockedBy(profileId, blockerId);
      return checked(isBlocked, false, isBlocked);
    },
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

let deleted: Observation;
let blocking: Observation;
const callSites: string[] = [];
const separations = ['blocked', 'suspended', 'blocking', 'mutual'] as const;
/**
 * By separation, the call sites that hide somebody. Disabling a call site that hides nobody would change nothing that is observed.
 */
const hiding = new Map<string, ReadonlySet<string>>();
beforeAll(async () => {
  deleted = await observeAsBoris('deleted');
  for (const separation of separations) {
    hidingSites.clear();
    const observed = await observeAsBoris(separation);
    if (separation === 'blocking') blocking = observed;
    hiding.set(separation, new Set(hidingSites));
  }
  callSites.push(...foundSites);
});
afterEach(() => {
  disabled = null;
});

const comparableOf = ({ answers, received, resumed, pushes }: Observation) =>
  JSON.stringify({ answers, received, resumed, pushes });
const answersOf = ({ answers }: Observation) => JSON.stringify(answers);

/** Whether what is observed after each separation is as it should be. */
const isAsExpected = {
  blocked: (observed) => comparableOf(observed) === comparableOf({ ...deleted, pushes: 0 }),
  suspended: (observed) => comparableOf(observed) === comparableOf({ ...deleted, pushes: 0 }),
  blocking: (observed) => comparableOf(observed) === comparableOf(blocking),
  mutual: (observed) => answersOf(observed) === answersOf(deleted),
} satisfies Record<(typeof separations)[number], (observed: Observation) => boolean>;

/** Whether members who are hidden from each other find a difference. */
async function isDifferenceFound(): Promise<boolean> {
  for (const separation of separations) {
    if (disabled !== null && !hiding.get(separation)?.has(disabled)) continue;
    if (!isAsExpected[separation](await observeAsBoris(separation))) return true;
  }
  if (await isTakingBackDisclosed()) return true;
  if (await isHealthNoticeDue()) return true;
  if (await isLateMessageStored()) return true;
  return (await readWhileBlocked()) !== null;
}

/** Whether a picture that was taken back while its recipient was blocked shows as a change made at that time. */
async function isTakingBackDisclosed(): Promise<boolean> {
  const app = await openTestApp();
  try {
    const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
    const { id } = await write(anton, boris, 'a picture', [await uploadPicture(anton)]);
    const revision = async () => (await boris.call(messages.getMessage, { params: { id } })).revision;
    const before = await revision();
    await like(anton, boris, { blocked: true });
    await anton.call(grants.deletePicGrants, { query: { profileId: boris.profileId } });
    await like(anton, boris, { blocked: false });
    return (await revision()) !== before;
  } finally {
    await app.close();
  }
}

/** Whether the health report of a blocked member is passed on to the member who blocked them. */
async function isHealthNoticeDue(): Promise<boolean> {
  const app = await openTestApp();
  try {
    const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
    await write(anton, boris, 'hello');
    await write(boris, anton, 'hello yourself');
    await like(anton, boris, { blocked: true });
    await boris.call(health.postHealthReport, { body: { profileIds: [anton.profileId] } });
    return (await app.world.db.read.selectFrom('health_notices').selectAll().execute()).length > 0;
  } finally {
    await app.close();
  }
}

/** Whether a message that waits for the count of a limit is stored after its recipient has blocked the sender. */
async function isLateMessageStored(): Promise<boolean> {
  const [isWaiting, isBlocked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const app = await openTestApp({
    parts: ({ limitCounts }) => ({
      limitCounts: {
        ...limitCounts,
        state: () => 'shared',
        async take(key, allowance) {
          if (key.includes('messages-day:')) {
            isWaiting.resolve();
            await isBlocked.promise;
          }
          return limitCounts.take(key, allowance);
        },
      },
    }),
  });
  try {
    const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
    const sent = write(anton, boris, 'hello').catch(() => undefined);
    await isWaiting.promise;
    await like(boris, anton, { blocked: true });
    isBlocked.resolve();
    await sent;
    return (await app.world.db.read.selectFrom('messages').selectAll().execute()).length > 0;
  } finally {
    await app.close();
  }
}

// About thirty call sites with up to four runs each take long on a slow machine.
test('without any one call site a trace of the blocker or the blocked member is found', { timeout: 900_000 }, async () => {
  expect(callSites.length).toBeGreaterThan(10);
  expect(callSites).not.toContain('elsewhere');
  // There is no difference while every check is enabled.
  expect(await isDifferenceFound()).toBe(false);
  const unnoticed: string[] = [];
  for (const site of callSites) {
    disabled = site;
    if (!(await isDifferenceFound())) unnoticed.push(site);
  }
  expect(unnoticed).toEqual([]);
});
