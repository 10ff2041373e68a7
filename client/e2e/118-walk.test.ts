// Counts the taps, without typing, from the emailed link to the first message, and for frequent actions.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { portrait } from '#server/outside/portraits.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { signUp, type Member } from './support/member.ts';
import { openPerson, type Person } from './support/person.ts';
import { startServer, type RunningServer } from './support/server.ts';

const place = { latitude: 33.4567, longitude: -112.0834 };
let server: RunningServer;
let ben: Member;
let nora: Person;
let page: Page;
let taps = 0;

beforeAll(async () => {
  server = await startServer();
  ben = await signUp(server, 'Ben');
  await ben.ask('PUT', `/api/profile-position/${ben.profileId}`, {
    profileId: ben.profileId,
    use: 'OVERRIDE',
    overrideLat: place.latitude,
    overrideLon: place.longitude,
    hide: false,
    tsEffectiveUntil: Date.now() + hourMs,
  });
  nora = await openPerson({ geolocation: place });
  page = nora.page;
});
afterAll(async () => {
  await nora.leave();
  await server.stop();
});

const main = () => page.getByRole('main');

async function tap(target: Locator): Promise<void> {
  await target.click();
  taps += 1;
}

/** Taps the button, and the picture in the device's gallery. */
async function tapAndChoose(button: Locator): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await tap(button);
  await (await choosing).setFiles({ name: 'nora.png', mimeType: 'image/png', buffer: await portrait(3, 1_024) });
  taps += 1;
}

/** Prints the taps since the last call. Fails if they are more than `most`. */
function count(what: string, most: number): void {
  console.log(`${what}: ${taps} taps`);
  expect(taps, what).toBeLessThanOrEqual(most);
  taps = 0;
}

test('few taps lead from the mailed link to the first message', async () => {
  await page.goto(`${server.origin}/register`);
  await page.getByLabel('Email').fill('nora@example.org');
  for (const box of ['Technical', 'Age', 'Law']) await page.getByRole('checkbox', { name: box }).check();
  await page.getByRole('button', { name: 'Send Login Link' }).click();
  await page.getByText('a login link is on its way').waitFor();
  await page.goto(await server.linkTo('nora@example.org'));

  await page.getByLabel('Public name').fill('Nora');
  await page.getByLabel('Birthdate').fill('1990-05-17');
  await tap(main().getByRole('button', { name: 'Next' }));
  await tapAndChoose(main().getByRole('button', { name: 'Choose a picture' }));
  await tap(main().getByRole('button', { name: 'Next' }));
  await tap(main().getByRole('button', { name: 'Use GPS' }));
  // The browser would ask for the permission, which the test has granted before.
  taps += 1;
  await tap(main().getByRole('link', { name: /Ben/ }).first());
  await tap(main().getByRole('link', { name: /Chat/ }).first());
  await page.getByRole('textbox', { name: /^Message to/ }).fill('Hello Ben, I am new here');
  await tap(page.getByRole('button', { name: 'Send', exact: true }));
  await page.getByRole('log').getByText('Hello Ben, I am new here').waitFor();
  count('From the mailed link to the first message', 12);
});

test('few taps lead to a like', async () => {
  await page.goto(`${server.origin}/search/tile`);
  await tap(main().getByRole('link', { name: /Ben/ }).first());
  await tap(main().getByRole('button', { name: 'Like', exact: true }));
  await main().getByRole('button', { name: 'Remove Like' }).waitFor();
  count('From the tiles to a like', 2);
});

test('few taps lead to a picture in a conversation', async () => {
  await page.goto(`${server.origin}/chat/personal/${ben.profileId}`);
  await tap(page.getByRole('button', { name: 'Add pictures' }));
  await tapAndChoose(page.getByRole('menuitem', { name: 'Choose a picture' }));
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Send' }));
  await page.getByRole('log').getByRole('button', { name: 'Picture 1' }).waitFor();
  count('From a conversation to a picture in it', 4);
});

test('few taps lead to a block', async () => {
  await page.goto(`${server.origin}/search/tile`);
  await tap(main().getByRole('link', { name: /Ben/ }).first());
  await main().getByRole('button', { name: 'Remove Like' }).waitFor();
  const block = page
    .getByRole('button', { name: 'Block', exact: true })
    .or(page.getByRole('menuitem', { name: 'Block', exact: true }));
  // A profile may have the button in a menu.
  if (!(await block.first().isVisible()))
    await tap(
      main()
        .getByRole('button', { name: /^(More|Menu)/ })
        .first(),
    );
  // The wait begins before the tap, since a busy machine might look for the notice only after it has gone.
  const notice = page.getByText('Blocked and Redirecting...').waitFor();
  await tap(block.first());
  await notice;
  count('From the tiles to a block', 3);
});
