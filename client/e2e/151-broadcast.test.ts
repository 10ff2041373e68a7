// The area chat: reading, posting, surrounding areas, hiding, blocking, test data, and offline use.
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { positions } from '#shared/contract/positions.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { broadcast as say } from '#server/testing/members/actions.ts';
import type { Member, NewMember } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { keptRows } from './support/kept-data.ts';
import { desktop, openPerson, type Person } from './support/person.ts';
import { goOffline } from './support/worker.ts';

const home = { lat: 33.45, lon: -112.07 };
const empty = 'No messages found in your area.';
const endText = "That's all folks...";

let app: TestApp;
let ada: Member;
let ben: Member;
let cem: Member;
let eli: Member;
let adas: Person;
let bens: Person;

beforeAll(async () => {
  app = await openTestApp({ distDir: path.join(import.meta.dirname, '../../dist') });
  ada = await placed({ name: 'Ada' }, home);
  ben = await placed({ name: 'Benedictus Maximus', birthdate: '1980-05-17' }, { ...home, lat: home.lat + 0.1 });
  cem = await placed({ name: 'Cem' }, { ...home, lon: home.lon + 1 });
  eli = await placed({ name: 'Eli' }, home);
  adas = await openPerson();
  bens = await openPerson({ viewport: desktop, hasTouch: false });
  for (const [person, member] of [
    [adas, ada],
    [bens, ben],
  ] as const) {
    await person.page.emulateMedia({ reducedMotion: 'reduce' });
    await person.context.addCookies([{ name: 'sid', value: member.cookies.get('sid') ?? '', url: app.origin }]);
    await person.page.goto(`${app.origin}/tos`);
    await person.page.evaluate((profileId) => {
      localStorage.setItem('session', JSON.stringify({ profileId, roles: ['USER'] }));
      localStorage.setItem('lastProfileId', JSON.stringify(profileId));
    }, member.profileId);
  }
});

afterAll(async () => {
  await adas.leave();
  await bens.leave();
  await app.close();
});

async function placed(given: NewMember, { lat, lon }: typeof home, hide = false): Promise<Member> {
  const member = await app.member(given);
  await report(member, { lat, lon }, hide);
  return member;
}
async function report({ call, profileId }: Member, { lat, lon }: typeof home, hide = false): Promise<void> {
  const tsEffectiveUntil = app.clock.now() + 20 * hourMs;
  const body = { profileId, use: 'OVERRIDE', overrideLat: lat, overrideLon: lon, hide, tsEffectiveUntil } as const;
  await call(positions.putPosition, { params: { profileId }, body });
}

const open = async ({ page }: Person) => {
  await page.goto(`${app.origin}/chat/broadcast`);
  await page.getByRole('heading', { level: 1, name: 'Broadcast Messages' }).waitFor();
};
const log = (page: Page) => page.getByRole('log');
const row = (page: Page, text: string) => log(page).getByRole('listitem').filter({ hasText: text });
const editor = (page: Page) => page.getByRole('textbox', { name: 'Message to your area' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
async function speak(page: Page, text: string): Promise<void> {
  await editor(page).fill(text);
  await button(page, 'Send').click();
  await row(page, text).waitFor();
}
async function choose(page: Page, text: string, what: string): Promise<void> {
  await row(page, text).getByRole('button', { name: 'More about this message' }).press('Enter');
  await page.getByRole('menuitem', { name: what, exact: true }).click();
}
const texts = (page: Page) => log(page).locator('.bubble-text').allInnerTexts();

test('an area without broadcasts shows a message, and so do the areas around it', async () => {
  const { page } = adas;
  await page.goto(app.origin);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Broadcast/ })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Broadcast Messages' }).waitFor();
  await page.getByText(empty, { exact: true }).waitFor();
  await button(page, 'Load more').click();
  await page.getByText(endText, { exact: true }).waitFor();
});

test('older broadcasts load by page, then those around the area, until the end', async () => {
  for (let number = 1; number <= 24; number++) await say(eli, `number ${number}.`);
  for (const text of ['from the east', 'from the east again']) await say(cem, text);
  const { page } = bens;
  await open(bens);
  await row(page, 'number 24.').waitFor();
  await expect.poll(() => texts(page)).toEqual(Array.from({ length: 20 }, (_, number) => `number ${24 - number}.`));
  const focused = () =>
    page.evaluate(() => document.activeElement?.querySelector('.bubble-text')?.textContent ?? document.activeElement?.outerHTML);
  await button(page, 'Load more').click();
  await row(page, 'number 4.').first().waitFor();
  await expect.poll(() => texts(page)).toHaveLength(24);
  await expect.poll(focused).toBe('number 4.');
  await button(page, 'Load more').click();
  await page.getByRole('heading', { name: 'Around your area' }).waitFor();
  await row(page, 'from the east again').waitFor();
  await page.getByText(endText, { exact: true }).waitFor();
  await expect.poll(focused).toBe('from the east again');
  await expect.poll(async () => (await texts(page)).slice(23)).toEqual(['number 1.', 'from the east again', 'from the east']);
  await say(cem, 'from the east, live');
  await row(page, 'from the east, live').waitFor();
});

