// The app lock on the server: it sends no data to a locked browser, and everything works in an unlocked one.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pictures } from '#shared/contract/pictures.ts';
import { messages } from '#shared/contract/messages.ts';
import { urlOf } from '#shared/contract/endpoint.ts';
import type { Member } from '#server/testing/app/members.ts';
import { plainPicture } from '#server/testing/fakes/pictures.ts';
import { showPictures } from '#server/testing/members/actions.ts';
import { people } from './support/people.ts';
import { setPin } from './support/pin-lock.ts';
import { goOffline, whenWorkerReady } from './support/worker.ts';

const pin = 'blue-74-kettle';
/** The server refuses the addresses that the tests open in tabs. A test counts the app's own refused calls. */
const fixture = people({ isSlow: true, excused: /status of (403|423)|Access is denied for this document/ });

async function withPicture(name: string): Promise<Member & { readonly pictureUrl: string }> {
  const member = await fixture.app.member({ name });
  const picfile = { bytes: await plainPicture('png', 800, 800, '#a33'), name: 'a.png', type: 'image/png' };
  const { body } = await member.form('/api/profile-pic', { authorProfileId: member.profileId, picfile });
  const id = String(Reflect.get(Object(body), 'id'));
  await showPictures(member, { profilePicIds: [id] });
  return { ...member, pictureUrl: urlOf(pictures.getPicture.path, { id }, { scale_x: 512 }) };
}

const heading = (page: Page) => page.getByRole('heading', { name: 'Locked', exact: true });

async function unlock(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'PIN', exact: true }).fill(pin);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await heading(page).waitFor({ state: 'detached' });
}

/** The status and text of an address that is typed into the address bar. */
async function typed(page: Page, path: string): Promise<[number | undefined, string]> {
  const tab = await page.context().newPage();
  const response = await tab.goto(new URL(path, fixture.app.origin).href);
  const text = await tab.evaluate(() => document.body.innerText);
  await tab.close();
  return [response?.status(), text];
}

/** The paths of the calls that this page was refused as locked. */
function refusedOf(page: Page): string[] {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 423) refused.push(new URL(response.url()).pathname);
  });
  return refused;
}

const isControlled = (page: Page) => page.evaluate(() => navigator.serviceWorker?.controller != null);
/** The picture at the top of the profile. */
const portraitOf = (page: Page) => page.getByRole('link', { name: 'Picture 1 of 1: larger' }).locator('img');
const isShown = (page: Page) =>
  expect
    .poll(() => portraitOf(page).evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 60_000 })
    .toBeGreaterThan(0);
const sourceOf = (page: Page) => portraitOf(page).evaluate((image: HTMLImageElement) => image.currentSrc);
const serverStatus = async (page: Page) => (await page.request.get(`${fixture.app.origin}/api/settings`)).status();

async function tellBen(ada: Member, ben: Member): Promise<void> {
  const body = { senderProfileId: ben.profileId, recipientProfileId: ada.profileId, bodyText: 'Meet me', profilePicIds: [] };
  await ben.call(messages.postMessage, { body });
}

test('the address bar opens no call, neither without a lock nor with one, and every tab of an open app shows all', async () => {
  const [ada, ben] = [await withPicture('Ada'), await withPicture('Ben')];
  await tellBen(ada, ben);
  const profile = `${fixture.app.origin}/profile/${ben.profileId}`;
  const page = await fixture.open(ada, `/profile/${ben.profileId}`);
  await isShown(page);
  const conversation = urlOf(messages.getBetween.path, { a: ada.profileId, b: ben.profileId }, {});
  const paths = ['/api/settings', '/api/sessions', conversation, ben.pictureUrl];
  for (const path of paths) {
    const [status, text] = await typed(page, path);
    expect([path, status, text]).toEqual([path, 403, expect.stringContaining('not-a-page')]);
  }

  const refused = refusedOf(page);
  await page.goto(`${fixture.app.origin}/settings#lock`);
  await setPin(page, pin);
  for (const path of paths) {
    const [status, text] = await typed(page, path);
    expect([path, status, text]).toEqual([path, 423, expect.stringContaining('locked')]);
  }
  await page.goto(profile);
  await unlock(page);
  await isShown(page);
  expect([await isControlled(page), await sourceOf(page)]).toEqual([true, expect.stringMatching(/^http/)]);

  // A second tab gets the keys from the first.
  const second = await page.context().newPage();
  const refusedInSecond = refusedOf(second);
  await second.goto(profile);
  await isShown(second);

  // A hard reload, which the worker does not serve.
  const session = await page.context().newCDPSession(page);
  await session.send('Page.reload', { ignoreCache: true });
  await isShown(page);
  if (!(await isControlled(page))) expect(await sourceOf(page)).toMatch(/^blob:/);

  await second.goto(`${fixture.app.origin}/settings#lock`);
  await second.getByRole('button', { name: 'Lock now' }).click();
  await heading(second).waitFor();
  await heading(page).waitFor();
  for (const path of paths) expect((await typed(page, path))[0]).toBe(423);
  expect(await serverStatus(page)).toBe(423);
  await unlock(page);
  await isShown(page);
  expect([...refused, ...refusedInSecond]).toEqual([]);
});

