// Creates and removes test users, who are visible only in test mode.
import { setTimeout as pause } from 'node:timers/promises';
import type { TestUsers } from '#shared/contract/admin.ts';
import { problem } from '#server/http/problems.ts';
import { publishAfter } from '#server/changes/publish-after.ts';
import type { World } from '#server/world.ts';
import type { DeletionService } from '#server/features/account/deletion.service.ts';
import { createDrawnPictures, type DrawnPictures } from './drawn-pictures.ts';
import { inventedPerson } from './invented-people.ts';
import { createTestUserActivity, type TestUserActivity, type ActivityDependencies } from './test-user-activity.ts';
import { createTestUsersStore, type NewTestUser } from './test-users.store.ts';

export interface TestUsersService {
  status(): Promise<TestUsers>;
  /**
   * Starts creating test users and returns immediately. Problems: not-found if the settings do not allow it, test-users-busy,
   * too-many-test-users, disk-full.
   */
  create(count: number): Promise<TestUsers>;
  /** Removes all test users, including incomplete ones left by a crash. Problem: test-users-busy. */
  removeAll(): Promise<void>;
  /** Stops a running job. */
  close(): Promise<void>;
}

interface Dependencies extends ActivityDependencies {
  readonly deletion: Pick<DeletionService, 'deleteTestUser'>;
}

type Job = NonNullable<TestUsers['job']>;

interface Prepared {
  readonly total: number;
  readonly work: () => Promise<void>;
}

const turn = 'test users';
/** If no job is known, another process may hold the turn only to find out whether one runs, which takes a moment. */
const maxTries = 5;
const retryMs = 50;

/** The pictures that all test users share. */
const drawings = { count: 32, widthPx: 1_024 };
const removalBatch = 100;

export function createTestUsersService(world: World, dependencies: Dependencies): TestUsersService {
  const { bus, changes, clock, config, db, ids, limits, log, pictureFiles } = world;
  const store = createTestUsersStore(db.read);
  /** The job that runs in this or another process. */
  let job: Job | null = null;
  let hasFailed = false;
  let isRunning = false;
  let running: Promise<unknown> = Promise.resolve();
  let isClosing = false;

  bus.on('testUsersJob', (event) => {
    ({ job, hasFailed } = event);
  });
  const publish = async (changed: Job | null, failed = hasFailed): Promise<void> =>
    changes.publish({ type: 'testUsersJob', job: changed, hasFailed: failed });

  /** Runs a job, unless one runs in this or another process. Resolves once it has begun. Problem: test-users-busy. */
  async function begin(kind: Job['kind'], prepare: () => Promise<Prepared>): Promise<{ readonly ended: Promise<void> }> {
    if (isClosing) throw problem('test-users-busy');
    const begun = Promise.withResolvers<void>();
    const ended = runInTurn(kind, prepare, begun.resolve);
    ended.catch(begun.reject);
    running = Promise.allSettled([running, ended]);
    await begun.promise;
    return { ended };
  }

  async function runInTurn(kind: Job['kind'], prepare: () => Promise<Prepared>, onBegun: () => void): Promise<void> {
    let state: 'waiting' | 'begun' | 'done' = 'waiting';
    const run = async (): Promise<void> => {
      const { total, work } = await prepare();
      state = 'begun';
      isRunning = true;
      await publish({ kind, done: 0, total });
      onBegun();
      await work();
      state = 'done';
    };
    try {
      let hasRun = await db.inTurn(turn, run);
      for (let tries = 1; !hasRun && job === null && tries < maxTries; tries += 1) {
        await pause(retryMs);
        hasRun = await db.inTurn(turn, run);
      }
      if (!hasRun) throw problem('test-users-busy');
    } finally {
      if (state !== 'waiting') {
        isRunning = false;
        await publish(null, state === 'begun');
      }
    }
  }

  async function status(): Promise<TestUsers> {
    // A process that was killed did not report the end of its job.
    if (job !== null && !isRunning && (await db.inTurn(turn, async () => undefined))) job = null;
    return { count: await store.count(), most: limits.maxTestUsers, mayCreate: config.allowsTestUsers, job, hasFailed };
  }

  const countStep = async (): Promise<void> => {
    if (job !== null) await publish({ ...job, done: job.done + 1 });
  };

  async function addOne(pictures: DrawnPictures, activity: TestUserActivity, number: number): Promise<void> {
    const person = inventedPerson(number);
    const shown: NewTestUser['pictures'][number][] = [];
    for (let place = 0; place < person.publicPictures + person.privatePictures; place += 1) {
      const drawing = number * 5 + place * 23;
      shown.push({ id: ids.uuid(), drawing, row: await pictures.rowOf(drawing) });
    }
    const user: NewTestUser = { ...person, accountId: ids.uuid(), profileId: ids.uuid(), pictures: shown };
    await db.write((tx) => createTestUsersStore(tx).insert(user, clock.now()));
    for (const { id, drawing } of shown) await pictures.store(id, drawing);
    await db.write(async (tx) => {
      await createTestUsersStore(tx).show(user, clock.now());
      publishAfter(world, tx, { type: 'profileChanged', profileId: user.profileId });
    });
    await activity.add(user);
  }

  async function add(count: number, existing: number): Promise<void> {
    const pictures = createDrawnPictures(world, drawings);
    const activity = createTestUserActivity(world, dependencies);
    for (let number = existing + 1; number <= existing + count && !isClosing; number += 1) {
      await addOne(pictures, activity, number);
      await countStep();
    }
  }

  async function removeEach(): Promise<void> {
    for (let batch = await store.accountIds(removalBatch); batch.length > 0; batch = await store.accountIds(removalBatch))
      for (const accountId of batch) {
        if (isClosing) return;
        await dependencies.deletion.deleteTestUser(accountId);
        await countStep();
      }
  }

  return {
    async create(count) {
      if (!config.allowsTestUsers) throw problem('not-found');
      const { ended } = await begin('creating', async () => {
        const existing = await store.count();
        if (existing + count > limits.maxTestUsers) throw problem('too-many-test-users');
        if ((await pictureFiles.freeBytes()) < limits.diskFreeBytesLeast) throw problem('disk-full');
        return { total: count, work: () => add(count, existing) };
      });
      ended.catch((error: unknown) => log.error({ err: error }, 'test users could not be created'));
      return status();
    },

    async removeAll() {
      const { ended } = await begin('removing', async () => ({ total: await store.count(), work: removeEach }));
      await ended;
    },

    status,

    async close() {
      isClosing = true;
      await Promise.race([running, pause(limits.lastJobsMs, undefined, { ref: false })]);
    },
  };
}
