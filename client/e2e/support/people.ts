// Opens browsers for members of an app that runs in the test's process.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { profiles, type Profile } from '#shared/contract/profiles.ts';
import { pictureScaling } from '#server/outside/picture-scaling.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import type { TestWorldOptions } from '#server/testing/app/test-world.ts';
import type { AccountRole } from '#shared/rules/roles.ts';
import { openPerson, type Person, type PersonOptions } from './person.ts';

export interface PeopleOptions {
  /** Matches the console messages that the test expects. */
  readonly excused?: RegExp;
  readonly showNsfw?: boolean;
  readonly limits?: TestWorldOptions['limits'];
  readonly rates?: TestWorldOptions['rates'];
  /** The browsers offer no workers, which takes a fifth less time. A test may still ask for one. */
  readonly isWithoutWorker?: boolean;
  /** The browsers derive keys as slowly as an old phone. */
  readonly isSlow?: boolean;
}

interface OpenOptions extends PersonOptions {
  /** The roles stored on the device. The default is USER. */
  readonly roles?: readonly AccountRole[];
}

export interface People {
  /** The app serves the built client and real pictures. It is available from the first test on. */
  readonly app: TestApp;
  /** Opens a browser on one screen with the member logged in. It is closed after the test, and must have logged no errors. */
  open(member: Member, path: string, options?: OpenOptions): Promise<Page>;
}

/** Call it once, at the top of a test file. */
export function people({
  excused,
  showNsfw = false,
  limits = {},
  rates = {},
  isWithoutWorker = false,
  isSlow = false,
}: PeopleOptions = {}): People {
  let app: TestApp;
  const opened: Person[] = [];
  const scaling = pictureScaling();

  beforeAll(async () => {
    const distDir = join(import.meta.dirname, '../../../dist');
    app = await openTestApp({ distDir, limits, rates, parts: { pictureScaling: scaling } });
  });
  afterEach(async () => {
    const complaints = opened.flatMap((person) => person.complaints).filter((line) => excused?.test(line) !== true);
    await Promise.all(opened.splice(0).map((person) => person.leave()));
    expect(complaints).toEqual([]);
  });
  afterAll(async () => {
    await app.close();
    scaling.close();
  });

  return {
    get app() {
      return app;
    },
    async open(member, path, { roles = ['USER'], ...options } = {}) {
      const person = await openPerson({ isWithoutWorker, isSlow, ...options });
      opened.push(person);
      const { context, page } = person;
      await context.addCookies([{ name: 'sid', value: member.cookies.get('sid') ?? '', url: app.origin }]);
      const record = JSON.stringify({ profileId: member.profileId, roles });
      // While an app lock is set, the record is sealed like all other data. A new tab is empty at first, and has no storage.
      await context.addInitScript((kept) => {
        if (location.protocol !== 'about:' && localStorage.getItem('lock') === null) localStorage.setItem('session', kept);
      }, record);
      if (showNsfw) await context.addInitScript(() => sessionStorage.setItem('show_nsfw', 'true'));
      await page.goto(app.origin + path);
      return page;
    },
  };
}

/** Returns the member's profile from the server. */
export const stored = (member: Member): Promise<Profile> =>
  member.call(profiles.getProfile, { params: { id: member.profileId }, query: { admin: false } });
