// What tests of administrators do: make test users and wait until they are there.
import { vi } from 'vitest';
import { admin } from '#shared/contract/admin.ts';
import type { Browser } from '#server/testing/app/browser.ts';

/** Drawing and scaling go on beside everything else that runs. */
const patienceMs = 60_000;

export async function makeTestUsers(administrator: Browser, count: number): Promise<void> {
  await administrator.call(admin.postTestUsers, { params: { count } });
  await whenDone(administrator);
}

/** Resolves when nobody is being made or removed. */
export const whenDone = (administrator: Browser): Promise<void> =>
  vi.waitFor(
    async () => {
      const { job } = await administrator.call(admin.getTestUsers);
      if (job !== null) throw new Error(`${job.done} of ${job.total} are done`);
    },
    { timeout: patienceMs, interval: 50 },
  );
