// The dashboard: counts, charts, replies by email, and two hundred test users created and removed, invisible to members.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hourMs } from '#shared/rules/durations.ts';
import { atRest, violationsOn } from './support/axe.ts';
import { signUp, type Member } from './support/member.ts';
import { openPerson, type Person } from './support/person.ts';
import { startServer, until, type RunningServer } from './support/server.ts';
import { whenBuildCached } from './support/worker.ts';

/** Two hundred pictures are drawn, scaled and stored, which is slow on some machines. */
const makingMs = 420_000;
let server: RunningServer;
let ada: Member;
let boris: Member;
let person: Person;

beforeAll(async () => {
  server = await startServer();
  [ada, boris] = [await signUp(server, 'Ada'), await signUp(server, 'Boris')];
  await promisify(execFile)(
    process.execPath,
    [path.join(import.meta.dirname, '../../scripts/grant-admin.ts'), 'ada@example.org'],
    {
      env: { ...process.env, DATA_DIR: server.dataDir },
    },
  );
  await until('the server to know of it', () => ada.ask('GET', '/api/admin/testUsers').catch(() => null), 45_000);
  await boris.ask('PUT', `/api/profile-position/${boris.profileId}`, {
    profileId: boris.profileId,
    use: 'OVERRIDE',
    overrideLat: 33.4484,
    overrideLon: -112.074,
    hide: false,
    tsEffectiveUntil: Date.now() + hourMs,
  });
  person = await openPerson({ viewport: { width: 320, height: 640 } });
  await ada.open(person, '/dashboard');
});

afterAll(async () => {
  await person.leave();
  await server.stop();
});

const main = () => person.page.getByRole('main');
const section = (name: string) => main().getByRole('region', { name, exact: true });
const count = (role: 'Members' | 'Administrators') =>
  section('Members').locator('.figure').filter({ hasText: role }).locator('.figure-value');
/** How many members nearby are listed, without or with test mode: at most 100. */
const found = async (flag: '' | '&includeTestData=true') => {
  const briefs = await boris.ask('GET', `/api/profile-briefs/nearest?page=0&size=100${flag}`);
  return Array.isArray(briefs) ? briefs.length : -1;
};

test('the values of figures in a row stand on one line, however long their names are', async () => {
  await person.page.setViewportSize({ width: 390, height: 844 });
  await section('Health').locator('.figure').first().waitFor();
  const lines = await section('Health')
    .locator('.figure')
    .evaluateAll((figures) => {
      const rows = new Map<number, Set<number>>();
      for (const figure of figures) {
        const { top } = figure.getBoundingClientRect();
        // A warning is below the value.
        if (figure.childElementCount > 2) continue;
        const value = figure.querySelector('.figure-value')?.getBoundingClientRect().bottom ?? 0;
        rows.set(top, (rows.get(top) ?? new Set()).add(value));
      }
      return [...rows.values()].map((values) => values.size);
    });
  await person.page.setViewportSize({ width: 320, height: 640 });
  expect(lines.length).toBeGreaterThan(1);
  expect(new Set(lines)).toEqual(new Set([1]));
});

test('role counts update by themselves, and the chart of new members has a table', async () => {
  await expect.poll(() => count('Administrators').innerText(), { timeout: 20_000 }).toBe('1');
  await expect.poll(() => count('Members').innerText()).toBe('2');
  await signUp(server, 'Carl');
  await expect.poll(() => count('Members').innerText(), { timeout: 15_000 }).toBe('3');

  await person.page.reload();
  const chart = section('Members').getByRole('figure').filter({ hasText: 'New members per day' });
  await chart.locator('canvas').waitFor();
  await expect.poll(() => chart.locator('canvas').evaluate(isPainted)).toBe(true);
  await chart.getByText('As a table').click();
  await expect.poll(() => chart.getByRole('row').nth(1).innerText()).toMatch(/\t3$/);
  expect(await chart.getByRole('row').count()).toBe(31);
  await section('Health').getByText('Event loop delay').first().waitFor();
  await section('Health').getByText('Disk free').waitFor();
});

/** True if a canvas is not empty. */
const isPainted = (canvas: Element): boolean => {
  if (!(canvas instanceof HTMLCanvasElement)) return false;
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
  return data.some((byte) => byte !== 0);
};

test('a contact message is answered by email', async () => {
  await boris.ask('POST', '/api/contactus-messages', { name: 'Boris B.', message: 'The map is upside down.' });
  await person.page.reload();
  const letter = section('Contact messages').getByRole('article', { name: 'From Boris B.' });
  await letter.getByText('The map is upside down.').waitFor();
  await letter.getByRole('button', { name: 'Reply to Boris B.' }).click();
  await letter.getByLabel('Reply to Boris B.').fill('Turn your phone.');
  await letter.getByRole('button', { name: 'Send email' }).click();
  await letter.getByText(/^Replied /).waitFor();
  const mail = await server.mailTo('boris@example.org', 'Turn your phone.');
  expect(mail).toContain('> The map is upside down.');
});

test(
  'two hundred test users are created with visible progress, are found only in test mode, and are removed',
  async () => {
    const users = section('Test users');
    await users.getByText('0 of up to 2,000 test users exist.', { exact: true }).waitFor();
    await users.getByRole('button', { name: 'Create 200 test users' }).click();
    const progress = users.getByRole('progressbar');
    await progress.waitFor();
    await users.getByText(/^Creating: \d+ of 200$/).waitFor();
    await until('some to be made', async () => (await found('&includeTestData=true')) > 0, 180_000);
    expect(await found('')).toBe(0);
    expect(await users.getByRole('button', { name: 'Remove all test users' }).isDisabled()).toBe(true);
    await users.getByText('200 of up to 2,000 test users exist.').waitFor({ timeout: makingMs });
    await progress.waitFor({ state: 'hidden' });
    expect([await found(''), await found('&includeTestData=true')]).toEqual([0, 100]);
    await expect.poll(() => count('Members').innerText()).toBe('3');

    await users.getByRole('button', { name: 'Remove all test users' }).click();
    await person.page.getByRole('dialog').getByRole('button', { name: 'Remove them' }).click();
    await users.getByText('0 of up to 2,000 test users exist.', { exact: true }).waitFor({ timeout: 60_000 });
    expect([await found(''), await found('&includeTestData=true')]).toEqual([0, 0]);
  },
  makingMs + 120_000,
);

test('the dashboard is accessible in both themes, and fits the narrowest phone', async () => {
  const { page } = person;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await section('Health').getByRole('figure').first().waitFor({ timeout: 60_000 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await atRest(person.page);
    expect([colorScheme, await violationsOn(person.page)]).toEqual([colorScheme, []]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(person.complaints).toEqual([]);
});

test('a member gets Page Not Found, and their device neither loads nor stores any of it', async () => {
  const member = await openPerson();
  const asked: string[] = [];
  member.context.on('request', (request) => asked.push(request.url()));
  await boris.open(member, '/dashboard');
  await member.page.getByRole('main').getByText('Page Not Found').first().waitFor();
  await whenBuildCached(member.page);
  const kept = await member.page.evaluate(async () => {
    const caught = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return caught.flat().map(({ url }) => url);
  });
  expect(kept.length).toBeGreaterThan(20);
  expect([...asked, ...kept].filter((url) => /admin|dashboard-/i.test(url))).toEqual([]);
  await member.leave();
});
