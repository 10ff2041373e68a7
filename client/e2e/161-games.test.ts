// The games on a phone, each played to its end, and their consents.
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { games } from '#shared/contract/games.ts';
import { agree, like, ratePicture } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { people, stored } from './support/people.ts';

const fixture = people({ isWithoutWorker: true });
const { open } = fixture;

const words = 'I mend old radios in a cellar by the canal, and I would rather listen than talk, most days at least.';

/** Left half blue, right half red; 1000 x 500 pixels. */
async function picture(): Promise<Buffer> {
  const half = { create: { width: 500, height: 500, channels: 3 as const, background: '#f00' } };
  const whole = sharp({ create: { width: 1_000, height: 500, channels: 3, background: '#00f' } });
  return whole
    .composite([{ input: half, left: 500, top: 0 }])
    .png()
    .toBuffer();
}

async function showPicture(member: Member): Promise<string> {
  const fields = { authorProfileId: member.profileId, picfile: { bytes: await picture(), name: 'a.png', type: 'image/png' } };
  const id = String(Reflect.get(Object((await member.form('/api/profile-pic', fields)).body), 'id'));
  await member.call(profiles.putProfile, { body: { id: member.profileId, profilePicIds: [id] } });
  return id;
}

/** Withdraws the consents of members, so that the next test meets only its own. */
async function outOfGames(...members: Member[]): Promise<void> {
  for (const member of members) await agree(member, { words: false, rating: false, crop: false, leaderboard: false });
}

it('the cards lead to the games, and a link leads to their consents', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const page = await open(anton, '/games');
  await page.getByRole('heading', { level: 1, name: 'Games and Interactive Management' }).waitFor();
  for (const [card, path] of [
    ['GPT Buster', '/games/gptbuster'],
    ['Hot or Not', '/games/ratinggame'],
    ['The Rating Game', '/games/ratinggame'],
    ['Photo Cropping', '/games/photocrop'],
    ['Community Arbitration', '/games/arbitration'],
    ['Leaderboard', '/games/leaderboard'],
  ] as const) {
    await page.getByRole('main').getByRole('link', { name: card }).click();
    await page.waitForURL(`**${path}`);
    await page.goBack();
    await page.waitForURL('**/games');
  }
  await page.getByRole('link', { name: 'What others can see of you in games' }).click();
  const section = page.getByRole('region', { name: 'What games may show about you' });
  const words = section.getByRole('switch', { name: 'My words in GPT Buster' });
  await words.waitFor();
  expect(await section.getByRole('switch', { checked: true }).count()).toBe(0);
  await words.click();
  await expect.poll(async () => (await anton.call(games.getGames)).consents.words).toBe(true);
  await words.click();
  await expect.poll(async () => (await anton.call(games.getGames)).consents.words).toBe(false);
});

it('a notification makes the overview ask for what waits, but not once for each card', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  const page = await open(boris, '/games');
  const answered = () => page.evaluate(() => performance.getEntriesByName(`${location.origin}/api/waiting`).length);
  await expect.poll(answered).toBeGreaterThan(0);
  // It asks again when the live connection is there.
  await page.waitForLoadState('networkidle');
  let asked = 0;
  page.on('request', (request) => (asked += request.url().endsWith('/api/waiting') ? 1 : 0));
  await like(anton, boris);
  await expect.poll(() => asked).toBeGreaterThan(0);
  expect(asked).toBeLessThan(4);
});