test('a broadcast arrives immediately with its sender’s name, age and distance, and links to their profile and chat', async () => {
  await open(bens);
  await speak(bens.page, 'Anybody for a coffee by the canal?');
  await row(bens.page, 'Anybody for a coffee').getByText('Sent', { exact: true }).waitFor();
  const heard = row(adas.page, 'Anybody for a coffee by the canal?');
  await heard.waitFor();
  const years = new Date().getUTCFullYear() - 1980;
  const sender = heard.getByRole('link', { name: new RegExp(`^Benedictus M.*, (${years - 1}|${years})$`) });
  expect(await sender.getByTitle('Benedictus Maximus').textContent()).toMatch(/^Benedictus M…, /);
  expect((await sender.ariaSnapshot()).includes('Benedictus Maximus')).toBe(true);
  expect(await heard.getByRole('link', { name: 'Chat with Benedictus M' }).getAttribute('href')).toBe(
    `/chat/personal/${ben.profileId}`,
  );
  await adas.page.reload();
  await heard.getByText(/^(6|6\.5|7|7\.5) mi$/).waitFor();
  expect((await texts(adas.page))[0]).toBe('Anybody for a coffee by the canal?');
});

test('name, age, distance and time are in one line above the text, and the editor says how large the area is', async () => {
  const heard = row(adas.page, 'number 24.');
  const middles = await heard
    .locator('.broadcast-sender > *')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()).map(({ top, height }) => top + height / 2));
  expect(middles).toHaveLength(3);
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(2);
  expect((await heard.locator('.bubble').boundingBox())?.y).toBeGreaterThan(Math.max(...middles));
  expect(await heard.locator('.bubble time').count()).toBe(0);
  await adas.page.getByText(/^Seen in and around your area, about (69 mi|111 km) across\.$/).waitFor();
});

test('a broadcast can be deleted for oneself, and unsent for everyone', async () => {
  await speak(adas.page, 'a slip of the tongue');
  await row(bens.page, 'a slip of the tongue').waitFor();
  await choose(bens.page, 'number 24.', 'Delete for me');
  await bens.page.getByText('Deleted for you.').waitFor();
  await row(bens.page, 'number 24.').waitFor({ state: 'detached' });
  await choose(adas.page, 'a slip of the tongue', 'Unsend for everyone');
  await adas.page.getByText('Unsent for everyone.').waitFor();
  await row(bens.page, 'a slip of the tongue').waitFor({ state: 'detached' });
  await bens.page.reload();
  await row(bens.page, 'number 23.').waitFor();
  expect(await row(bens.page, 'number 24.').count()).toBe(0);
  expect(await row(adas.page, 'number 24.').count()).toBe(1);
});

test('a hidden member can read, and is warned that posting shows them in the area', async () => {
  const { page } = adas;
  await page.goto(app.origin);
  await page.getByRole('switch', { name: /Hide on map/ }).click();
  await open(adas);
  await page.getByRole('note').filter({ hasText: 'If you post here, others will see that you’re in this area.' }).waitFor();
  await speak(page, 'hidden and heard');
  await row(bens.page, 'hidden and heard').waitFor();
  expect(
    await row(bens.page, 'hidden and heard')
      .getByText(/ (mi|ft)$/)
      .count(),
  ).toBe(0);
});

test('broadcasts of test users are shown only in debug mode', async () => {
  const tess = await placed({ name: 'Tess', isTest: true }, home);
  await say(tess, 'only a test');
  const { page } = adas;
  await page.goto(`${app.origin}/support`);
  await page.getByRole('switch', { name: 'Debug mode' }).first().click();
  await open(adas);
  await row(page, 'only a test').waitFor();
  await page.goto(`${app.origin}/support`);
  await page.getByRole('switch', { name: 'Debug mode' }).first().click();
  await open(adas);
  await row(page, 'hidden and heard').waitFor();
  expect(await row(page, 'only a test').count()).toBe(0);
});

