// An update arrives while the member writes: nothing is lost, nothing reloads automatically, and the old build keeps working.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyBuilt, type BuiltCopy, type Change } from './support/built.ts';
import { startFront, type Front } from './support/front.ts';
import { signUp, type Member } from './support/member.ts';
import { desktop, openPerson, type Person } from './support/person.ts';
import { startServer, until, type RunningServer } from './support/server.ts';
import { recordSpeech, spokenOn } from './support/spoken.ts';

const written = ['one', 'two', 'three', 'four', 'five'];
const half = 'Shall we meet at the';

let server: RunningServer;
let copy: BuiltCopy;
let front: Front;
let person: Person;
let ada: Member;
let ben: Member;
let other: Page;
let change: Change;

beforeAll(async () => {
  server = await startServer();
  copy = await copyBuilt();
  front = await startFront(copy.distDir, server.port);
  const fronted = { ...server, origin: front.origin };
  ada = await signUp(fronted, 'Ada');
  ben = await signUp(fronted, 'Ben');
  await ben.say('Hello Ada', ada.profileId);
  person = await openPerson({ viewport: desktop, hasTouch: false });
  await ada.open(person, conversation());
  await person.page.getByRole('log').getByText('Hello Ada').waitFor();
  await until('the worker and the device database', () => isSettled(person.page), 60_000);
});

afterAll(async () => {
  await person.leave();
  await front.close();
  await copy.remove();
  await server.stop();
});

test('with five messages waiting and a draft, a new build is announced and the page stays unchanged', async () => {
  other = await person.context.newPage();
  await recordSpeech(other);
  await other.goto(front.origin + conversation());
  await editor(other).fill('In the other tab');
  front.isCut = true;
  for (const text of written) {
    await editor().fill(text);
    await person.page.getByRole('button', { name: 'Send', exact: true }).click();
    await person.page.getByRole('log').getByText(text, { exact: true }).waitFor();
  }
  await editor().pressSequentially(half);
  for (const page of [person.page, other]) await page.evaluate(() => Object.assign(globalThis, { isTheSamePage: true }));

  change = await copy.deployChange();
  await front.restart();
  await person.page.evaluate(() => navigator.serviceWorker.getRegistration().then((registration) => registration?.update()));
  const notice = person.page.getByText('An update is available.');
  await notice.waitFor();
  for (const part of [notice, editor()]) {
    const box = await part.boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(desktop.height);
  }
  expect(await isTheSame(person.page)).toBe(true);
  expect(await editor().inputValue()).toBe(half);
  expect(await editor().evaluate((field) => field === document.activeElement)).toBe(true);
  await editor().pressSequentially(' lake');
  expect(await isNewBuild(person.page)).toBe(false);
});

