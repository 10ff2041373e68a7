// Every route for each role: the menu, the screens that open, and the redirects.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountRole } from '#shared/rules/roles.ts';
import { admissionTo, menuFor, screenRoutes, type Admission, type ScreenRoute } from '#shared/rules/routes.ts';
import { signUp, type Member } from './support/member.ts';
import { openPerson, type Person } from './support/person.ts';
import { startServer, type RunningServer } from './support/server.ts';
import { keptEntry } from './support/kept-data.ts';
import { moveTo, visit, whenStarted } from './support/visit.ts';

const root = path.join(import.meta.dirname, '../..');
const rows: readonly ScreenRoute[] = screenRoutes;
const password = 'a heron at the weir';

/** The headings that the specification names; every other screen has its own. */
const headings: Readonly<Record<string, string | RegExp>> = {
  '/register': 'Register / Recover Login',
  '/chat/personal': 'Your Conversations',
  '/chat/broadcast': 'Broadcast Messages',
  '/games': 'Games and Interactive Management',
  '/likes/profilelikedyou': 'Liked You',
  '/likes/profilelikedyourpics': 'Your Pics',
  '/likes/youlikedprofile': 'You Liked',
  '/likes/youlikedprofilepics': 'Their Pics',
  '/settings': 'Account Settings',
  '/profile/{profileId}': 'Boris',
  '/chat/personal/{profileId}': 'Boris',
};
interface Kind {
  readonly who: string;
  readonly name: string;
  readonly held: readonly AccountRole[];
}

/** Opening these ends the session, so they are opened last. */
const endings = ['/logout', '/login'];

let server: RunningServer;
let boris: Member;

beforeAll(async () => {
  server = await startServer();
  const anton = await signUp(server, 'Anton');
  boris = await signUp(server, 'Boris');
  const settings = Object(await anton.ask('GET', '/api/settings'));
  await anton.ask('PUT', '/api/settings', { ...settings, password });
});
afterAll(() => server.stop());

const addressOf = (route: string): string =>
  server.origin + route.replace('{profileId}', boris.profileId).replaceAll(/\{\w+\}/g, 'some-id');
const pathOf = (person: Person): string => new URL(person.page.url()).pathname;
const heading = (person: Person) =>
  person.page
    .getByRole('main')
    .getByRole('heading')
    .filter({ visible: true })
    .and(person.page.locator('h1:not([data-left])'))
    .first();

/** In the order of the menu. */
const listedFor = (held: readonly AccountRole[] | null): string[] =>
  Object.values(Object.groupBy(menuFor(held), ({ group }) => group)).flatMap((group) => group.map(({ title }) => title));

async function menuOf({ page }: Person): Promise<string[]> {
  await page
    .getByRole('button', { name: /Menu|More/ })
    .filter({ visible: true })
    .first()
    .click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('region', { name: 'Version' }).waitFor();
  const listed = await menu.getByRole('link').allInnerTexts();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  return listed;
}

const asPage = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

/** All refused screens look the same, so each of them is opened from a screen that everybody may open. */
async function moveFromOther({ page }: Person, address: string, admission: Admission): Promise<void> {
  await whenStarted(page);
  if (admission !== 'open') await visit(page, '/sorry');
  await moveTo(page, address);
}

/**
 * Opens each screen in turn and returns unexpected results. Members' screens that are not prerendered start with the same page, so
 * without `loadsAll` only the first of them that is open and the first that is refused are loaded, and the others are opened from
 * within the app.
 */
async function walk(
  person: Person,
  held: readonly AccountRole[] | null,
  { name = '', loadsAll }: { readonly name?: string; readonly loadsAll: boolean },
): Promise<string[]> {
  const wrong: string[] = [];
  const loaded = new Set<Admission>();
  const last = (route: ScreenRoute): number => endings.indexOf(route.path);
  for (const route of rows.toSorted((a, b) => last(a) - last(b))) {
    const address = addressOf(route.path);
    const admission = admissionTo(new URL(address).pathname, held);
    const isFirst = !loaded.has(admission);
    const isLoaded = loadsAll || isFirst || route.isPrerendered || !route.roles.includes('USER') || endings.includes(route.path);
    const answer = isLoaded ? await person.page.goto(address) : await person.page.request.get(address, { headers: asPage });
    if (answer?.status() !== 200) wrong.push(`${route.path}: status ${answer?.status()}`);
    if (!isLoaded) await moveFromOther(person, address, admission);
    if (!route.isPrerendered) loaded.add(admission);
    const expected = expectedHeading(route, admission, name);
    const isThere = await heading(person)
      .filter({ hasText: expected })
      .waitFor({ timeout: 20_000 })
      .then(
        () => true,
        () => false,
      );
    if (!isThere)
      wrong.push(
        `${route.path}: shows ${await heading(person)
          .innerText({ timeout: 1_000 })
          .catch(() => 'nothing')}`,
      );
    const title = admission === 'open' ? route.title : titleOf[admission];
    if (!route.isHidden) {
      const shown = await person.page
        .waitForFunction((text) => document.title === text, `${title} · Hearthside`)
        .catch(() => null);
      if (shown === null) wrong.push(`${route.path}: is titled ${await person.page.title()}`);
    }
    if (admission === 'login' && pathOf(person) !== '/login') wrong.push(`${route.path}: led to ${pathOf(person)}`);
    if (admission === 'settings' && pathOf(person) !== '/settings') wrong.push(`${route.path}: led to ${pathOf(person)}`);
    if ((await person.page.getByRole('main').count()) !== 1) wrong.push(`${route.path}: has not one main part`);
  }
  return wrong;
}

