// The focus goes to what was opened, or to what replaced the focused element, and back. Results and errors are announced.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { plainPicture } from '#server/testing/fakes/pictures.ts';
import { broadcast, reportPosition, showPictures, uploadPicture, write } from '#server/testing/members/actions.ts';
import { accuse, allVote, crowd, juryOf, quickJuries } from '#server/testing/members/juries.ts';
import type { Member } from '#server/testing/app/members.ts';
import { people } from './support/people.ts';
import { setPin } from './support/pin-lock.ts';
import { ear, listen } from './support/spoken.ts';

const fixture = people({
  isWithoutWorker: true,
  limits: { ...quickJuries, casesSweepMs: 200 },
  excused: /Failed to load resource/,
});

/** What has the focus: its name, or its text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) return 'nothing';
    const label = activeElement instanceof HTMLInputElement ? activeElement.labels?.[0]?.textContent : null;
    const name = activeElement.getAttribute('aria-label') ?? activeElement.getAttribute('alt') ?? label;
    return name ?? activeElement.textContent.trim();
  });

/** The texts that describe the elements of this name to screen readers. Empty for an element without one. */
const described = (page: Page, name: string | RegExp): Promise<string[]> =>
  page
    .getByRole('main')
    .locator('a, button, fieldset, input')
    .and(
      page
        .getByRole('link', { name })
        .or(page.getByRole('button', { name }))
        .or(page.getByLabel(name))
        .or(page.getByRole('group', { name })),
    )
    .evaluateAll((all) =>
      all.map((one) => document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent ?? ''),
    );

const press = async (page: Page, role: 'button' | 'link' | 'menuitem', name: string | RegExp): Promise<void> => {
  await page
    .getByRole(role, typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .focus();
  await page.keyboard.press('Enter');
};

const picture = async (of: Member) => uploadPicture(of, await plainPicture('jpeg', 600, 750));

// This test comes first, because members of other tests might become jurors.
test('links to cases differ, an uncovered picture and a sent appeal have the focus', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  const pictureId = await picture(anton);
  await showPictures(anton, { profilePicIds: [pictureId] });
  const neighbours = await crowd(fixture.app, 6);
  await accuse(boris, 'picture', pictureId);
  const jury = await juryOf(neighbours);
  const page = await listen(fixture, jury[0]?.juror ?? anton, '/games/arbitration');
  await page.getByRole('link', { name: 'Open and vote' }).waitFor();
  expect(await described(page, 'Open and vote')).toEqual([expect.stringMatching(/^Picture: Insults, stalks or pressures/)]);
  await press(page, 'link', 'Open and vote');
  await press(page, 'button', 'Show picture 1');
  await expect.poll(() => focused(page)).toBe('Picture 1');
  await page.getByRole('radio', { name: /^Warn/ }).check();
  await press(page, 'button', 'Vote');
  await expect.poll(ear(page)).toContain('Your vote is saved.');
  await allVote(jury, 'warn');
  const antons = await listen(fixture, anton, '/games/arbitration');
  await press(antons, 'button', 'Appeal');
  await press(antons, 'button', 'Send appeal');
  await expect.poll(() => focused(antons)).toBe('You appealed. An administrator will look at it.');
});

test('a wrong PIN is announced and keeps the focus at its field; the logout question and the first screen take it', async () => {
  const page = await listen(fixture, await fixture.app.member({ name: 'Anton' }), '/settings#lock');
  await press(page, 'button', 'Lock with a PIN');
  await expect.poll(() => focused(page)).toBe('New PIN');
  await page.reload();
  await setPin(page, 'blue-74-kettle');
  await expect.poll(ear(page)).toContain('The app lock is on.');
  await press(page, 'button', 'Lock now');
  const field = page.getByLabel('PIN', { exact: true });
  await field.fill('red-12-kettle');
  const said = ear(page);
  await field.press('Enter');
  await expect.poll(said).toEqual(['That is not the PIN.']);
  await expect.poll(() => focused(page)).toBe('PIN');
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  expect(await described(page, /^PIN$/)).toEqual(['That is not the PIN.']);
  await field.fill('red-12-kettle');
  await press(page, 'button', 'Unlock');
  await expect.poll(said).toHaveLength(2);
  await expect.poll(() => focused(page)).toBe('PIN');
  await press(page, 'button', 'Log out');
  await expect.poll(() => focused(page)).toMatch(/^Everything this app stores on this device will be deleted/);
  await press(page, 'button', 'Cancel');
  await expect.poll(() => focused(page)).toBe('Log out');
  await field.fill('blue-74-kettle');
  await field.press('Enter');
  await expect.poll(() => focused(page)).toBe('App lock');
});

test('a mute is announced, and so is its end', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  const page = await listen(fixture, anton, `/chat/personal/${boris.profileId}`);
  const said = ear(page);
  for (const [choice, duration, words] of [
    ['Mute Boris', 'For 8 hours', 'Boris is muted'],
    ['Boris is muted', 'Unmute', 'Unmuted conversation'],
  ] as const) {
    await press(page, 'button', 'More actions');
    await press(page, 'menuitem', choice);
    await press(page, 'button', duration);
    await expect.poll(said).toContain(words);
    await expect.poll(() => focused(page)).toBe('More actions');
  }
});

