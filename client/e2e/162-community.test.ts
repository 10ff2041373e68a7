// The community games on a phone: cooties, health report, welcome committee.
import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { cooties, health, welcome } from '#shared/contract/community.ts';
import { utcDay } from '#shared/formats/times.ts';
import { dayOf, healthNoticeText, healthRules } from '#shared/rules/community.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { reportPosition, write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { people } from './support/people.ts';

const yearMs = 365 * dayMs;
const fixture = people({
  isWithoutWorker: true,
  limits: { communitySweepMs: 20, sessionIdleMs: yearMs, maxSessionMs: yearMs },
  rates: { healthReports: { max: 1, perMs: dayMs } },
});
const { open } = fixture;

const newMember = (name: string): Promise<Member> => fixture.app.member({ name });
async function talk(a: Member, b: Member): Promise<void> {
  await write(a, b, 'hello');
  await write(b, a, 'hello yourself');
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const points = (page: Page) => page.locator('.game-score dd').first();

/** The next day, after the glitter was passed on. */
async function overNight(): Promise<void> {
  const { clock, world } = fixture.app;
  clock.pass(dayMs);
  const yesterday = dayOf(clock.now()) - dayMs;
  const round = world.db.read.selectFrom('cooties_rounds').select('day').where('day', '=', yesterday);
  await vi.waitFor(async () => expect(await round.execute()).toHaveLength(1));
}

it('glitter is passed on overnight until three members have it, and a member who stops playing has none', async () => {
  const [anton, ...others] = [
    await newMember('Anton'),
    await newMember('Boris'),
    await newMember('Carl'),
    await newMember('Dora'),
  ];
  const page = await open(anton, '/games');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Cooties/ })
    .click();
  await heading(page, 'Do you want to sparkle?').waitFor();
  await button(page, 'Join in').click();
  await heading(page, 'You sparkle').waitFor();
  await page.getByText('Passed on to 0 of 3').waitFor();

  for (const other of others) await other.call(cooties.putCooties, { body: { isPlaying: true } });
  const [boris = anton, ...later] = others;
  await talk(anton, boris);
  await overNight();
  await page.reload();
  await page.getByText('Passed on to 1 of 3').waitFor();
  await expect.poll(() => points(page).textContent()).toBe('1');
  const boriss = await open(boris, '/games/cooties');
  await heading(boriss, 'You sparkle').waitFor();
  expect(await boriss.getByText('Anton').count()).toBe(0);

  for (const other of later) await talk(anton, other);
  await overNight();
  await page.reload();
  await heading(page, 'No glitter on you').waitFor();
  await page.getByText('Passed on to 3').waitFor();
  await expect.poll(() => points(page).textContent()).toBe('3');

  await button(page, 'Stop playing').click();
  await button(page, 'Stop').click();
  await heading(page, 'Do you want to sparkle?').waitFor();
  expect(await page.getByText('Passed on to 3').count()).toBe(0);
  for (const other of others) await other.call(cooties.putCooties, { body: { isPlaying: false } });
});

it('a health report reaches its recipient a day later, without name or time, and links to places to get tested', async () => {
  const { app } = fixture;
  const [anton, boris, carl] = [await newMember('Anton'), await newMember('Boris'), await newMember('Carl')];
  for (const other of [boris, carl]) await talk(anton, other);
  const page = await open(anton, '/games/health');
  await page.getByText('How does that work?').click();
  await page.getByText(healthNoticeText, { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'Boris' }).check();
  await page.getByText('1 of at most 20').waitFor();
  await button(page, 'Notify 1 member').click();
  await button(page, 'Notify them').click();
  await page.getByText(/will be notified within about a day/).waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(0);
  expect(await anton.call(health.getHealthReporting)).toMatchObject({ mayReport: false });

  app.clock.pass(healthRules.maxDelayMs);
  await vi.waitFor(async () => expect(await app.world.db.read.selectFrom('health_notices').select('id').execute()).toEqual([]));
  const told = await open(boris, '/notifications');
  const word = told.getByRole('listitem').filter({ hasText: healthNoticeText });
  await word.waitFor();
  expect(await word.locator('time').textContent()).toBe(utcDay(dayOf(app.clock.now()), 'en-US'));
  expect(await word.textContent()).not.toContain('Anton');
  await word.getByText(healthNoticeText).click();
  await heading(told, 'Where to Get Tested').waitFor();
  await told.getByRole('link', { name: 'European Test Finder' }).waitFor();
  await told.getByRole('button', { name: 'Back', exact: true }).click();
  await told.getByText('Anton wrote to you.').waitFor();
  expect(await word.count()).toBe(0);
  const untold = await open(carl, '/notifications');
  await untold.getByText('Anton wrote to you.').waitFor();
  expect(await untold.getByText(healthNoticeText).count()).toBe(0);
});

it('a newcomer who agrees is greeted, replies, is vouched for, and shows it', async () => {
  const { app } = fixture;
  const [anton, boris] = [await newMember('Anton'), await newMember('Boris')];
  for (const member of [anton, boris]) await reportPosition(member, app.clock.now());
  const boriss = await open(boris, '/chat/personal');
  await boriss.getByRole('link', { name: 'New here? Let someone say hello' }).click();
  await heading(boriss, 'Good to have you here').waitFor();
  await button(boriss, 'Yes, please').click();
  await heading(boriss, 'You will be greeted').waitFor();

  const page = await open(anton, '/games/welcome');
  await page.getByRole('switch', { name: 'I say hello to newcomers' }).click();
  await button(page, 'Say hello to Boris').click();
  const editor = page.getByRole('textbox', { name: 'Message to Boris' });
  await expect.poll(() => editor.inputValue()).toMatch(/Boris/);
  await button(page, 'Send').click();
  const log = page.getByRole('log');
  await log.getByText(/Boris/).waitFor();
  await log.getByText(/^(Sent|Not seen)$/).waitFor();
  await write(boris, anton, 'Thank you, kind of you');
  await log.getByText('Thank you, kind of you').waitFor();
  await expect.poll(() => anton.call(welcome.getWelcome)).toMatchObject({ points: 3 });

  await page.goto(`${app.origin}/games/welcome`);
  await expect.poll(() => points(page).textContent()).toBe('3');
  await page.getByRole('tab', { name: 'Your hellos' }).click();
  await page.getByText(/Answered$/).waitFor();
  const vouch = button(page, 'Vouch for Boris');
  await vouch.click();
  await expect.poll(() => vouch.getAttribute('aria-pressed')).toBe('true');

  for (const name of ['Carl', 'Dora']) await vouchFor(boris, await newMember(name));
  await boriss.reload();
  await boriss.getByText('3 members vouch for you.').waitFor();
  await boriss.getByRole('switch', { name: 'Show vouches on my profile' }).click();
  await expect.poll(() => boris.call(welcome.getWelcome)).toMatchObject({ showsVouches: true });
  await page.goto(`${app.origin}/profile/${boris.profileId}`);
  await page.getByText('Vouched for by 3 members').waitFor();
});

async function vouchFor(newcomer: Member, greeter: Member): Promise<void> {
  await reportPosition(greeter, fixture.app.clock.now());
  await greeter.call(welcome.putWelcome, { body: { isGreeter: true } });
  await greeter.call(welcome.postHello, { body: { profileId: newcomer.profileId } });
  await talk(greeter, newcomer);
  await expect.poll(() => greeter.call(welcome.getHellos)).toMatchObject([{ isAnswered: true }]);
  await greeter.call(welcome.putVouch, { body: { profileId: newcomer.profileId, isVouchedFor: true } });
}
