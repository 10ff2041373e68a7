// Two people register, find each other and talk, online and offline, with the setup of production: https behind a proxy, and SMTP.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { portrait } from '#server/outside/portraits.ts';
import { startSmtp } from '#server/testing/fakes/smtp.ts';
import { shownDistance } from '#shared/formats/measures.ts';
import { distanceMetres } from '#shared/rules/distance.ts';
import { startHttpsProxy } from './support/https-proxy.ts';
import { keptEntry } from './support/kept-data.ts';
import { openPerson, type Person } from './support/person.ts';
import { startPushService } from './support/push-service.ts';
import { clickShown, deliverUntilShown, replaceSubscribing, shown } from './support/push.ts';
import { linkIn, startServer, until } from './support/server.ts';
import { goOffline } from './support/worker.ts';

/** The two places are two miles apart, in Phoenix. */
const alansPlace = { latitude: 33.4567, longitude: -112.0834 };
const benosPlace = { latitude: 33.4784, longitude: -112.0613 };

const host = 'almanac.example';
const origin = `https://${host}`;

const smtp = await startSmtp();
const push = await startPushService();
const server = await startServer({ SMTP_URL: smtp.url, TRUST_PROXY: '127.0.0.1', ...push.env });
const proxy = await startHttpsProxy([host], server.port);

const alan = await openPerson({
  geolocation: alansPlace,
  args: proxy.browserArgs,
  ignoreHTTPSErrors: true,
  hasMotion: true,
});
const beno = await openPerson({
  geolocation: benosPlace,
  args: proxy.browserArgs,
  ignoreHTTPSErrors: true,
  hasMotion: true,
});
let pictures = '';
let alansId = '';
let benosId = '';

beforeAll(async () => {
  await replaceSubscribing(alan, push.subscribe());
  pictures = await mkdtemp(path.join(tmpdir(), 'portraits-'));
});

afterAll(async () => {
  await Promise.all([alan.leave(), beno.leave()]);
  await proxy.close();
  await server.stop();
  await smtp.close();
  await push.close();
  await rm(pictures, { recursive: true, force: true });
});

const main = (person: Person) => person.page.getByRole('main');
const open = (person: Person, to: string) => person.page.goto(origin + to);
const pathOf = (page: Page) => new URL(page.url()).pathname;

async function linkTo(address: string): Promise<string> {
  const newest = async () => smtp.received.findLast((mail) => mail.to.includes(address))?.text;
  return linkIn(await until(`a mail to ${address}`, newest));
}

async function register(person: Person, address: string): Promise<void> {
  await open(person, '/');
  await main(person).getByRole('link', { name: 'Register' }).click();
  await person.page.getByLabel('Email').fill(address);
  for (const box of ['Technical', 'Age', 'Law']) await person.page.getByRole('checkbox', { name: box }).check();
  await person.page.getByRole('button', { name: 'Send Login Link' }).click();
  await person.page.getByText('a login link is on its way').waitFor();
  await person.page.goto(await linkTo(address));
  await main(person).getByText('Your profile has no name yet').waitFor();
}

async function describe(person: Person, name: string, birthdate: string, seed: number): Promise<void> {
  await open(person, '/profileEdit');
  await person.page.getByLabel('Public name').fill(name);
  await person.page.getByLabel('Birthdate').fill(birthdate);
  await person.page.getByLabel('Height').focus();
  await person.page.getByText('Saved', { exact: true }).waitFor();
  await person.page.getByText('Coffee', { exact: true }).click();
  await person.page.getByText('Saved', { exact: true }).waitFor();

  const file = path.join(pictures, `${name}.png`);
  await writeFile(file, await portrait(seed, 1_024));
  await open(person, '/profilePicUpload');
  await person.page.locator('input[type=file]').first().setInputFiles(file);
  await until(`the picture of ${name}`, async () => (await ownProfile(person)).profilePicIds.length === 1);
}

/** Returns the person's profile from the API, for assertions only. */
const ownProfile = (person: Person): Promise<{ id: string; profilePicIds: string[] }> =>
  person.page.evaluate(async () => {
    const { defaultProfileId } = await (await fetch('/api/settings')).json();
    return (await fetch(`/api/profile/${defaultProfileId}`)).json();
  });

/** Uses the device's GPS, then drags the marker a little. */
async function placeOnMap(person: Person): Promise<{ lat: number; lng: number }> {
  await open(person, '/search/map');
  await person.page.getByRole('button', { name: /Switch to GPS/ }).click();
  await until('a fix of the device', async () => (await reported(person))?.type === 'device');
  await person.page.getByRole('button', { name: /Switch to walk/ }).click();
  await until('walk mode', async () => (await reported(person))?.type === 'override');
  await person.page.getByRole('button', { name: /^Me/ }).click();
  const before = await settled(person);
  await person.page.mouse.move(before.x, before.y);
  await person.page.mouse.down();
  await person.page.mouse.move(before.x + 24, before.y + 12, { steps: 6 });
  await person.page.mouse.up();
  return until('the marker to stand where it was dragged', async () => {
    const now = await reported(person);
    return now !== null && (now.lat !== before.lat || now.lng !== before.lng) ? now : null;
  });
}

