// Tests for any browser that no data of the member is left in its files after lock, logout and panic, running and closed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findInFiles, type SearchedTexts } from '#client/testing/file-search.ts';
import type { DeviceOnDisk, DeviceOptions } from './device.ts';
import { signUp, type Member } from './member.ts';
import { lock, logOut, panic, plant, random } from './planted-visit.ts';
import { startServer, until, type RunningServer } from './server.ts';

export interface CanaryOptions {
  readonly open: (options?: DeviceOptions) => Promise<DeviceOnDisk>;
  /** Returns true for the browser's own record of visited addresses and titles, which no app can erase. */
  readonly isVisitRecord: (file: string) => boolean;
  /** Returns true for files that the browser itself removes soon. The test fails if they stay. */
  readonly isBeingRemoved?: (file: string) => boolean;
}

export function canary({ open, isVisitRecord, isBeingRemoved = () => false }: CanaryOptions): void {
  let server: RunningServer;
  let ben: Member;

  beforeAll(async () => {
    server = await startServer();
    ben = await signUp(server, `Ben${random()}`);
  });
  afterAll(() => server.stop());

  /** Searches again while a match is in a file that is being removed. */
  async function search({ directory }: DeviceOnDisk, plants: SearchedTexts): Promise<string[]> {
    let found: string[] = [];
    await until('the removal of files', async () => {
      found = await findInFiles(directory, plants, isVisitRecord);
      return !found.some((one) => isBeingRemoved(one.slice(one.indexOf(' in ') + ' in '.length)));
    });
    return found;
  }

  test('the search finds everything that is not sealed, some of it even after the logout', async () => {
    const device = await open({ prepare: withoutSealing });
    try {
      const plants = await plant({ server, device }, ben, false);
      // Browsers write to the disk some seconds later.
      await expect.poll(async () => namesIn(await search(device, plants))).toEqual(Object.keys(plants).toSorted());
      await logOut({ server, device });
      expect((await search(device, plants)).length).toBeGreaterThan(0);
    } finally {
      await device.leave();
    }
  });

  test.each([
    ['lock', lock],
    ['logout', logOut],
    ['panic', panic],
  ] as const)('after %s no file contains the key or anything that was planted', async (_, end) => {
    const device = await open();
    try {
      const plants = await plant({ server, device }, ben, true);
      const { key = '', ...others } = plants;
      expect(namesIn(await search(device, { key }))).toEqual(['key']);
      expect(await search(device, others)).toEqual([]);
      await end({ server, device });
      expect(await search(device, plants)).toEqual([]);
      await device.closeApp();
      expect(await search(device, plants)).toEqual([]);
    } finally {
      await device.leave();
    }
  });
}

/** Returns the names of the plants that were found, each once. */
const namesIn = (found: readonly string[]): string[] => [...new Set(found.map((one) => one.split(' ', 1)[0] ?? ''))].toSorted();

/** Runs in a page. On origins that are not secure, the app seals nothing. */
const withoutSealing = (): unknown => Object.defineProperty(globalThis, 'isSecureContext', { value: false });
