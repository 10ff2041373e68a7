// A file needed at startup is neither on the device nor on the server: the screen says so, and the app starts once it is there.
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { people } from './support/people.ts';

const fixture = people({ isWithoutWorker: true, excused: /ERR_FAILED|undefined/ });

/** Until `letGo`, no file in which this text is found can be loaded, and the server cannot be reached. */
async function holdBack(page: Page, text: string) {
  let isHeld = true;
  await page.route('**/assets/*.js', async (route) => {
    if (!isHeld) return route.fallback();
    const response = await route.fetch();
    return (await response.text()).includes(text) ? route.abort() : route.fulfill({ response });
  });
  await page.route('**/api/**', (route) => (isHeld ? route.abort() : route.fallback()));
  return { letGo: () => (isHeld = false) };
}

test('instead of a blank screen there is a button, and the app starts by itself once the file can be loaded', async () => {
  const ada = await fixture.app.member({ name: 'Ada' });
  const page = await fixture.open(ada, '/support');
  const held = await holdBack(page, 'device-key');
  await page.reload();
  await page.getByText('This could not be loaded.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('This could not be loaded.').waitFor();
  held.letGo();
  await page.getByRole('heading', { name: 'Support' }).waitFor();
});
