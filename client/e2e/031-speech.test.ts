// Screen readers announce messages that arrive, but none that are loaded. A form with an error focuses the field.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hourMs } from '#shared/rules/durations.ts';
import { bubble, log, write } from './support/chat.ts';
import { signUp, type Member } from './support/member.ts';
import { openPerson, type Person } from './support/person.ts';
import { startServer, type RunningServer } from './support/server.ts';
import { recordSpeech, spokenOn } from './support/spoken.ts';

let server: RunningServer;
let ada: Member;
let ben: Member;
let person: Person;
let page: Page;

beforeAll(async () => {
  server = await startServer();
  ada = await signUp(server, 'Ada');
  ben = await signUp(server, 'Ben');
  person = await openPerson();
  ({ page } = person);
  await recordSpeech(page);
  await ada.open(person, '/tos');
});
afterAll(async () => {
  await person.leave();
  await server.stop();
});

const withBen = () => `/chat/personal/${ben.profileId}`;
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name') ?? null);

test('an open conversation announces each message of the other member, even the first, and no own messages', async () => {
  await page.goto(server.origin + withBen());
  await page.getByText('You and Ben haven’t written to each other yet.').waitFor();
  await page.waitForLoadState('networkidle');
  await spokenOn(page);
  await ben.say('Good morning', ada.profileId);
  await bubble(page, 'Good morning').waitFor();
  await expect.poll(() => spokenOn(page)).toEqual(['Ben: Good morning']);
  await write(page, 'Good morning to you');
  await bubble(page, 'Good morning to you').getByText('Not seen').waitFor();
  await ben.say('Coffee?', ada.profileId);
  await bubble(page, 'Coffee?').waitFor();
  await expect.poll(() => spokenOn(page)).toEqual(['Ben: Coffee?']);
});

test('neither the messages of a conversation that is opened nor older ones that are loaded are announced', async () => {
  for (let count = 1; count <= 15; count += 1) {
    await ben.say(`Message ${count}`, ada.profileId);
    await ada.say(`Reply ${count}`, ben.profileId);
  }
  await page.goto(server.origin + withBen());
  await bubble(page, 'Reply 15').waitFor();
  await expect
    .poll(async () => {
      await page.locator('.log-scroller').evaluate((scroller) => scroller.scrollTo(0, 0));
      return bubble(page, 'Good morning').count();
    })
    .toBe(1);
  await page.waitForLoadState('networkidle');
  expect(await log(page).getByRole('listitem').count()).toBeGreaterThan(30);
  expect((await spokenOn(page)).filter((text) => /Message|Reply|Ben:|You:/.test(text))).toEqual([]);
});

test('the messages of an area are not announced when they are loaded', async () => {
  const at = { use: 'OVERRIDE', overrideLat: 52.5, overrideLon: 13.4, hide: false, tsEffectiveUntil: Date.now() + hourMs };
  for (const { ask, profileId } of [ada, ben]) await ask('PUT', `/api/profile-position/${profileId}`, { profileId, ...at });
  await ben.ask('POST', '/api/message', { senderProfileId: ben.profileId, bodyText: 'Anybody at the lake?', profilePicIds: [] });
  await page.goto(`${server.origin}/chat/broadcast`);
  const row = page.getByRole('log').getByRole('listitem').filter({ hasText: 'Anybody at the lake?' });
  await row.waitFor();
  expect((await spokenOn(page)).join(' ')).not.toContain('lake');
  // The sender's name is read only once.
  expect((await row.textContent())?.match(/Ben/g)).toHaveLength(1);
});

test('a profile without a name is not saved, and its field gets the focus with the reason', async () => {
  await page.goto(`${server.origin}/profileEdit`);
  const field = page.locator('[name=profilename]');
  await field.fill('');
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect.poll(focused).toBe('profilename');
  const reason = () => field.evaluate((one) => document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent);
  expect(await reason()).toContain('Please enter a public name');
});

test('filters that cannot be applied focus the field that is wrong', async () => {
  await page.goto(`${server.origin}/search/tile`);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Age from').fill('50');
  await page.getByLabel('Age to').fill('20');
  await page.getByRole('dialog').getByRole('button', { name: 'Show', exact: true }).click();
  await expect.poll(focused).toBe('ageMax');
});

test('a login without email address or password focuses the empty field', async () => {
  const visitor = await openPerson();
  try {
    await visitor.page.goto(`${server.origin}/login`);
    const name = () => visitor.page.evaluate(() => document.activeElement?.getAttribute('name') ?? null);
    const send = () => visitor.page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
    await send();
    await expect.poll(name).toBe('username');
    await visitor.page.getByLabel('Email').fill('ada@example.org');
    await send();
    await expect.poll(name).toBe('password');
  } finally {
    await visitor.leave();
  }
});