test('the new build is announced once; dismissing the notice focuses the heading, and it is not announced again', async () => {
  const said: string[] = [];
  const heard = async () => said.push(...(await spokenOn(other)).filter((text) => text === 'An update is available.'));
  await expect.poll(heard).toBe(1);
  await other.getByRole('button', { name: 'Dismiss' }).focus();
  await other.keyboard.press('Enter');
  await other.getByRole('button', { name: 'Dismiss' }).waitFor({ state: 'detached' });
  expect(await other.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect(await heard()).toBe(1);
});

test('on a phone, the notice and its buttons are one line', async () => {
  await person.page.setViewportSize({ width: 360, height: 740 });
  const middles = [];
  for (const part of [
    person.page.getByText('An update is available.'),
    person.page.getByRole('button', { name: 'Reload' }),
    person.page.getByRole('button', { name: 'Dismiss' }),
  ]) {
    const { y = NaN, height = NaN } = (await part.boundingBox()) ?? {};
    middles.push(Math.round(y + height / 2));
  }
  await person.page.setViewportSize(desktop);
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(1);
});

test('a page of the old build still loads its lazy chunks, from the device and from the server', async () => {
  await person.page.getByRole('button', { name: 'More', exact: true }).click();
  await person.page.getByRole('dialog').getByRole('link', { name: 'Terms of Service' }).click();
  await person.page.getByRole('heading', { level: 1, name: /Terms/ }).waitFor();
  const fromServer = await fetch(front.origin + change.oldChunk);
  expect(fromServer.status).toBe(200);
  await person.page.goBack();
  await expect.poll(() => editor().inputValue()).toBe(`${half} lake`);
  expect(await isTheSame(person.page)).toBe(true);
});

test('one confirmed reload activates the new build, with draft and outbox; the other tab keeps its draft', async () => {
  await person.page.getByRole('button', { name: 'Reload' }).click();
  // The old page may still request styles from the new worker while it unloads.
  const isReloaded = async () => !(await isTheSame(person.page)) && (await isNewBuild(person.page));
  await until('the new build', () => isReloaded().catch(() => false), 180_000);
  await expect.poll(() => editor().inputValue()).toBe(`${half} lake`);
  for (const text of written) await person.page.getByRole('log').getByText(text, { exact: true }).waitFor();
  expect(await workersOf(person.page)).toEqual(['activated']);
  expect(await isTheSame(other)).toBe(true);
  expect(await editor(other).inputValue()).toBe('In the other tab');
});

test('the waiting messages are sent once each and in order', async () => {
  front.isCut = false;
  await person.page.evaluate(() => dispatchEvent(new Event('online')));
  const heard = async () => {
    const all = (await ben.ask('GET', `/api/messages/between/${ben.profileId}/${ada.profileId}`)) as { bodyText: string }[];
    return all
      .map(({ bodyText }) => bodyText)
      .filter((text) => text !== 'Hello Ada')
      .toReversed();
  };
  await until('all five', async () => (await heard()).length >= written.length, 60_000);
  await person.page.getByRole('log').getByText('Waiting', { exact: true }).first().waitFor({ state: 'detached' });
  expect(await heard()).toEqual(written);
  // The test itself cut the socket.
  expect(person.complaints.filter((text) => !text.startsWith('WebSocket connection'))).toEqual([]);
});

test('a server that restarts while a part is loaded leaves the screen and its draft, and the part follows', async () => {
  const carl = await signUp(server, 'Carl');
  // The device has no copy of the part, because there is no worker.
  const visitor = await openPerson({ viewport: desktop, hasTouch: false, isWithoutWorker: true });
  const { page } = visitor;
  try {
    await carl.open(visitor, conversation());
    await editor(page).fill(half);
    await page.evaluate(() => Object.assign(globalThis, { isTheSamePage: true }));
    await server.kill('SIGTERM');
    const missed: string[] = [];
    page.on('requestfailed', (request) => request.resourceType() === 'script' && missed.push(request.url()));
    await page.getByRole('button', { name: 'Add pictures' }).click();
    // One of its files is requested again.
    await expect.poll(() => new Set(missed).size < missed.length).toBe(true);
    await editor(page).pressSequentially(' lake');
    await server.start();
    await page.getByRole('dialog').waitFor();
    expect(await isTheSame(page)).toBe(true);
    await page.keyboard.press('Escape');
    expect(await editor(page).inputValue()).toBe(`${half} lake`);
  } finally {
    await visitor.leave();
  }
});

const conversation = (): string => `/chat/personal/${ben.profileId}`;

function editor(page = person.page) {
  return page.getByRole('textbox', { name: /^Message to/ });
}

const isTheSame = (page: Page): Promise<boolean> => page.evaluate(() => Reflect.get(globalThis, 'isTheSamePage') === true);

/** Tells the build by the style sheet that the page gets from its worker. */
const isNewBuild = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await (await fetch('/style.css')).text()).includes('.changed'));

/** True once the device can store messages. */
const isSettled = (page: Page): Promise<boolean> =>
  page.evaluate(
    async () =>
      navigator.serviceWorker.controller?.state === 'activated' &&
      (await indexedDB.databases()).some(({ name }) => name === 'member'),
  );

/** The states of the active service worker and of a waiting one. */
const workersOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return [registration?.active, registration?.waiting].flatMap((worker) => (worker ? [worker.state] : []));
  });
