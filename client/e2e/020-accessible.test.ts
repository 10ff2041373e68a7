// Accessibility of every route for screen reader and keyboard, and whole words, in both themes, on the narrowest phone and on a desktop.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admits } from '#shared/rules/roles.ts';
import { screenRoutes, type ScreenRoute } from '#shared/rules/routes.ts';
import { atRest, colorRules, violationsOn } from './support/axe.ts';
import { brokenWords } from './support/fit.ts';
import { signUp, type Member } from './support/member.ts';
import { desktop, openPerson, type Person } from './support/person.ts';
import { startServer, type RunningServer } from './support/server.ts';

const rows: readonly ScreenRoute[] = screenRoutes;
const narrowest = { width: 320, height: 640 } as const;
/** Opening these ends the session. */
const endings = ['/logout', '/login'];

const visitorPaths = [...rows.filter(({ roles }) => admits(roles, null)).map(({ path }) => path), '/no/such/thing'];
const memberPaths = rows
  .filter(({ roles }) => admits(roles, ['USER']))
  .map(({ path }) => path)
  .toSorted((a, b) => endings.indexOf(a) - endings.indexOf(b));

let server: RunningServer;
let boris: Member;
beforeAll(async () => {
  server = await startServer();
  boris = await signUp(server, 'Boris');
});
afterAll(() => server.stop());

describe.each([
  ['the narrowest phone', narrowest],
  ['a desktop', desktop],
] as const)('on %s', (_device, viewport) => {
  test('a visitor’s screens have no violations and no broken words, and none scrolls sideways', async () => {
    const visitor = await openPerson({ viewport });
    expect(await accessibilityProblems(visitor, visitorPaths)).toEqual([]);
    await visitor.leave();
  });

  test('a member’s screens have no violations and no broken words, and none scrolls sideways', async () => {
    const person = await openPerson({ viewport });
    const anton = await signUp(server, viewport === desktop ? 'Anton' : 'Albert');
    await fill(anton);
    await anton.open(person, '/tos');
    expect(await accessibilityProblems(person, memberPaths)).toEqual([]);
    await person.leave();
  });
});

/** Fills the lists: a member nearby likes them, writes to them and to the area, and gets a like, a reply and a note. */
async function fill(anton: Member): Promise<void> {
  const like = (liker: Member, liked: Member): Promise<unknown> =>
    liker.ask('PUT', '/api/profile-like', {
      likerProfileId: liker.profileId,
      likedProfileId: liked.profileId,
      likeType: 'LIKE',
    });
  await like(boris, anton);
  await like(anton, boris);
  await anton.ask('PUT', '/api/profile-note', {
    authorProfileId: anton.profileId,
    aboutProfileId: boris.profileId,
    bodyText: 'Met on the ferry',
    privateTags: ['ferry', 'likes tea'],
  });
  for (const [member, words] of [
    [boris, 'Good evening, area'],
    [anton, 'Good evening to all of you, https://example.org/another-rather-long-address-that-nobody-will-type'],
  ] as const) {
    await place(member);
    await member.ask('POST', '/api/message', { senderProfileId: member.profileId, bodyText: words, profilePicIds: [] });
  }
  await boris.say('Good evening', anton.profileId);
  await anton.say('Good evening to you, https://example.org/a-rather-long-address-that-nobody-will-type', boris.profileId);
}

const place = ({ ask, profileId }: Member): Promise<unknown> =>
  ask('PUT', `/api/profile-position/${profileId}`, {
    profileId,
    use: 'OVERRIDE',
    overrideLat: 33.45,
    overrideLon: -112.07,
    hide: false,
    tsEffectiveUntil: Date.now() + 3_600_000,
  });

/** Opens each path and returns violations in both themes, and elements that are too wide. */
async function accessibilityProblems(person: Person, paths: readonly string[]): Promise<string[]> {
  const { page } = person;
  const found: string[] = [];
  for (const path of paths) {
    const address = path.replace('{profileId}', boris.profileId).replaceAll(/\{\w+\}/g, 'some-id');
    await page.goto(server.origin + address);
    await settle(person);
    for (const [colorScheme, rules] of [
      ['light', undefined],
      ['dark', colorRules],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await atRest(page);
      for (const violation of await violationsOn(page, rules)) found.push(`${path} in ${colorScheme}: ${violation}`);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) found.push(`${path}: ${overflow} px too wide`);
    for (const word of await brokenWords(page)) found.push(`${path}: ${word} is broken in two lines`);
  }
  return found;
}

/** Waits until the screen is shown without skeletons. */
async function settle({ page }: Person): Promise<void> {
  const main = page.getByRole('main');
  await main.getByRole('heading').filter({ visible: true }).first().waitFor();
  await main.locator('.skeleton').filter({ visible: true }).first().waitFor({ state: 'hidden' });
  // Buttons are dimmed until their state is known.
  await page.waitForLoadState('networkidle');
}