test('a search says that it found nothing or has no connection, and leads to a message and back', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  for (const text of ['to the lake', 'or the lake house', 'good night']) await write(boris, anton, text);
  const page = await listen(fixture, anton, '/chat/personal');
  await press(page, 'button', 'Search your messages');
  const field = page.getByRole('searchbox');
  await field.fill('lake');
  const said = ear(page);
  await expect.poll(said).toContain('2 found');
  await field.fill('lakes and rivers');
  await expect.poll(said).toContain('No messages match your search.');
  await page.context().setOffline(true);
  await field.fill('lakes');
  await expect.poll(said).toContainEqual(expect.stringMatching(/^You need to be online to search\./));
  await page.context().setOffline(false);
  await field.fill('lake');
  await press(page, 'link', /to the lake/);
  await expect.poll(() => focused(page)).toMatch(/to the lake/);
  await page.getByRole('log').getByText('good night').waitFor();
  await page.goBack();
  await expect.poll(() => focused(page)).toMatch(/to the lake/);
  expect(await field.inputValue()).toBe('lake');
  await field.press('Escape');
  await expect.poll(() => focused(page)).toBe('Search your messages');
  await press(page, 'button', 'Search your messages');
  await expect.poll(() => focused(page)).toBe('Search your messages');
  await press(page, 'button', 'Close search');
  await expect.poll(() => focused(page)).toBe('Search your messages');
});

test('the message after the last picture to rate has the focus, and going back announces the picture', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  await showPictures(boris, { profilePicIds: [await picture(boris), await picture(boris)] });
  const page = await listen(fixture, anton, `/profilePicRateSwipe?profileId=${boris.profileId}`);
  const said = ear(page);
  await press(page, 'button', 'Like');
  await expect.poll(said).toEqual(['Liked. Picture 2 of 2.']);
  await press(page, 'button', 'Previous picture');
  await expect.poll(said).toEqual(['Liked. Picture 2 of 2.', 'Picture 1 of 2']);
  for (const place of ['picture 2 of 2', null]) {
    await press(page, 'button', 'Like');
    if (place !== null) await page.getByRole('img', { name: place }).waitFor();
  }
  await expect.poll(() => focused(page)).toMatch(/^You've reached the end!/);
  await press(page, 'button', 'Start over');
  await expect.poll(said).toContain('Picture 1 of 2');
  expect((await said()).filter((text) => text === 'Picture 1 of 2')).toHaveLength(2);
});

test('the message about a sent report has the focus, and closing it leads back to the menu button', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  const page = await listen(fixture, anton, `/profile/${boris.profileId}`);
  await press(page, 'button', 'More actions');
  await press(page, 'menuitem', 'Report');
  await press(page, 'button', 'Report');
  await expect.poll(() => focused(page)).toMatch(/^Reported\. Thank you\./);
  await press(page, 'button', 'Done');
  await expect.poll(() => focused(page)).toBe('More actions');
});

test('the end of the messages of an area has the focus, and a page that fails to load is announced', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  for (const member of [anton, boris])
    await reportPosition(member, fixture.app.clock.now(), { lat: 10.5, lon: 20.5, hide: false });
  for (let count = 1; count <= 21; count += 1) {
    fixture.app.clock.pass(1_000);
    await broadcast(boris, `number ${count}.`);
  }
  const page = await listen(fixture, anton, '/chat/broadcast');
  await page.getByText('number 21.').waitFor();
  const said = ear(page);
  await page.route('**/api/messages/by-sector/*before*', (route) => route.fulfill({ status: 429, json: {} }), { times: 1 });
  await press(page, 'button', 'Load more');
  await expect.poll(said).toEqual(['More messages couldn’t be loaded.']);
  await press(page, 'button', 'Try again');
  await page.getByText('number 1.', { exact: true }).waitFor();
  await press(page, 'button', 'Load more');
  await expect.poll(() => focused(page)).toBe("That's all folks...");
  fixture.app.clock.pass(1_000);
  await broadcast(boris, 'Anybody awake?');
  await expect.poll(said).toContain('Boris: Anybody awake?');
});

test('sessions of a device differ for screen readers, and quiet hours without a day are described by their error', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const session = await fixture.app.world.db.read
    .selectFrom('sessions')
    .selectAll()
    .where('profile_id', '=', anton.profileId)
    .executeTakeFirstOrThrow();
  const others = [2, 3].map((days) => {
    const id = crypto.randomUUID();
    return { ...session, id, id_hash: id, seen_ms: session.seen_ms - days * 86_400_000 };
  });
  await fixture.app.world.db.write((tx) => tx.insertInto('sessions').values(others).execute());
  const page = await listen(fixture, anton, '/settings#sessions');
  await page
    .getByRole('button', { name: /^Log out A device/ })
    .first()
    .waitFor();
  expect(await described(page, /^Log out A device/)).toEqual([
    expect.stringMatching(/^Last used 2 days ago/),
    expect.stringMatching(/^Last used 3 days ago/),
  ]);
  await page.goto(`${fixture.app.origin}/settings#quiet`);
  await page.getByRole('switch', { name: 'No notifications at these hours' }).click();
  const said = ear(page);
  await press(page, 'button', 'Other hours');
  await expect.poll(said).toContain('Please choose at least one day.');
  expect(await described(page, /^Quiet hours \d$/)).toEqual(['', 'Please choose at least one day.']);
});

test('an answer that appears in the middle of a screen is announced once', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const page = await listen(fixture, anton, '/contactus');
  await page.getByLabel('Full name').fill('Anton');
  await page.getByLabel('Message').fill('Hello');
  const said = ear(page);
  await press(page, 'button', 'Send');
  await expect.poll(said).toContainEqual(expect.stringMatching(/^Message Sent/));
  expect((await said()).filter((text) => text.startsWith('Message Sent'))).toHaveLength(1);
});
