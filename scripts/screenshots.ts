// Takes the screenshots for install dialogs of each brand, with demo members: node scripts/screenshots.ts [BRAND...]
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { brands } from '#manifest/index.ts';
import { screenshotForms, screenshotSizes, type ScreenshotForm } from '#manifest/web-app-manifest.ts';
import type { Brand } from '#shared/brand.ts';
import { findChromium } from './find-browsers.mjs';
import { startDemoServer, type DemoServer } from './screens/demo-server.ts';
import { openIn, settle, viewports } from './screens/states.ts';

const folder = path.join(import.meta.dirname, '../manifest');
/** When there were no requests for this time, all pictures and tiles are loaded and have faded in. */
const restMs = 3_000;
const wanted = process.argv.slice(2);

const executablePath = findChromium();
if (executablePath === null) throw new Error('Screenshots need Chromium: install it, or name it with CHROMIUM_PATH.');
const server = await startDemoServer(1);
const browser = await chromium.launch({ executablePath, chromiumSandbox: false });
try {
  for (const brand of brands.filter(({ key }) => wanted.length === 0 || wanted.includes(key)))
    for (const form of screenshotForms) await take(brand, form);
} finally {
  await browser.close();
  await server.close();
}

async function take(brand: Brand, form: ScreenshotForm): Promise<void> {
  const own: DemoServer = { ...server, origin: server.origin.replace('localhost', hostOf(brand)) };
  const viewport = viewports.find(({ name }) => name === (form === 'wide' ? 'desktop' : 'phone'));
  if (viewport === undefined) throw new Error('There is no phone and no desktop.');
  const scale = screenshotSizes[form].width / viewport.width;
  const context = await openIn(browser, brand.discreet ? 'visitor' : 'filled', viewport, own, 0, scale);
  const page = await context.newPage();
  await page.emulateMedia({ colorScheme: form === 'narrow-dark' ? 'dark' : 'light' });
  await page.addInitScript(() => {
    for (const name of ['development', 'install']) localStorage.setItem(`dismissed:${name}`, '1');
  });
  await page.goto(own.origin + screenOf(brand, form));
  await settle(page, 'filled');
  await rest(page);
  const file = path.join(folder, brand.key, `screenshot-${form}.webp`);
  await sharp(await page.screenshot())
    .webp({ quality: 82, effort: 6 })
    .toFile(file);
  console.log(file);
  await context.close();
}

async function rest(page: Page): Promise<void> {
  const fetched = (): Promise<number> => page.evaluate(() => performance.getEntriesByType('resource').length);
  let known = -1;
  for (let now = await fetched(); now !== known; now = await fetched()) {
    known = now;
    await page.waitForTimeout(restMs);
  }
}

/** A discreet brand shows only public screens. */
function screenOf({ discreet }: Brand, form: ScreenshotForm): string {
  if (!discreet) return '/search/tile';
  return form === 'wide' ? '/' : '/login';
}

function hostOf({ hosts, key }: Brand): string {
  const host = hosts.find((one) => one.endsWith('.localhost'));
  if (host === undefined) throw new Error(`The brand ${key} has no host under localhost.`);
  return host;
}
