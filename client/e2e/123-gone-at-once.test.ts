// A member who blocks, is blocked, hides, or whose position expires disappears immediately from all open lists and the map.
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { positions } from '#shared/contract/positions.ts';
import { hourMs } from '#shared/rules/durations.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { logIn } from './support/logged-in.ts';
import { openPerson, type Person } from './support/person.ts';

const home = { lat: 33.5, lon: -112.5 };
/** Shorter than any screen's refetch interval; the map's is 15 seconds. */
const atOnce = { state: 'detached', timeout: 10_000 } as const;

let app: TestApp;
let person: Person;
let page: Page;
let ada: Member;
/** Blocks Ada. */
let ben: Member;
/** Is blocked by Ada on another device. */
let cem: Member;
/** Hides on the map. */
let dan: Member;
/** Has a position that expires. */
let eli: Member;
/** Remains visible. */
let finn: Member;

beforeAll(async () => {
  app = await openTestApp({ distDir: path.join(import.meta.dirname, '../../dist') });
  [ada, ben, cem, dan, eli, finn] = [
    await app.member({ name: 'Ada' }),
    await app.member({ name: 'Ben' }),
    await app.member({ name: 'Cem' }),
    await app.member({ name: 'Dan' }),
    await app.member({ name: 'Eli' }),
    await app.member({ name: 'Finn' }),
  ];
  person = await openPerson();
  page = person.page;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await logIn(person, app.origin, ada);
  await page.evaluate((view) => localStorage.setItem('mapViewState', JSON.stringify(view)), { ...home, zoom: 9 });
});

afterAll(async () => {
  await person.leave();
  await app.close();
});

/** All members are visible again, in this order of distance from Ada. */
beforeEach(async () => {
  await blocks(ben, ada, false);
  await blocks(ada, cem, false);
  for (const [step, member] of [ada, ben, cem, dan, eli, finn].entries()) await place(member, { step });
});

const surfaces: readonly { screen: string; path: string; shown: (name: string) => Locator; prepare?: () => Promise<void> }[] = [
  {
    screen: 'the map, with its list',
    path: '/search/map',
    shown: (name) => page.getByRole('complementary').getByRole('button', { name: `Show ${name} on the map` }),
    prepare: () => page.getByRole('button', { name: 'List of people in view' }).click(),
  },
  {
    screen: 'the tiles',
    path: '/search/tile',
    shown: (name) => page.getByRole('main').getByRole('link', { name: new RegExp(name) }),
  },
  {
    screen: 'the list with details',
    path: '/search/profile',
    shown: (name) => page.getByRole('link', { name: `Chat with ${name}` }),
  },
];

test.each(surfaces)('on $screen', async ({ path: address, shown, prepare }) => {
  await watching(address);
  await prepare?.();
  for (const name of ['Ben', 'Cem', 'Dan', 'Eli', 'Finn']) await shown(name).waitFor();
  await blocks(ben, ada, true);
  await shown('Ben').waitFor(atOnce);
  await blocks(ada, cem, true);
  await shown('Cem').waitFor(atOnce);
  await place(dan, { step: 3, hide: true });
  await shown('Dan').waitFor(atOnce);
  app.clock.pass(hourMs + 1);
  await shown('Eli').waitFor(atOnce);
  await shown('Finn').waitFor();
});

test('on the deck, where the top card disappears', async () => {
  await watching('/search/swype');
  const next = (name: string): Promise<void> =>
    page.locator('.swipe-card').getByRole('heading', { name }).waitFor({ timeout: atOnce.timeout });
  await next('Ben');
  await blocks(ben, ada, true);
  await next('Cem');
  await blocks(ada, cem, true);
  await next('Dan');
  await place(dan, { step: 3, hide: true });
  await next('Eli');
  app.clock.pass(hourMs + 1);
  await next('Finn');
});

test('the browser logged no error', () => {
  expect(person.complaints).toEqual([]);
});

/** Opens a screen and waits until the server has its sector subscription. */
async function watching(address: string): Promise<void> {
  const isWatching = new Promise<void>((resolve) =>
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => String(payload).includes('"watchSectors","sectors":["') && resolve()),
    ),
  );
  await page.goto(app.origin + address);
  await isWatching;
}

async function blocks(liker: Member, liked: Member, blocked: boolean): Promise<void> {
  await liker.call(likes.putProfileLike, {
    body: { likerProfileId: liker.profileId, likedProfileId: liked.profileId, blocked },
  });
}

async function place(member: Member, { step, hide = false }: { step: number; hide?: boolean }): Promise<void> {
  const { profileId } = member;
  const lastsMs = member === eli ? hourMs : 20 * hourMs;
  await member.call(positions.putPosition, {
    params: { profileId },
    body: {
      profileId,
      use: 'OVERRIDE',
      overrideLat: home.lat,
      overrideLon: home.lon + step / 50,
      hide,
      tsEffectiveUntil: app.clock.now() + lastsMs,
    },
  });
}
