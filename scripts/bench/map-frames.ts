// Measures CPU and frame times of the map with 200, 800 and too many members in view, also on a CPU throttled 4 times.
import { createSessionsService } from '#server/features/session/sessions.service.ts';
import { readConfig } from '#server/config.ts';
import { openWorld } from '#server/open-world.ts';
import { seeded } from '#server/testing/app/seeded.ts';
import { startServer } from '#client/e2e/support/server.ts';
import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '#scripts/budgets/browser.ts';
import { seedMembers } from '#scripts/seed/members.ts';
import { demoPerson, type DemoPerson } from '#scripts/seed/people.ts';
import { median, printBar, quantile } from './figures.ts';

const throttling = 4;
const phone = { width: 390, height: 844 };
const drawings = 24;
/** The limit of CPU time per frame while panning with 200 members in view, for a phone at this machine's speed. */
const cpuBarMs = 12;
/** This allows 60 frames a second, with a timer's inaccuracy. */
const goalMs = 17;

/** Half the size of the region with the members, in degrees. It is at least as large as a phone's viewport at the zoom. */
const scenes = [
  { name: '200 in view', lat: 33.5, zoom: 13, count: 476, reach: { lat: 0.075, lon: 0.055 }, hasBar: true },
  { name: '800 in view', lat: 35.5, zoom: 13, count: 890, reach: { lat: 0.056, lon: 0.036 } },
  { name: '900 in view, as counts', lat: 37.5, zoom: 12, count: 900, reach: { lat: 0.075, lon: 0.055 } },
] as const;
type Scene = (typeof scenes)[number];
const lon = -112.5;
const frames = { pan: 120, zoom: 60 };

export async function run(): Promise<void> {
  const { origin, cookie, profileId, stop } = await startMapServer();
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: phone, deviceScaleFactor: 2, hasTouch: true });
    await context.addCookies([{ name: 'sid', value: cookie, url: origin }]);
    const page = await context.newPage();
    await page.goto(`${origin}/tos`);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    console.log(`\n  A screen of ${phone.width} x ${phone.height} with a pixel ratio of 2.`);
    console.log(`  CPU time of the page's main thread, which includes painting if there is no GPU.\n`);
    for (const scene of scenes) {
      await openMap(page, origin, profileId, scene);
      console.log(`  ${scene.name}: ${await page.locator('.near-head').innerText()}`);
      for (const [movement, move, count] of [
        ['panning', panned, frames.pan],
        ['zooming', zoomed, frames.zoom],
      ] as const) {
        // The first movement warms up caches and the compiler.
        await move(page, 20);
        const before = await cpuMs(devtools);
        await move(page, count);
        const cpu = ((await cpuMs(devtools)) - before) / count;
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttling });
        const gaps = await move(page, count);
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
        console.log(
          `    ${movement}  CPU ${cpu.toFixed(1)} ms per frame; throttled ${throttling} times: ${summary(gaps)} (goal: ${goalMs} ms)`,
        );
        if (movement === 'panning' && 'hasBar' in scene)
          printBar({ what: 'CPU ms per frame while panning', figure: cpu, max: cpuBarMs });
      }
    }
    console.log('');
  } finally {
    await browser.close();
    await stop();
  }
}

/** Opens the map and waits until it shows all members. */
async function openMap(page: Page, origin: string, profileId: string, { lat, zoom }: Scene): Promise<void> {
  await page.evaluate(
    ([id, view]) => {
      localStorage.setItem('session', JSON.stringify({ profileId: id, roles: ['USER'] }));
      localStorage.setItem('lastProfileId', JSON.stringify(id));
      localStorage.setItem('mapViewState', JSON.stringify(view));
    },
    [profileId, { lat, lon, zoom }] as const,
  );
  await page.goto(`${origin}/search/map`);
  // On phones the list is there, but not shown.
  await page
    .locator('.near-head', { hasText: /[1-9]/ })
    .or(page.getByText('Too many profiles to display.', { exact: true }))
    .first()
    .waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
}

