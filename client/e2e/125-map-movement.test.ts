// While the map moves, what is drawn always fills the view, and is rarely drawn again. Once it rests, it is sharp.
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { positions } from '#shared/contract/positions.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { logIn } from './support/logged-in.ts';
import { openPerson, type Person } from './support/person.ts';

const home = { lat: 33.5, lon: -112.5 };
/** While panning, the layers are drawn again at most this often. */
const minPxPerDrawing = 100;

let app: TestApp;
let person: Person;
let page: Page;

beforeAll(async () => {
  app = await openTestApp({ distDir: path.join(import.meta.dirname, '../../dist') });
  const ada = await app.member({ name: 'Ada' });
  const tsEffectiveUntil = app.clock.now() + 20 * hourMs;
  for (const name of ['Ben', 'Cem', 'Dan']) {
    const { profileId, call } = await app.member({ name });
    const body = {
      profileId,
      use: 'OVERRIDE',
      overrideLat: home.lat,
      overrideLon: home.lon,
      hide: false,
      tsEffectiveUntil,
    } as const;
    await call(positions.putPosition, { params: { profileId }, body });
  }
  person = await openPerson({ isWithoutWorker: true, hasMotion: true });
  page = person.page;
  await logIn(person, app.origin, ada);
  await page.evaluate((view) => localStorage.setItem('mapViewState', JSON.stringify(view)), { ...home, zoom: 13 });
});

beforeEach(openMap);

async function openMap(): Promise<void> {
  await page.goto(`${app.origin}/search/map`);
  await page.locator('.map-view-target canvas').first().waitFor();
  await page.getByText('Looking around...').waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
}

afterAll(async () => {
  await person.leave();
  await app.close();
});

type Frames = {
  /** Frames in which the canvases did not move with the finger, because the layers were drawn around another place. */
  readonly drawnElsewhere: number;
  /** Frames in which a canvas did not fill the view. */
  readonly withGaps: number;
};

/** Pans with a finger by so many pixels per frame. */
const pan = (right: number, down: number, frames: number): Promise<Frames> => observed({ right, down, frames });

/** Zooms with the button. */
const zoom = (button: string, frames: number): Promise<Frames> => observed({ button, frames });

function observed(movement: { frames: number } & ({ right: number; down: number } | { button: string })): Promise<Frames> {
  return page.evaluate(async (move) => {
    const target = document.querySelector('.map-view-target');
    const viewport = document.querySelector('.map-view-target > .ol-viewport');
    if (target === null || viewport === null) throw new Error('There is no map.');
    const view = target.getBoundingClientRect();
    const [x, y] = [view.left + view.width / 2, view.top + view.height / 2];
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    const touch = (type: string, step: number): void => {
      if (!('right' in move)) return;
      const at = { clientX: x + step * move.right, clientY: y + step * move.down, buttons: type === 'pointerup' ? 0 : 1 };
      const finger = { pointerId: 7, isPrimary: true, bubbles: true, pointerType: 'touch' };
      viewport.dispatchEvent(new PointerEvent(type, { ...finger, ...at }));
    };
    const fillsView = (canvas: Element): boolean => {
      const { left, top, right, bottom } = canvas.getBoundingClientRect();
      return left <= view.left && top <= view.top && right >= view.right && bottom >= view.bottom;
    };
    const canvasPlace = (): DOMRect => target.querySelector('canvas')?.getBoundingClientRect() ?? new DOMRect();
    let [drawnElsewhere, withGaps] = [0, 0];
    touch('pointerdown', 0);
    if ('button' in move) document.querySelector<HTMLElement>(`[aria-label="${move.button}"]`)?.click();
    await frame();
    for (let step = 1; step <= move.frames; step += 1) {
      const before = canvasPlace();
      touch('pointermove', step);
      await frame();
      const after = canvasPlace();
      if ('right' in move && Math.hypot(after.x - before.x - move.right, after.y - before.y - move.down) > 0.5)
        drawnElsewhere += 1;
      if (![...target.querySelectorAll('canvas')].every(fillsView)) withGaps += 1;
    }
    // A pause before lifting prevents kinetic panning.
    await new Promise((resolve) => setTimeout(resolve, 200));
    touch('pointerup', move.frames);
    return { drawnElsewhere, withGaps };
  }, movement);
}

/** True if each pixel of the canvases is one pixel of the screen. */
const isSharp = (): Promise<boolean> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLCanvasElement>('.map-view-target canvas')].every((canvas) => {
      const { left, top, width, height } = canvas.getBoundingClientRect();
      const isWhole = [left, top].every((px) => Number.isInteger(px * devicePixelRatio));
      return isWhole && canvas.width === width * devicePixelRatio && canvas.height === height * devicePixelRatio;
    }),
  );

test.each([
  ['to the right', 6, 0],
  ['up', 0, -6],
  ['diagonally', -5, 4],
])('panning %s moves what is drawn, which is drawn again at most every 100 px', async (name, right, down) => {
  const frames = 100;
  const { drawnElsewhere, withGaps } = await pan(right, down, frames);
  expect(withGaps).toBe(0);
  expect(drawnElsewhere).toBeLessThanOrEqual((frames * Math.hypot(right, down)) / minPxPerDrawing);
  await expect.poll(isSharp).toBe(true);
});

test('a pan that is faster than the space around the view leaves no gap', async () => {
  expect((await pan(150, 90, 8)).withGaps).toBe(0);
  await expect.poll(isSharp).toBe(true);
});

test.each(['Zoom in', 'Zoom out'])('"%s" leaves no gap, and is sharp at the end', async (button) => {
  expect((await zoom(button, 40)).withGaps).toBe(0);
  await expect.poll(isSharp).toBe(true);
});

test('the map fills its view again after the screen was left and turned', async () => {
  await page.getByRole('link', { name: 'Chats' }).first().click();
  await page.waitForURL('**/chat/personal');
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goBack();
  await page.getByRole('application').waitFor();
  await expect.poll(() => pan(0, 0, 1).then(({ withGaps }) => withGaps)).toBe(0);
  await expect.poll(isSharp).toBe(true);
});
