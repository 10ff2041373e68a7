// A new member's first evening in German and in Arabic: registration, mail, first steps, people, a conversation, settings and a
// push.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import ar from '#shared/languages/ar.json' with { type: 'json' };
import de from '#shared/languages/de.json' with { type: 'json' };
import arOfServer from '#server/texts/ar.json' with { type: 'json' };
import deOfServer from '#server/texts/de.json' with { type: 'json' };
import type { Member } from '#server/testing/app/members.ts';
import type { TestApp } from '#server/testing/app/test-app.ts';
import { like, reportPosition } from '#server/testing/members/actions.ts';
import { openAppWithPush } from './support/app-with-push.ts';
import { openPerson } from './support/person.ts';
import { deliver, shown } from './support/push.ts';
import { whenWorkerControls } from './support/worker.ts';

const place = { latitude: 33.4567, longitude: -112.0834 };
let service: Awaited<ReturnType<typeof openAppWithPush>>;
let app: TestApp;
let ben: Member;

beforeAll(async () => {
  service = await openAppWithPush();
  app = service.app;
  ben = await app.member({ name: 'Ben' });
  await reportPosition(ben, app.clock.now(), { lat: place.latitude, lon: place.longitude, hide: false });
});
afterAll(() => service.close());

/** Saves a subscription at the fake push service, as the settings do with one of the browser's. Returns the member's profile id. */
function subscribe(page: Page): Promise<string> {
  return page.evaluate(async (subscription) => {
    const body = JSON.stringify({ pushSubscriptions: [subscription] });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch('/api/settings', { method: 'PUT', headers, body });
    return (await answer.json()).defaultProfileId as string;
  }, service.subscribe());
}

test.each([
  ['de-DE', 'ltr', de, deOfServer],
  ['ar-EG', 'rtl', ar, arOfServer],
] as const)('a new member with a browser in %s reads that language', async (locale, direction, words, serverWords) => {
  const person = await openPerson({ locale, geolocation: place, hasNotifications: true });
  const { page } = person;
  const email = `nora.${direction}@example.org`;
  const main = page.getByRole('main');
  const heading = (name: string) => main.getByRole('heading', { level: 1, name }).waitFor();

  await page.goto(`${app.origin}/register`);
  await heading(words['Register / Recover Login']);
  expect(await page.evaluate(() => document.documentElement.dir)).toBe(direction);
  await page.getByLabel(words.Email).fill(email);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: words['Send Login Link'] }).click();
  await page.getByRole('heading', { name: words['Look in your mail'] }).waitFor();
  await expect.poll(() => app.mail.sent.findLast(({ to }) => to === email)?.subject).toBe(serverWords['Your sign-in link']);

  const token = /#token=[\w-]+/.exec(app.mail.sent.findLast(({ to }) => to === email)?.text ?? '')?.[0] ?? '';
  await page.goto(`${app.origin}/login${token}`);
  await page.getByLabel(words['Public name']).fill('Nora');
  await page.getByLabel(words.Birthdate).fill('1990-05-17');
  await main.getByRole('button', { name: words.Next }).click();
  await main.getByRole('button', { name: words['Skip this for now'] }).click();
  // The report of the place must have succeeded before the page is left.
  const placed = page.waitForResponse((answer) => answer.url().includes('/api/profile-position') && answer.ok());
  await main.getByRole('button', { name: words['Use GPS'] }).click();
  await placed;

  await main.getByRole('link', { name: /Ben/ }).first().waitFor();
  await page.goto(`${app.origin}/search/tile`);
  await heading(words.Tiles);
  // The dot comes before the name, once Ben is online.
  await main.getByRole('link', { name: /Ben/ }).click();
  await main.getByRole('link', { name: words.Chat, exact: true }).click();
  await page.locator('textarea').fill('Servus, Ben');
  await page.getByRole('button', { name: words.Send, exact: true }).click();
  await page.getByRole('log').getByText('Servus, Ben').waitFor();

  await page.goto(`${app.origin}/settings`);
  await heading(words['Account Settings']);
  await whenWorkerControls(page);
  const profileId = await subscribe(page);
  // A member who has the app in view gets no push of a like.
  await page.goto(`${app.origin}/robots.txt`);
  const before = service.received.length;
  await like(ben, { profileId });
  await expect.poll(() => service.received.length).toBe(before + 1);
  const payload = service.received[before]?.payload ?? '';
  const news = serverWords['Something new is waiting for you'];
  expect(JSON.parse(payload).notification.body).toBe(news);
  await deliver(page, app.origin, payload);
  await expect.poll(async () => (await shown(page)).map(({ body }) => body)).toEqual([news]);
  expect(person.complaints).toEqual([]);
  await person.leave();
});