it('GPT Buster is played by touch and by keys to the end', async () => {
  const [anton, boris] = [
    await fixture.app.member({ name: 'Anton' }),
    await fixture.app.member({ name: 'Boris', description: words }),
  ];
  await agree(boris, { words: true });
  const page = await open(anton, '/games/gptbuster');
  const end = page.getByText('You’ve read everything there is for now.');
  const answer = page.getByRole('button', { name: 'A member' });
  let played = 0;
  for (; played < 40; played++) {
    await answer.and(page.locator(':enabled')).or(end).waitFor();
    if (await end.isVisible()) break;
    if (played % 2 === 0) await answer.click();
    else await page.keyboard.press('ArrowRight');
    await page.getByText(/^(Right|Not this time): a (member|machine) wrote it\.$/).waitFor();
    // The button has the focus, so a key continues.
    await page.getByRole('button', { name: 'Next' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
  }
  await end.waitFor();
  const [score] = (await anton.call(games.getGames)).scores;
  expect(score).toMatchObject({ game: 'gptbuster', points: 1 });
  expect(played).toBeGreaterThan(0);
  await page.getByText('Points').locator('..').getByText('1', { exact: true }).waitFor();
  await outOfGames(boris);
});

it('an answer that a busy server refuses can be given again, and the text is not called withdrawn', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const boris = await fixture.app.member({ name: 'Boris', description: words });
  await agree(boris, { words: true });
  const page = await open(anton, '/games/gptbuster');
  await page.getByRole('button', { name: 'A member' }).waitFor();
  await page.route('**/gptbuster/round/*/vote', (route) => route.fulfill({ status: 429, json: { code: 'too-many-requests' } }));
  await page.getByRole('button', { name: 'A member' }).click();
  await page.getByText('That didn’t work. Please try again.').waitFor();
  expect(await page.getByText('The author has withdrawn this text.').count()).toBe(0);
  await page.unroute('**/gptbuster/round/*/vote');
  await page.getByRole('button', { name: 'A member' }).click();
  await page.getByText(/^(Right|Not this time): a (member|machine) wrote it\.$/).waitFor();
  await outOfGames(boris);
});

it('the Rating Game: a picture is rated, the guess is right, and the pile ends', async () => {
  const [anton, boris, carl] = [
    await fixture.app.member({ name: 'Anton' }),
    await fixture.app.member({ name: 'Boris' }),
    await fixture.app.member({ name: 'Carl' }),
  ];
  const pictureId = await showPicture(boris);
  const carls = await showPicture(carl);
  for (let count = 0; count < 5; count++) await ratePicture(await fixture.app.member(), boris, pictureId);
  await agree(boris, { rating: true });
  const page = await open(anton, '/games/ratinggame');
  await page.getByRole('img', { name: 'A picture to rate' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByText('What do most members think?').waitFor();
  await page.getByRole('button', { name: 'Most like it' }).click();
  await page.getByText('Right: most like it.').waitFor();
  expect((await anton.call(games.getGames)).scores).toMatchObject([{ game: 'ratinggame', points: 1 }]);
  await agree(carl, { rating: true });
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('That was all of them.').waitFor();
  await page.getByRole('button', { name: 'More pictures' }).click();
  // Skipped pictures return; without ratings there is nothing to guess.
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.getByText('That was all of them.').waitFor();
  await page.getByRole('button', { name: 'More pictures' }).click();
  await page.getByRole('button', { name: 'Dislike' }).click();
  await page.getByText('That was all of them.').waitFor();
  await page.getByRole('button', { name: 'More pictures' }).click();
  await page.getByText('There are no pictures to rate right now.').waitFor();
  expect(
    (await fixture.app.world.db.read.selectFrom('pic_likes').select('like_type').where('pic_id', '=', carls).execute())[0],
  ).toEqual({ like_type: 'DISLIKE' });
  await outOfGames(boris, carl);
});

it('on the smallest phones the buttons under a picture are whole and above the bar', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  await showPicture(boris);
  await agree(boris, { rating: true });
  const page = await open(anton, '/games/ratinggame');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('img', { name: 'A picture to rate' }).waitFor();
  const areAboveBar = () =>
    page.evaluate(() => {
      const { top } = document.querySelector('.bar')?.getBoundingClientRect() ?? { top: 0 };
      const buttons = [...document.querySelectorAll('.pile-buttons > button')];
      return buttons.map((button) => button.getBoundingClientRect().bottom <= top);
    });
  // The screen is laid out anew some time after its size has changed.
  await expect.poll(areAboveBar).toEqual([true, true, true]);
  await outOfGames(boris);
});

it('Photo Cropping: a crop is proposed, its owner accepts it, and it scores points', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  const before = await showPicture(boris);
  await agree(boris, { crop: true });
  const antons = await open(anton, '/games/photocrop');
  await antons.getByRole('slider', { name: 'Zoom' }).and(antons.locator(':enabled')).waitFor();
  const hint = antons.getByText('Drag or zoom to the best part. Then you can propose it.');
  await hint.waitFor();
  // Moves the frame over the red half.
  for (let count = 0; count < 20; count++) await antons.keyboard.press('ArrowLeft');
  await hint.waitFor({ state: 'hidden' });
  await antons.getByRole('button', { name: 'Propose' }).click();
  await antons.getByText('That was all of them.').waitFor();
  await antons.getByText('Thank you. If they accept it, you get five points.').waitFor();

  const boriss = await open(boris, '/games');
  const waits = boriss.getByRole('link', { name: 'Photo Cropping A crop of your picture to decide 1 waiting' });
  await waits.waitFor();
  await boriss.getByRole('link', { name: 'Leaderboard' }).click();
  // Only then is the games screen gone. While it is open, its cards keep their places.
  await boriss.getByRole('heading', { level: 1, name: 'Leaderboard' }).waitFor();
  await boriss.goBack();
  // The game with something waiting is now the first card.
  await boriss
    .getByRole('listitem')
    .first()
    .and(boriss.getByRole('listitem').filter({ has: waits }))
    .waitFor();
  await waits.click();
  await boriss.getByRole('tab', { name: 'Your pictures (1)' }).click();
  const proposed = boriss.getByRole('img', { name: 'Your picture with the proposed crop' });
  await proposed.waitFor();
  // The crop is the right end of the picture, even in a language that is written from right to left.
  for (const direction of ['ltr', 'rtl']) {
    await boriss.evaluate((to) => document.documentElement.setAttribute('dir', to), direction);
    const [frame, whole] = [await proposed.locator('..').boundingBox(), await proposed.boundingBox()];
    const beyond = (whole?.x ?? 0) + (whole?.width ?? 0) - (frame?.x ?? 0) - (frame?.width ?? 0);
    expect([direction, Math.abs(beyond) < 2]).toEqual([direction, true]);
  }
  await boriss.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'));
  await boriss.getByRole('button', { name: 'Accept' }).click();
  await boriss.getByText('No crops are waiting for you.').waitFor();
  const [after = ''] = (await stored(boris)).profilePicIds;
  expect(after).not.toBe(before);
  const { bytes } = await anton.send('GET', `/api/profile/pic/${after}?orig=1`);
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 400, height: 500 });
  const { dominant } = await sharp(bytes).stats();
  expect(dominant.r).toBeGreaterThan(200);
  expect((await anton.call(games.getGames)).scores).toMatchObject([{ game: 'photocrop', points: 5 }]);
  const billing = await open(anton, '/billing');
  await billing.getByRole('definition').filter({ hasText: /^5$/ }).waitFor();
  await outOfGames(boris);
});

