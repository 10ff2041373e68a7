// Public pages are complete as rendered by the server; hydration moves nothing and violates no policy.
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brandForHost, brands, defaultBrand } from '#manifest/index.ts';
import { clientFiles } from '#server/http/static-client.ts';
import { screenRoutes, type ScreenRoute } from '#shared/rules/routes.ts';
import { desktop, openPerson, phone, type Person } from './support/person.ts';
import { whenWorkerControls } from './support/worker.ts';

const paths = screenRoutes.filter((route: ScreenRoute) => route.isPrerendered).map(({ path }) => path);

let server: FastifyInstance;
let port = '';

beforeAll(async () => {
  // The browser keeps connections open on which it has sent nothing.
  server = Fastify({ forceCloseConnections: true });
  server.decorateRequest('brand');
  server.addHook('onRequest', async (request) => {
    request.brand = brandForHost(request.headers.host ?? '', { publicUrl: 'http://localhost', allowedHosts: [] }) ?? defaultBrand;
  });
  await server.register(clientFiles, { distDir: join(import.meta.dirname, '../../dist'), brands });
  port = new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port;
});

afterAll(() => server.close());

/** The server sends each page as it will be. For all but two of them, the worker sends a neutral page that the app then fills. */
describe.each([
  ['a phone, from the server', phone, true],
  ['a desktop, from the server', desktop, true],
  ['a phone, from the worker', phone, false],
  ['a desktop, from the worker', desktop, false],
] as const)('on %s', (_name, viewport, isWithoutWorker) => {
  let person: Person;
  beforeAll(async () => {
    person = await openPerson({ viewport, isWithoutWorker });
    if (isWithoutWorker) return;
    const page = await person.context.newPage();
    await page.goto(`http://localhost:${port}/`);
    await whenWorkerControls(page);
    await page.close();
  });
  afterAll(() => person.leave());

  it.each(paths)('%s has no layout shift', async (path) => {
    const page = await person.context.newPage();
    await page.goto(`http://localhost:${port}${path}`, { waitUntil: 'networkidle' });
    const shifts = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += 'value' in entry ? Number(entry.value) : 0;
          }).observe({ type: 'layout-shift', buffered: true });
          requestAnimationFrame(() => setTimeout(() => resolve(sum)));
        }),
    );
    // Rounded to two decimals, this is no shift. The version panel fills in a line later, which shifts even less.
    expect(shifts).toBeLessThan(0.005);
    expect(await page.evaluate(() => navigator.serviceWorker.controller === null)).toBe(isWithoutWorker);
    expect(person.complaints).toEqual([]);
    await page.close();
  });
});

it('without JavaScript every public page shows its text, and the brand follows the host', async () => {
  const person = await openPerson();
  const page = await (await person.context.browser()?.newContext({ javaScriptEnabled: false }))?.newPage();
  if (page === undefined) throw new Error('No browser to open a page in');
  for (const { key, name } of brands) {
    for (const path of paths) {
      await page.goto(`http://${key}.localhost:${port}${path}`);
      expect(await page.title()).toContain(name);
      expect((await page.locator('h1').allInnerTexts()).join('')).not.toBe('');
      expect(await page.locator('body').innerText()).not.toContain('{{');
    }
  }
  await person.leave();
});
