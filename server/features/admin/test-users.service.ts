// Creates and removes test users, who are visible only in test mode.
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

/** The number of different pictures. */
const drawings = 32;
const removalBatch = 100;

export function createTestUsersService(world: World, dependencies: Dependencies): TestUsersService {
  const { clock, config, db, ids, limits, log, pictureFiles } = world;
  const store = createTestUsersStore(db.read);
  let job: Job | null = null;
  let running = Promise.resolve();
  let hasFailed = false;
  let isClosing = false;

  function begin(kind: Job['kind'], total: number): void {
    if (job !== null || isClosing) throw problem('test-users-busy');
    job = { kind, done: 0, total };
  }

  const status = async (): Promise<TestUsers> => ({
    count: await store.count(),
    most: limits.maxTestUsers,
    mayCreate: config.allowsTestUsers,
    job,
    hasFailed,
  });

  const countStep = () => {
    if (job !== null) job = { ...job, done: job.done + 1 };
  };

  /** Allows the next job, also after an error. */
  async function finish(work: Promise<void>): Promise<void> {
    try {
      await work;
      hasFailed = false;
    } catch (error) {
      hasFailed = true;
      throw error;
    } finally {
      job = null;
    }
  }

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
      countStep();
    }
  }

  async function removeEach(): Promise<void> {
    for (let batch = await store.accountIds(removalBatch); batch.length > 0; batch = await store.accountIds(removalBatch))
      for (const accountId of batch) {
        if (isClosing) return;
        await dependencies.deletion.deleteTestUser(accountId);
        countStep();
      }
  }

  return {
    async create(count) {
      if (!config.allowsTestUsers) throw problem('not-found');
      begin('creating', count);
      try {
        const existing = await store.count();
        if (existing + count > limits.maxTestUsers) throw problem('too-many-test-users');
        if ((await pictureFiles.freeBytes()) < limits.diskFreeBytesLeast) throw problem('disk-full');
        running = finish(add(count, existing)).catch((error: unknown) =>
          log.error({ err: error }, 'test users could not be created'),
        );
      } catch (error) {
        job = null;
        throw error;
      }
      return status();
    },

    async removeAll() {
      begin('removing', await store.count());
      const work = finish(removeEach());
      running = work.catch(() => undefined);
      await work;
    },

    status,

    async close() {
      isClosing = true;
      await running;
    },
  };
}
