// Weighs the built client against its budgets, in brotli as it is sent: `node scripts/budgets.ts`. Ends with status 1 when one is broken.
import { join } from 'node:path';
import Fastify from 'fastify';
import { chromium } from 'playwright-core';
import { brands, defaultBrand } from '#manifest/index.ts';
import { brandFiles } from '#server/http/brand-pages.ts';
import { readBuiltClient } from '#server/http/built-client.ts';
import { clientFiles } from '#server/http/static-client.ts';
import { findChromium } from './find-chromium.mjs';

const distDir = join(import.meta.dirname, '../dist');
const kib = 1_024;
/** How long a page is left alone after it has loaded, so that what it fetches when idle is weighed too. */
const idleMs = 2_000;

interface Budget {
  readonly what: string;
  readonly bytes: number;
  readonly mostKib: number | null;
}

const client = await readBuiltClient(distDir);
const { pages, files } = brandFiles(defaultBrand, client);
const sent = new Map<string, number>();
for (const [path, file] of [...client.assets, ...pages, ...files])
  sent.set(path, (await file.br?.())?.length ?? file.plain.length);
const precached = listedByWorker();

const budgets: Budget[] = [
  { what: 'home and login, cold', bytes: await coldBytes(['/', '/login']), mostKib: 112 },
  ...['/', '/login', '/register', '/tos', '/aboutus'].map((path) => ({ what: `page ${path}`, bytes: sizeOf(path), mostKib: 14 })),
  { what: 'worker', bytes: sizeOf('/sw.js'), mostKib: 12 },
  { what: 'whole precache', bytes: sum(precached), mostKib: 260 },
  ...precached.filter(isLazyChunk).map((path) => ({ what: path, bytes: sizeOf(path), mostKib: null })),
];
for (const { what, bytes, mostKib } of budgets) {
  const verdict = mostKib === null ? '' : `of ${mostKib}${bytes <= mostKib * kib ? '' : '  TOO MUCH'}`;
  console.log(`${what.padEnd(52)} ${(bytes / kib).toFixed(1).padStart(7)} KiB ${verdict}`);
}
if (budgets.some(({ bytes, mostKib }) => mostKib !== null && bytes > mostKib * kib)) process.exitCode = 1;

function sizeOf(path: string): number {
  const size = sent.get(path);
  if (size === undefined) throw new Error(`${path} is not served.`);
  return size;
}

function sum(paths: Iterable<string>): number {
  return [...paths].reduce((total, path) => total + sizeOf(path), 0);
}

function isLazyChunk(path: string): boolean {
  return path.startsWith('/assets/') && !/^\/assets\/(vendor|index)-/.test(path);
}

/** Every address that the worker keeps, hashed files of this build and the host's own. */
function listedByWorker(): string[] {
  const worker = files.get('/sw.js')?.plain.toString() ?? '';
  const hashed = [...client.assets.keys()].filter((path) => client.worker.includes(path.slice(1)));
  const own = [...worker.matchAll(/\{"url":"([^"?]+)[^"]*","revision"/g)].map(([, path = '']) => path);
  return [...hashed, ...own];
}

/** What a browser without anything of ours fetches as page, script and style for these pages, each file counted once. */
async function coldBytes(paths: readonly string[]): Promise<number> {
  const app = Fastify();
  app.decorateRequest('brand');
  const weighed = new Set<string>();
  app.addHook('onRequest', async (request) => {
    request.brand = defaultBrand;
  });
  await app.register(clientFiles, { distDir, brands });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('Weighing needs Chromium: install it, or name it with CHROMIUM_PATH.');
  const browser = await chromium.launch({ executablePath, chromiumSandbox: false });
  for (const path of paths) {
    const page = await browser.newPage({ serviceWorkers: 'block' });
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (['document', 'script', 'stylesheet'].includes(response.request().resourceType()) && sent.has(pathname))
        weighed.add(pathname);
    });
    await page.goto(origin + path, { waitUntil: 'networkidle' });
    await page.waitForTimeout(idleMs);
    await page.close();
  }
  await browser.close();
  await app.close();
  return sum(weighed);
}
