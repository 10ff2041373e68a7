// The old worker still fetches files and a picture over a connection that has stalled, when the member agrees to an update.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyBuilt, type BuiltCopy } from './support/built.ts';
import { startFront, type Front } from './support/front.ts';
import { signUp } from './support/member.ts';
import { desktop, openPerson, type Person } from './support/person.ts';
import { startServer, until, type RunningServer } from './support/server.ts';

/** Well below the time after which browsers end a busy worker themselves, five minutes in Chromium. */
const agreedWithinMs = 30_000;

let server: RunningServer;
let copy: BuiltCopy;
let front: Front;
let person: Person;

beforeAll(async () => {
  server = await startServer();
  copy = await copyBuilt();
  front = await startFront(copy.distDir, server.port);
  person = await openPerson({ viewport: desktop, hasTouch: false });
});

afterAll(async () => {
  await person.leave();
  await front.close();
  await copy.remove();
  await server.stop();
});

test('Reload applies the update although files of other screens and a picture never arrive', async () => {
  const ada = await signUp({ ...server, origin: front.origin }, 'Ada');
  const { page } = person;
  const held: string[] = [];
  // Files of screens that the page has not opened.
  front.isHeld = (path) => path.startsWith('/assets/later-map') && held.push(path) > 0;
  await ada.open(person, '/tos');
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await copy.deployChange();
  await front.restart();
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((registration) => registration?.update()));
  // The new build needs the same file at its installation, and gets it.
  front.isHeld = (path) => path.startsWith('/api/profile-pic/') && held.push(path) > 0;
  await page.getByRole('button', { name: 'Reload' }).waitFor();
  await page.evaluate((id) => (new Image().src = `/api/profile-pic/${id}?scale_x=64`), crypto.randomUUID());
  await expect.poll(() => held.at(-1)).toContain('/api/profile-pic/');
  await page.evaluate(() => Object.assign(globalThis, { isTheSamePage: true }));
  await page.getByRole('button', { name: 'Reload' }).click();
  const isReloaded = () => page.evaluate(() => !('isTheSamePage' in globalThis) && document.readyState === 'complete');
  await until('the reload', () => isReloaded().catch(() => false), agreedWithinMs);
  expect(await page.evaluate(async () => (await (await fetch('/style.css')).text()).includes('.changed'))).toBe(true);
});