/** Returns the marker's position on the screen once the map has moved, so that the marker is in the middle of the map. */
async function settled(person: Person): Promise<{ x: number; y: number; lat: number; lng: number }> {
  const box = await person.page.locator('.map-view-target').boundingBox();
  if (box === null) throw new Error('There is no map');
  const place = await until('the map to rest on the own marker', async () => {
    const own = await reported(person);
    const view = await keptEntry<{ lat: number; lon: number }>(person.page, 'mapViewState');
    return own !== null && view !== null && Math.abs(view.lat - own.lat) < 1e-4 && Math.abs(view.lon - own.lng) < 1e-4
      ? own
      : null;
  });
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, ...place };
}

const reported = (person: Person): Promise<{ type: string; lat: number; lng: number } | null> =>
  keptEntry(person.page, 'lastLocation');

test('both register by email and fill in their profiles', async () => {
  await register(alan, 'alan@example.org');
  await describe(alan, 'Alan', '1990-05-17', 3);
  await register(beno, 'beno@example.org');
  await describe(beno, 'Beno', '1988-02-01', 8);
});

test('both place themselves on the map, two miles apart, and Beno finds Alan there and in the tiles', async () => {
  const alansPoint = await placeOnMap(alan);
  const benosPoint = await placeOnMap(beno);
  expect(
    distanceMetres({ lat: alansPoint.lat, lon: alansPoint.lng }, { lat: benosPoint.lat, lon: benosPoint.lng }),
  ).toBeGreaterThan(2_500);

  const alansProfile = await ownProfile(alan);
  const published = await until('Alan to be published', () =>
    beno.page.evaluate(async (id) => {
      const answer = await fetch('/api/profile-briefs/nearest');
      // The server refuses this until Beno's own position is reported too.
      const briefs: { profileId: string; lat: number; lon: number }[] = answer.ok ? await answer.json() : [];
      return briefs.find((brief) => brief.profileId === id) ?? null;
    }, alansProfile.id),
  );
  const expected = shownDistance(distanceMetres({ lat: benosPoint.lat, lon: benosPoint.lng }, published), 'miles', 'en-US');

  await open(beno, '/search/tile');
  const tile = main(beno).getByRole('link', { name: /Alan/ });
  await tile.getByText(expected, { exact: true }).waitFor();

  await open(beno, '/search/map');
  await beno.page.getByRole('button', { name: /List/ }).click();
  await beno.page.getByRole('complementary').getByRole('listitem').filter({ hasText: 'Alan' }).getByText(expected).waitFor();
});

test('Beno likes Alan, who finds Beno in the list of likes', async () => {
  await open(beno, '/search/tile');
  await main(beno).getByRole('link', { name: /Alan/ }).click();
  await main(beno).getByRole('button', { name: 'Like', exact: true }).click();
  await main(beno).getByRole('button', { name: 'Remove Like' }).waitFor();
  await open(alan, '/likes/profilelikedyou');
  await main(alan).getByText('Beno').waitFor();
  expect(pathOf(alan.page)).toBe('/likes/profilelikedyou');
});

const log = (person: Person) => person.page.getByRole('log');
const write = async (person: Person, text: string) => {
  await person.page.getByRole('textbox', { name: /^Message to/ }).fill(text);
  await person.page.getByRole('button', { name: 'Send', exact: true }).click();
  await log(person).getByText(text).waitFor();
};

test('Beno writes, Alan sees it immediately and replies, and Beno sees that the message was seen', async () => {
  alansId = (await ownProfile(alan)).id;
  benosId = (await ownProfile(beno)).id;
  await open(alan, '/chat/personal');
  await open(beno, `/profile/${alansId}`);
  await main(beno).getByRole('link', { name: /Chat/ }).click();
  await write(beno, 'Hello Alan, coffee on Friday?');
  await main(alan).getByText('Hello Alan, coffee on Friday?').click();
  await log(alan).getByText('Hello Alan, coffee on Friday?').waitFor();
  await log(beno).getByText('Seen', { exact: true }).waitFor();
  await write(alan, 'With pleasure, at ten.');
  await log(beno).getByText('With pleasure, at ten.').waitFor();
});

