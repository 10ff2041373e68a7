// Members without a name and a birthdate are asked for them in place, before anything is done and without losing what they typed.
import { expect, it } from 'vitest';
import { settings } from '#shared/contract/settings.ts';
import { people, stored } from './support/people.ts';
import type { Page } from 'playwright-core';

const fixture = people({ isWithoutWorker: true });
const { open } = fixture;

const promptText = /Please add your name and your birthdate first/;
const newcomer = () => fixture.app.member({ name: '', birthdate: null });

async function complete(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your name and birthdate' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Please enter a public name.').waitFor();
  await dialog.getByLabel('Public name').fill(name);
  await dialog.getByLabel('Birthdate').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('You must be at least 18 years old.').waitFor();
  await dialog.getByLabel('Birthdate').fill('1990-05-17');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
}

it('a message stays in the editor while name and birthdate are added, and is sent then', async () => {
  const [nora, anton] = [await newcomer(), await fixture.app.member({ name: 'Anton' })];
  const page = await open(nora, `/chat/personal/${anton.profileId}`);
  await page.getByText(promptText).waitFor();
  const editor = page.getByRole('textbox', { name: /^Message to/ });
  await editor.fill('Hello Anton, I am new here');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await complete(page, 'Nora');
  await page.getByText(promptText).waitFor({ state: 'detached' });
  expect(await editor.inputValue()).toBe('Hello Anton, I am new here');
  await expect.poll(async () => (await stored(nora)).profilename).toBe('Nora');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('log').getByText('Hello Anton, I am new here').waitFor();
  expect(await editor.inputValue()).toBe('');
});

it('the Like button asks first, and likes nobody until then', async () => {
  const [nora, anton] = [await newcomer(), await fixture.app.member({ name: 'Anton' })];
  const page = await open(nora, `/profile/${anton.profileId}`);
  const button = page.getByRole('button', { name: 'Like', exact: true });
  await button.click();
  await complete(page, 'Nora');
  expect(await page.getByRole('button', { name: 'Remove Like' }).count()).toBe(0);
  await expect.poll(async () => (await stored(nora)).profilename).toBe('Nora');
  await button.click();
  await page.getByRole('button', { name: 'Remove Like' }).waitFor();
});

it('the health report of a member who has chatted with nobody says so, and asks for nothing', async () => {
  const page = await open(await newcomer(), '/games/health');
  await page.getByText('There are none yet.').waitFor();
  expect(await page.getByText(promptText).count()).toBe(0);
});

it.each(['/search/swype', '/games/ratinggame', '/games/photocrop'])('%s asks instead of showing members', async (path) => {
  const page = await open(await newcomer(), path);
  await page.getByText(promptText).waitFor();
  await page.getByRole('button', { name: 'Add them' }).click();
  await complete(page, 'Nora');
  await page.getByText(promptText).waitFor({ state: 'detached' });
});

it('a member who shows no visits reads why the filter finds nobody', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const page = await open(anton, '/settings#privacy');
  await page.getByRole('switch', { name: 'Show when I am online' }).click();
  await expect.poll(async () => (await anton.call(settings.getSettings)).showOnline).toBe(false);
  await page.goto(`${fixture.app.origin}/search/profile`);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('dialog').getByText('You don’t show when you are online').waitFor();
  await page.getByRole('dialog').getByRole('switch', { name: 'Online now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Show/ }).click();
  await page.getByText('You don’t show when you are online').waitFor();
});