test('a lock set offline locks the device at once and the server later; removing the lock needs a connection', async () => {
  const ada = await fixture.app.member({ name: 'Ada' });
  const page = await fixture.open(ada, '/settings#lock');
  await whenWorkerReady(page);
  await page.reload();
  await page.getByRole('button', { name: 'Lock with a PIN' }).waitFor();
  await goOffline(page);
  await setPin(page, pin);
  await page.getByRole('button', { name: 'Lock now' }).click();
  await heading(page).waitFor();
  await page.context().setOffline(false);
  await expect.poll(() => serverStatus(page)).toBe(423);

  await unlock(page);
  await page.getByRole('button', { name: 'Remove the lock' }).waitFor();
  await goOffline(page);
  const remove = async () => {
    await page.getByRole('button', { name: 'Remove the lock' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'PIN', exact: true }).fill(pin);
    await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
  };
  await remove();
  await page.getByText('The lock can only be removed with a connection. Nothing was changed.').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.context().setOffline(false);
  await remove();
  await page.getByRole('button', { name: 'Lock with a PIN' }).waitFor();
  expect(await serverStatus(page)).toBe(200);
});

test('in a browser without a worker an open app shows pictures, map and chat, and a locked one is refused', async () => {
  const [ada, ben] = [await withPicture('Ada'), await withPicture('Ben')];
  await tellBen(ada, ben);
  const page = await fixture.open(ada, '/settings#lock', { isWithoutWorker: true });
  await setPin(page, pin);
  const refused = refusedOf(page);
  await page.goto(`${fixture.app.origin}/profile/${ben.profileId}`);
  await unlock(page);
  await isShown(page);
  expect(await sourceOf(page)).toMatch(/^blob:/);
  await page.goto(`${fixture.app.origin}/chat/personal/${ben.profileId}`);
  await unlock(page);
  await page.getByText('Meet me').last().waitFor();
  const tile = page.waitForResponse((response) => response.url().includes('/api/map/tiles/') && response.ok());
  await page.goto(`${fixture.app.origin}/search/map`);
  await unlock(page);
  await tile;
  expect(refused).toEqual([]);
  await page.goto(`${fixture.app.origin}/settings`);
  await heading(page).waitFor();
  expect(await serverStatus(page)).toBe(423);
  expect((await typed(page, '/api/settings'))[0]).toBe(423);
});

declare global {
  /** Set by the test in each page: the texts in the frames since the start of the document. */
  function textsSoFar(): string[];
}

/** Runs in each page before anything else. */
function recordTexts(): void {
  const texts = new Set<string>();
  const look = (): void => {
    for (const line of document.body?.innerText.split('\n') ?? []) if (line.trim() !== '') texts.add(line.trim());
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  globalThis.textsSoFar = () => [...texts];
}

test('no frame of a locked start shows anything but the lock, with and without the worker', async () => {
  const ada = await fixture.app.member({ name: 'Ada' });
  const page = await fixture.open(ada, '/settings#lock');
  await whenWorkerReady(page);
  await setPin(page, pin);
  await page.addInitScript(recordTexts);
  const session = await page.context().newCDPSession(page);
  const starts = {
    'another page': () => page.goto(fixture.app.origin),
    'a reload': () => page.reload(),
    'a reload without the worker': () => session.send('Page.reload', { ignoreCache: true }),
  };
  for (const [start, open] of Object.entries(starts)) {
    const loaded = page.waitForEvent('load');
    await open();
    await loaded;
    await heading(page).waitFor();
    const lockTexts = ['Locked', 'PIN', 'Unlock', 'Log out', 'Hold to clear this app'];
    await expect
      .poll(() => page.evaluate(() => globalThis.textsSoFar()), { message: start })
      .toEqual(expect.arrayContaining(lockTexts));
    const others = (await page.evaluate(() => globalThis.textsSoFar())).filter((text) => !lockTexts.includes(text));
    expect([start, others.toSorted()]).toEqual([start, []]);
  }
});