async function cpuMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

/** Starts a server with the members of all scenes and a session for one of them. */
async function startMapServer() {
  const server = await startServer({ LOG_LEVEL: 'error' });
  await server.kill('SIGTERM');
  const world = await openWorld(readConfig({ DATA_DIR: server.dataDir, PUBLIC_URL: server.origin, LOG_LEVEL: 'error' }));
  const random = seeded(5);
  const people = scenes
    .flatMap((scene) => Array.from({ length: scene.count }, () => scene))
    .map((scene, i) => demoMemberIn(scene, i, random));
  await seedMembers(world, people, drawings);
  const { accountId, profileId } = people[0] ?? demoPerson(1);
  const sessions = createSessionsService(world);
  const newSession = { accountId, profileId, isRemembered: true, byLink: true, device: 'Bench' };
  const cookie = await world.db.write((tx) => sessions.create(tx, newSession));
  await world.close();
  await server.start();
  return { origin: server.origin, cookie, profileId, stop: () => server.stop() };
}

function demoMemberIn({ lat, reach }: Scene, i: number, random: () => number): DemoPerson {
  const place = { lat: lat + (2 * random() - 1) * reach.lat, lon: lon + (2 * random() - 1) * reach.lon };
  return { ...demoPerson(i + 1), publicPictures: 1, privatePictures: 0, place };
}

/** Returns the frame times in ms while a finger draws circles on the map. */
function panned(page: Page, frames: number): Promise<number[]> {
  return page.evaluate(async (count) => {
    const target = document.querySelector('.map-view-target > .ol-viewport');
    if (!target) throw new Error('There is no map.');
    const { left, top, width, height } = target.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height * 0.6];
    const dispatch = (type: string, dx: number, dy: number): boolean =>
      target.dispatchEvent(
        new PointerEvent(type, {
          pointerId: 7,
          isPrimary: true,
          bubbles: true,
          pointerType: 'touch',
          clientX: x + dx,
          clientY: y + dy,
          buttons: type === 'pointerup' ? 0 : 1,
        }),
      );
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    const gaps: number[] = [];
    dispatch('pointerdown', 0, 0);
    let before = await frame();
    for (let step = 1; step <= count; step += 1) {
      const turn = (step / 60) * 2 * Math.PI;
      dispatch('pointermove', 120 * Math.sin(turn), 160 * (1 - Math.cos(turn)));
      const now = await frame();
      gaps.push(now - before);
      before = now;
    }
    // A pause before lifting prevents kinetic panning.
    await new Promise((resolve) => setTimeout(resolve, 200));
    dispatch('pointerup', 0, 0);
    return gaps;
  }, frames);
}

/** Returns the frame times in ms while a wheel zooms in and out. */
function zoomed(page: Page, frames: number): Promise<number[]> {
  return page.evaluate(async (count) => {
    const target = document.querySelector('.map-view-target > .ol-viewport');
    if (!target) throw new Error('There is no map.');
    const { left, top, width, height } = target.getBoundingClientRect();
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    const gaps: number[] = [];
    let before = await frame();
    for (let step = 0; step < count; step += 1) {
      const isIn = step % 60 < 30;
      target.dispatchEvent(
        new WheelEvent('wheel', {
          bubbles: true,
          cancelable: true,
          deltaY: isIn ? -6 : 6,
          clientX: left + width / 2,
          clientY: top + height / 2,
        }),
      );
      const now = await frame();
      gaps.push(now - before);
      before = now;
    }
    return gaps;
  }, frames);
}

const summary = (gaps: readonly number[]): string =>
  `median ${median(gaps).toFixed(0)} ms, p95 ${quantile(gaps, 0.95).toFixed(0)} ms, longest ${Math.max(...gaps).toFixed(0)} ms`;
