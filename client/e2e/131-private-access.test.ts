// Private pictures between two members: shared on a profile, seen immediately, and removed immediately when revoked.
import { expect, test } from 'vitest';
import { session } from '#shared/contract/session.ts';
import { showPictures } from '#server/testing/members/actions.ts';
import { plainPicture } from '#server/testing/fakes/pictures.ts';
import { people } from './support/people.ts';

const house = people({ showNsfw: true });
const { open } = house;

test('pictures shared for an hour appear on the other’s screen immediately, with the end of access, and disappear when revoked', async () => {
  const [anton, boris] = [await house.app.member({ name: 'Anton' }), await house.app.member({ name: 'Boris' })];
  const picfile = { bytes: await plainPicture('jpeg', 600, 750), name: 'a.jpg', type: 'image/jpeg' };
  const { body } = await anton.form('/api/profile-pic', { authorProfileId: anton.profileId, picfile });
  await showPictures(anton, { profilePicIdsPrivate: [String(Reflect.get(Object(body), 'id'))] });
  for (const member of [anton, boris]) await member.call(session.putSession, { body: { showNsfw: true } });

  const antons = await open(anton, '/profileEdit');
  const access = antons.getByRole('region', { name: 'Who sees my private pictures' });
  await access.getByLabel('Shown to').selectOption('Only members I share them with');
  await access.getByText('Saved', { exact: true }).waitFor();
  await access.getByText('You haven’t shared them with anyone').waitFor();

  const boriss = await open(boris, `/profile/${anton.profileId}`);
  const shown = boriss.getByRole('list', { name: 'Private pictures' });
  await boriss.getByText('No private pics').waitFor();

  await antons.goto(`${house.app.origin}/profile/${boris.profileId}`);
  await antons.getByRole('button', { name: 'Share private pictures' }).click();
  await antons.getByRole('button', { name: 'For 1 hour' }).click();
  await antons.getByRole('button', { name: 'Unshare private pictures' }).waitFor();
  await shown.getByRole('img').first().waitFor({ timeout: 10_000 });
  await expect
    .poll(() =>
      shown
        .getByRole('img')
        .first()
        .evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth > 0),
    )
    .toBe(true);

  await antons.goto(`${house.app.origin}/profileEdit`);
  await access.getByText(/^Shared until \w+ \d+ \w+, /).waitFor();
  await access.getByRole('button', { name: 'Take back from Boris' }).click();
  await access.getByText('You haven’t shared them with anyone').waitFor();
  await boriss.getByText('No private pics').waitFor({ timeout: 10_000 });
  expect(await shown.count()).toBe(0);
}, 90_000);
