// Texts that are a third longer than in English, as in other languages: every button of Find stays on the screen of a phone.
import { expect, test } from 'vitest';
import { deviceKeys } from '#client/device/storage.ts';
import { reportPosition } from '#server/testing/members/actions.ts';
import { people } from './support/people.ts';
import { phone } from './support/person.ts';

const fixture = people({ isWithoutWorker: true });
const { open } = fixture;

test('on the four screens of Find, the buttons of filters and places do not leave the screen', async () => {
  const ada = await fixture.app.member({ name: 'Ada' });
  await reportPosition(ada, fixture.app.world.clock.now());
  const page = await open(ada, '/tos');
  await page.evaluate((key) => localStorage.setItem(key, JSON.stringify('en-XA')), deviceKeys.language);
  for (const path of ['/search/map', '/search/tile', '/search/swype', '/search/profile']) {
    await page.goto(new URL(path, page.url()).href);
    await page.getByRole('link', { name: '[Détáílš···]' }).waitFor();
    for (const name of ['[Fíltérš···]', '[Pláçéš··]']) {
      const { x = NaN, width = NaN } = (await page.getByRole('button', { name }).boundingBox()) ?? {};
      expect(x + width).toBeLessThanOrEqual(phone.width);
    }
  }
});