test('a push for Alan is encrypted by the server, shown by their device, and its click opens the conversation', async () => {
  await open(alan, '/settings#devices');
  await alan.page.getByRole('button', { name: 'Notify me on this device' }).click();
  await alan.page.getByLabel('Name of the device').fill('My phone');
  await alan.page.getByRole('button', { name: 'Switch on notifications' }).click();
  await alan.page.getByText('(this device)').waitFor();
  await open(alan, '/aboutus');
  const before = push.received.length;
  await write(beno, 'I will bring cake.');
  const payload = await until('the push', async () => push.received[before]?.payload);
  for (const secret of ['Beno', 'cake', benosId]) expect(payload).not.toContain(secret);
  await deliverUntilShown(alan.page, origin, payload);
  const { tag } = JSON.parse(payload).notification;
  await expect.poll(async () => (await shown(alan.page)).map((one) => one.tag), { timeout: 10_000 }).toEqual([tag]);
  await clickShown(alan.page, tag);
  await until('the conversation', async () => pathOf(alan.page) === `/chat/personal/${benosId}`);
  await log(alan).getByText('I will bring cake.').waitFor();
});

test('offline, Alan can read the conversation, the profile and the map, and new messages wait, even after the app was closed', async () => {
  await open(alan, `/profile/${benosId}`);
  await main(alan).getByText('Beno').first().waitFor();
  await open(alan, '/search/map');
  await until('the tiles of the map to be on the device', () => alan.page.evaluate(() => areTilesCached()));
  await open(alan, `/chat/personal/${benosId}`);
  await log(alan).getByText('With pleasure, at ten.').waitFor();

  await goOffline(alan.page);
  await alan.page.reload();
  await log(alan).getByText('Hello Alan, coffee on Friday?').waitFor();
  await write(alan, 'First, from the tunnel.');
  await write(alan, 'Second, from the tunnel.');
  await expect.poll(() => log(alan).getByText('Waiting', { exact: true }).count()).toBe(2);
  await open(alan, `/profile/${benosId}`);
  await main(alan).getByText('Beno').first().waitFor();
  await open(alan, '/search/map');
  await main(alan).getByRole('application').waitFor();
  expect(await alan.page.evaluate(() => areTilesCached())).toBe(true);

  await alan.closeApp();
  await alan.openApp(`${origin}/chat/personal/${benosId}`, { isOffline: true });
  await expect.poll(() => log(alan).getByText('Waiting', { exact: true }).count()).toBe(2);
  expect(await log(beno).getByText('from the tunnel').count()).toBe(0);
});

test('back online, both messages arrive once and in order', async () => {
  await alan.context.setOffline(false);
  await log(beno).getByText('Second, from the tunnel.').waitFor();
  await expect.poll(() => log(alan).getByText('Waiting', { exact: true }).count()).toBe(0);
  const texts = await log(beno).getByText('from the tunnel').allInnerTexts();
  expect(texts).toEqual(['First, from the tunnel.', 'Second, from the tunnel.']);
  await beno.page.reload();
  await log(beno).getByText('Second, from the tunnel.').waitFor();
  expect(await log(beno).getByText('from the tunnel').allInnerTexts()).toEqual(texts);
});

test('Alan blocks Beno, and each disappears for the other immediately', async () => {
  await open(alan, `/profile/${benosId}`);
  await main(alan).getByRole('button', { name: 'More actions' }).click();
  await alan.page.getByRole('menuitem', { name: 'Block', exact: true }).click();
  await alan.page.getByText('Blocked and Redirecting...').waitFor();
  await until('the way home', async () => pathOf(alan.page) === '/');
  for (const person of [alan, beno]) {
    const other = person === alan ? 'Beno' : 'Alan';
    for (const to of ['/search/tile', '/chat/personal', '/likes/youlikedprofile', '/likes/profilelikedyou', '/notifications']) {
      await open(person, to);
      await person.page.waitForLoadState('networkidle');
      expect.soft(await main(person).getByText(other).count(), `${other} on ${to}`).toBe(0);
    }
  }
});

test('Alan logs out, and none of their data remains in the browser', async () => {
  await open(alan, '/logout');
  await alan.page.getByText('You are being logged out.').waitFor();
  await alan.page
    .getByRole('link', { name: 'Login Again' })
    .or(alan.page.getByRole('button', { name: 'Login Again' }))
    .waitFor();
  await expect.poll(() => alan.page.evaluate(() => whatIsLeft())).toMatchObject({ databases: [], session: [], memberCaches: [] });
  const left = await alan.page.evaluate(() => whatIsLeft());
  for (const trace of ['Alan', 'Beno', 'tunnel', alansId, benosId]) expect(left.text).not.toContain(trace);
});

test('neither browser logged an error, and no other host was contacted', async () => {
  expect([...alan.complaints, ...beno.complaints]).toEqual([]);
  expect([...alan.hosts, ...beno.hosts].filter((contacted) => contacted !== host)).toEqual([]);
});