it('the leaderboard lists members who agreed, and others once they agree', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  for (const member of [anton, boris]) {
    const pictureId = await showPicture(member);
    const other = member === anton ? boris : anton;
    await agree(member, { crop: true });
    await other.call(games.postCropProposal, { body: { profilePicId: pictureId, left: 0, top: 0, width: 400, height: 500 } });
    const [{ id } = { id: '' }] = await member.call(games.getCropProposals);
    await member.call(games.putCropProposal, { params: { id }, body: { isAccepted: true } });
  }
  // The leaderboard has points from the next day on.
  await fixture.app.world.db.write((tx) => tx.updateTable('game_scores').set({ changed_ms: 0 }).execute());
  await agree(boris, { leaderboard: true });
  const page = await open(anton, '/games/leaderboard');
  await page.getByRole('link', { name: 'Boris' }).waitFor();
  expect(await page.getByRole('listitem').count()).toBe(1);
  expect(await page.locator('.board-own').textContent()).toBe('You’re not listed. Show me too5 points');
  await page.getByText('Points: 1 for a right guess, 5 for an accepted crop, 3 for an answered hello.').waitFor();
  await page.getByRole('link', { name: 'Show me too' }).click();
  await page.getByRole('switch', { name: 'My name and points on the leaderboard' }).click();
  await expect.poll(async () => (await anton.call(games.getGames)).consents.leaderboard).toBe(true);
  await page.goto(`${fixture.app.origin}/games/leaderboard`);
  await page.getByRole('link', { name: 'Anton' }).waitFor();
  // Both have five points.
  expect(await page.getByRole('listitem').evaluateAll((rows) => rows.map((row) => row.dataset.place))).toEqual(['1', '1']);
  expect(await page.locator('.board-own').textContent()).toBe('Your place15 points');
  await page.getByRole('tab', { name: 'GPT Buster' }).click();
  await page.getByText('Nobody is listed here yet.').waitFor();
  await outOfGames(anton, boris);
});
