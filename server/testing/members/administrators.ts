// Creates test users as an administrator and waits until they exist.
import { vi } from 'vitest';
import { admin } from '#shared/contract/admin.ts';
import type { Browser } from '#server/testing/app/browser.ts';

/** Drawing and scaling run in the background. */
const longestWaitMs = 60_000;

export async function makeTestUsers(administrator: Browser, count: number): Promise<void> {
  await administrator.call(admin.postTestUsers, { params: { count } });
  await whenDone(administrator);
}

/** Resolves when no test users are being created or removed. */
export const whenDone = (administrator: Browser): Promise<void> =>
  vi.waitFor(
    async () => {
      const { job } = await administrator.call(admin.getTestUsers);
      if (job !== null) throw new Error(`${job.done} of ${job.total} are done`);
    },
    { timeout: longestWaitMs, interval: 50 },
  );
