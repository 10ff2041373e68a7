// A place that arrives while the own marker is pressed is shown once the marker is released.
import { expect, test } from 'vitest';
import { replaceGps } from './support/gps.ts';
import { keptEntry } from './support/kept-data.ts';
import { people } from './support/people.ts';

const fixture = people({ isWithoutWorker: true });

test('the first location of the device moves the marker, also if it comes during a press', async () => {
  const page = await fixture.open(await fixture.app.member({ name: 'Anton' }), '/tos');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const gps = await replaceGps(page);
  await page.goto(`${fixture.app.origin}/search/map`);
  /**
   * How far the marker is from the middle of the map, in pixels. The marker of a device's location cannot be moved, so it is
   * hidden.
   */
  const offset = () =>
    page.evaluate(() => {
      const { clientWidth = 0, clientHeight = 0 } = document.querySelector('[role=application]') ?? {};
      const { left, top, inlineSize } = document.querySelector<HTMLElement>('.map-own-handle')?.style ?? {
        left: '',
        top: '',
        inlineSize: '',
      };
      const half = parseFloat(inlineSize) / 2;
      return Math.hypot(parseFloat(left) + half - clientWidth / 2, parseFloat(top) + half - clientHeight / 2);
    });
  await page.getByRole('button', { name: 'Me: go to my marker' }).click();
  await expect.poll(offset).toBeLessThan(3);
  const marker = await page.getByRole('button', { name: /^Your marker/ }).boundingBox();
  await page.mouse.move((marker?.x ?? 0) + (marker?.width ?? 0) / 2, (marker?.y ?? 0) + (marker?.height ?? 0) / 2);
  await page.mouse.down();
  await page.getByRole('button', { name: /Switch to GPS/ }).press('Enter');
  await gps.asked();
  const reported = page.waitForResponse((response) => response.url().includes('/api/profile-position/'));
  await gps.fix(52.5, 13.4);
  await reported;
  await expect.poll(() => keptEntry(page, 'lastLocation')).toMatchObject({ type: 'device', lat: 52.5, lng: 13.4 });
  await page.getByText('Others see you within', { exact: false }).first().waitFor();
  await page.mouse.up();
  await page.getByRole('button', { name: 'Me: go to my marker' }).press('Enter');
  await expect.poll(offset).toBeLessThan(3);
});