const titleOf = { login: 'Log in', settings: 'Account Settings', notFound: 'Page Not Found' } as const;

/** A visitor has no name. */
function expectedHeading(route: ScreenRoute, admission: Admission, name: string): string | RegExp {
  if (admission !== 'open') return titleOf[admission];
  if (route.path === '/') return name === '' ? 'Good company, close by' : `Hello, ${name}`;
  if (route.path === '/profile') return name;
  return headings[route.path] ?? /^(?!Page Not Found)\S/;
}

describe('a visitor', () => {
  let visitor: Person;
  beforeAll(async () => {
    visitor = await openPerson();
    await visitor.context.addInitScript(complainOfHeadings);
  });
  afterAll(() => visitor.leave());

  test('finds their screens in the menu, opens them, and is redirected to the login from all others', async () => {
    await visitor.page.goto(server.origin);
    expect(await menuOf(visitor)).toEqual(listedFor(null));
    expect(await walk(visitor, null, { loadsAll: true })).toEqual([]);
    expect(visitor.complaints).toEqual([]);
  });

  test('gets status 404 for an unknown path', async () => {
    for (const address of ['/no/such/thing', '/settings/x', '/searchmap']) {
      expect((await visitor.page.goto(server.origin + address))?.status()).toBe(404);
      await heading(visitor).filter({ hasText: 'Page Not Found' }).waitFor();
      await visitor.page.getByText('Well, this is embarrassing. The feature you requested was not found.').waitFor();
      await expect.poll(() => visitor.page.title()).toBe('Page Not Found · Hearthside');
    }
  });

  test('returns to the requested screen after logging in', async () => {
    await visitor.page.goto(`${server.origin}/profile/${boris.profileId}?from=a+link`);
    await heading(visitor).filter({ hasText: 'Log in' }).waitFor();
    const main = visitor.page.getByRole('main');
    await main.getByLabel('Email').fill('anton@example.org');
    await main.getByLabel('Password', { exact: true }).fill(password);
    await main.getByRole('button', { name: 'Log in', exact: true }).click();
    await heading(visitor).filter({ hasText: 'Boris' }).waitFor();
    expect(new URL(visitor.page.url()).pathname + new URL(visitor.page.url()).search).toBe(
      `/profile/${boris.profileId}?from=a+link`,
    );
  });
});

describe.each([
  { who: 'a member', name: 'Clara', held: ['USER'] },
  { who: 'an administrator who is a member', name: 'Dora', held: ['USER', 'ADMIN'] },
  { who: 'an administrator without a membership', name: 'Emil', held: ['ADMIN'] },
] as const satisfies readonly Kind[])('$who', ({ name, held }: Kind) => {
  let person: Person;
  let member: Member;
  beforeAll(async () => {
    member = await signUp(server, name);
    if (held.includes('ADMIN')) await grantAdmin(member);
    person = await openPerson({ isWithoutWorker: held.includes('ADMIN') });
    await person.context.addInitScript(complainOfHeadings);
    if (!held.includes('USER')) await answerRoles(person, held);
  });
  afterAll(() => person.leave());

  test('finds their screens in the menu and opens them; all others lead to the settings or Page Not Found', async () => {
    await member.open(person, '/tos');
    await expect.poll(() => rolesKept(person)).toEqual(held);
    expect(await menuOf(person)).toEqual(listedFor(held));
    // The service worker answers the member's page loads, and the server those of the administrators.
    expect(await walk(person, held, { name, loadsAll: !held.includes('ADMIN') })).toEqual([]);
    expect(person.complaints).toEqual([]);
  });
});

/** Runs in each page. A screen has exactly one main heading, also while it loads. */
function complainOfHeadings(): void {
  const check = (): void => {
    const main = document.getElementById('main');
    // Before the app starts, members do not see the page of visitors.
    if (main === null || document.documentElement.dataset.session !== undefined) return;
    const shown = [...main.querySelectorAll('h1')].filter((heading) => heading.checkVisibility());
    if (shown.length !== 1)
      console.error(
        `${location.pathname} has ${shown.length} main headings: ${shown.map(({ textContent }) => textContent).join()}`,
      );
  };
  const observer = new MutationObserver(check);
  // Before this event the page is not complete.
  document.addEventListener('DOMContentLoaded', () => {
    check();
    observer.observe(document.body, { childList: true, subtree: true });
  });
}

/** The server's roles count, even if the device has stored others. */
const rolesKept = async (person: Person): Promise<string[] | undefined> =>
  (await keptEntry<{ roles: string[] }>(person.page, 'session'))?.roles;

/** Grants the role with the operator's script. */
async function grantAdmin(member: Member): Promise<void> {
  await server.kill('SIGTERM');
  const env = { ...process.env, DATA_DIR: server.dataDir };
  await promisify(execFile)('node', ['scripts/grant-admin.ts', `${member.name.toLowerCase()}@example.org`], { cwd: root, env });
  await server.start();
}

/** No such account can be created yet, so the test changes the server's response. */
const answerRoles = (person: Person, roles: readonly AccountRole[]): Promise<unknown> =>
  person.context.route('**/api/settings', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), roles } });
  });