test('offline the area can be read, and a new broadcast waits and is sent once', async () => {
  const { page, context } = adas;
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state ?? null))
    .toBe('activated');
  await page.reload();
  await row(page, 'hidden and heard').waitFor();
  await goOffline(page);
  await page.reload();
  await row(page, 'number 23.').waitFor();
  await speak(page, 'from the tunnel');
  await row(page, 'from the tunnel').getByText('Waiting', { exact: true }).waitFor();
  expect(await row(bens.page, 'from the tunnel').count()).toBe(0);
  await context.setOffline(false);
  await row(bens.page, 'from the tunnel').waitFor();
  await row(page, 'from the tunnel').getByText('Sent', { exact: true }).waitFor();
  await bens.page.reload();
  await row(bens.page, 'from the tunnel').waitFor();
  expect(await row(bens.page, 'from the tunnel').count()).toBe(1);
});

test('after a block, both members stop seeing each other’s broadcasts immediately', async () => {
  await open(adas);
  await row(adas.page, 'Anybody for a coffee').waitFor();
  await ben.call(likes.putProfileLike, {
    body: { likerProfileId: ben.profileId, likedProfileId: ada.profileId, blocked: true },
  });
  await row(adas.page, 'Anybody for a coffee').waitFor({ state: 'detached' });
  await row(bens.page, 'from the tunnel').waitFor({ state: 'detached' });
  await speak(bens.page, 'good riddance');
  await adas.page.getByText(/Benedictus/).waitFor({ state: 'detached' });
  await adas.page.waitForLoadState('networkidle');
  await adas.page.reload();
  await row(adas.page, 'from the tunnel').waitFor();
  expect(await adas.page.getByText(/coffee|good riddance|Benedictus/).allInnerTexts()).toEqual([]);
});

test('a member without a position is asked where they are, and can read another area in the meantime', async () => {
  const dora = await app.member({ name: 'Dora' });
  const doras = await openPerson();
  try {
    await doras.context.addCookies([{ name: 'sid', value: dora.cookies.get('sid') ?? '', url: app.origin }]);
    await doras.page.goto(`${app.origin}/tos`);
    await doras.page.evaluate((profileId) => {
      localStorage.setItem('session', JSON.stringify({ profileId, roles: ['USER'] }));
      localStorage.setItem('lastProfileId', JSON.stringify(profileId));
    }, dora.profileId);
    await open(doras);
    await doras.page.getByText('Where are you?').waitFor();
    expect(await editor(doras.page).count()).toBe(0);
    await button(doras.page, 'Look around without a location').click();
    await row(doras.page, 'from the tunnel').waitFor();
    expect(await editor(doras.page).count()).toBe(0);
    await report(dora, home);
    await editor(doras.page).waitFor();
    expect(doras.complaints).toEqual([]);
  } finally {
    await doras.leave();
  }
});

test('a member who disappeared while the device was offline does not come back at the next start', async () => {
  const { page, context } = adas;
  await row(page, 'number 23.').waitFor();
  await page.getByRole('region', { name: 'Near you now' }).getByRole('link', { name: /Eli/ }).waitFor();
  await goOffline(page);
  await eli.call(likes.putProfileLike, {
    body: { likerProfileId: eli.profileId, likedProfileId: ada.profileId, blocked: true },
  });
  await context.setOffline(false);
  await page.reload();
  await row(page, 'from the tunnel').waitFor();
  await row(page, 'number 23.').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /Eli/ }).first().waitFor({ state: 'detached' });
  await expect.poll(async () => JSON.stringify(await keptRows(page, 'lists'))).not.toContain(eli.profileId);
  await page.addInitScript(noteReturns, 'number|Eli');
  await page.reload();
  await row(page, 'from the tunnel').waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => Reflect.get(globalThis, 'returned') as unknown)).toEqual([]);
});

test('no browser logged an error, and no other host was contacted', () => {
  expect([...adas.complaints, ...bens.complaints]).toEqual([]);
  expect([...adas.hosts, ...bens.hosts].filter((host) => host !== new URL(app.origin).host)).toEqual([]);
});

/** Runs in a page before its own scripts. Collects the texts that were there for a moment. */
function noteReturns(texts: string): void {
  const returned: string[] = [];
  Reflect.set(globalThis, 'returned', returned);
  new MutationObserver(() => returned.push(...(document.body?.textContent.match(new RegExp(texts)) ?? []))).observe(document, {
    childList: true,
    subtree: true,
  });
}
