// After one visit every screen opens offline, and an update is small and waits for confirmation.
import Fastify, { type FastifyInstance } from 'fastify';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { brandForHost, brands, defaultBrand } from '#manifest/index.ts';
import { clientFiles } from '#server/http/static-client.ts';
import { screenRoutes } from '#shared/rules/routes.ts';
import { copyBuilt, type BuiltCopy, type Change } from './support/built.ts';
import { openPerson, type Person } from './support/person.ts';
import { freePort } from '#server/testing/app/free-port.ts';
import { whenWorkerControls } from './support/worker.ts';

/** Waits with a timeout, since a worker that fails to start never becomes ready. */
const workerTimeoutMs = 20_000;

/** None of these is among the kept pages: the device renders them. */
const publicPages = {
  '/register': 'Register / Recover Login',
  '/aboutus': 'About Us',
  '/tos': 'Terms of Service',
  '/support': 'Support',
  '/contactus': 'Contact Us',
  '/nowhere': 'Page Not Found',
};

let person: Person;
let copy: BuiltCopy;
let port = 0;
let server: FastifyInstance | null = null;
/** URLs whose content the server sent since the list was last cleared, without what the browser had already. */
let sent: string[] = [];

beforeEach(async () => {
  copy = await copyBuilt();
  port = await freePort();
  sent = [];
  await startServer();
  person = await openPerson();
});

afterEach(async () => {
  await person.leave();
  await stopServer();
  await copy.remove();
});

it('every route opens after one visit, with the server stopped', async () => {
  await visitOnce();
  await stopServer();
  const page = await person.context.newPage();
  for (const { path } of screenRoutes) {
    await openIn(page, path.replaceAll(/\{\w+\}/g, 'some-id'));
    await expect.poll(() => page.locator('#app').innerText()).not.toBe('');
  }
  for (const [path, heading] of Object.entries(publicPages)) {
    await page.goto(address(path));
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  }
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Terms of Service' }).waitFor();
  expect(person.complaints).toEqual([]);
  expect([...person.hosts]).toEqual([`localhost:${port}`]);
});

it('a wipe that was interrupted is finished at the next start, also offline on the device of a visitor', async () => {
  await visitOnce();
  await stopServer();
  const page = await openPage('/');
  await page.evaluate(() => {
    localStorage.setItem('wiping', '1');
    localStorage.setItem('leftOver', 'of a member');
  });
  await openIn(page, '/register');
  await page.getByRole('heading', { level: 1, name: 'Register / Recover Login' }).waitFor();
  expect(await page.evaluate(() => ['wiping', 'leftOver'].map((key) => localStorage.getItem(key)))).toEqual([null, null]);
});

it('a page from the device has its styles inside and asks for no script before its first paint', async () => {
  await visitOnce();
  const page = await person.context.newPage();
  await page.addInitScript(() => {
    requestAnimationFrame(() => {
      const asked = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
      const style = document.querySelector('style');
      const ground = getComputedStyle(document.documentElement).getPropertyValue('--canvas');
      Object.assign(globalThis, {
        atFirstFrame: { scripts: asked.filter((path) => path.endsWith('.js')), isStyled: style?.sheet != null && ground !== '' },
      });
    });
  });
  await page.goto(address('/'));
  const seen = await page.waitForFunction(() => Reflect.get(globalThis, 'atFirstFrame'));
  expect(await seen.jsonValue()).toEqual({ scripts: [], isStyled: true });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').waitFor();
  expect(person.complaints).toEqual([]);
});

it('a link with a token opens offline and leaves the token in no cache', async () => {
  const first = await visitOnce();
  await (await openPage('/login?token=c2VjcmV0')).close();
  await stopServer();
  await (await openPage('/login?token=c2VjcmV0')).close();
  const kept = await cachedAddresses(first);
  expect(kept.length).toBeGreaterThan(10);
  expect(
    kept.filter((address) => address.includes('token') || address.includes('c2VjcmV0') || address.startsWith('/api')),
  ).toEqual([]);
});

it('the server returns 404 for an unknown path, also to a device with the app', async () => {
  await visitOnce();
  const page = await person.context.newPage();
  expect((await page.goto(address('/nowhere')))?.status()).toBe(404);
  await expect.poll(() => page.title()).toContain('Page Not Found');
});

it('the browser finds no obstacle to installation', async () => {
  // Chromium installs nothing from a profile in memory.
  await person.leave();
  person = await openPerson({ isOnDisk: true });
  const page = await visitOnce();
  const devtools = await person.context.newCDPSession(page);
  await devtools.send('Page.enable');
  expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
  expect((await devtools.send('Page.getAppManifest')).errors).toEqual([]);
});

it('an update fetches only changed files, does not affect open tabs, and takes effect after a confirmed reload', async () => {
  const page = await visitOnce();
  const { changed, oldChunk } = await deployChange();
  sent = [];
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((registration) => registration?.update()));
  await expect.poll(() => workersOf(page), { timeout: workerTimeoutMs }).toEqual(['activated', 'installed']);
  expect(sent.filter((path) => path !== '/sw.js').sort()).toEqual(changed.sort());
  expect(await cachedStyle(page)).not.toContain('.changed');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => workersOf(page).catch(() => []), { timeout: workerTimeoutMs }).toEqual(['activated']);
  await stopServer();
  expect(await cachedStyle(await openPage('/tos'))).toContain('.changed');
  expect(await cachedAddresses(page)).toEqual(expect.arrayContaining([...changed, oldChunk]));
  expect(person.complaints).toEqual([]);
});

it('an incomplete update changes nothing', async () => {
  const page = await visitOnce();
  await deployChange();
  await stopServer();
  await startServer('/style.css');
  const failed = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const ended = new Promise((resolve) => {
      registration?.addEventListener('updatefound', () => {
        const { installing } = registration;
        installing?.addEventListener('statechange', () => resolve(installing.state));
      });
    });
    await registration?.update();
    return ended;
  });
  expect(failed).toBe('redundant');
  await stopServer();
  expect(await cachedStyle(await openPage('/tos'))).not.toContain('.changed');
});

it('a picture that another app shares is kept on the device, also with the server stopped', async () => {
  const page = await visitOnce();
  await stopServer();
  await page.evaluate(() => {
    const form = document.createElement('form');
    form.method = 'POST';
    form.action = '/profilePicUpload';
    form.enctype = 'multipart/form-data';
    const input = document.createElement('input');
    input.type = 'file';
    input.name = 'pictures';
    const files = new DataTransfer();
    files.items.add(new File(['picture bytes'], 'beach.png', { type: 'image/png' }));
    input.files = files.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  });
  await page.waitForURL((url) => url.pathname !== '/');
  const aside = await page.evaluate(async () => {
    const kept = await (await caches.open('shared-pictures')).matchAll();
    return Promise.all(kept.map(async (response) => [response.headers.get('content-type'), await response.text()]));
  });
  expect(aside).toEqual([['image/png', 'picture bytes']]);
});

async function visitOnce(): Promise<Page> {
  const page = await openPage('/');
  await whenWorkerControls(page);
  return page;
}

async function openPage(path: string): Promise<Page> {
  const page = await person.context.newPage();
  await openIn(page, path);
  return page;
}

async function openIn(page: Page, path: string): Promise<void> {
  const answer = await page.goto(address(path));
  expect([path, answer?.status()]).toEqual([path, 200]);
}

function cachedAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => url.slice(location.origin.length));
  });
}

/** The states of the active service worker and of a waiting one. */
function workersOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return [registration?.active, registration?.waiting].flatMap((worker) => (worker ? [worker.state] : []));
  });
}

/** The style sheet as the page gets it from its service worker. */
function cachedStyle(page: Page): Promise<string> {
  return page.evaluate(async () => (await fetch('/style.css')).text());
}

/** Deploys the next build. */
async function deployChange(): Promise<Change> {
  const change = await copy.deployChange();
  await stopServer();
  await startServer();
  return change;
}

/** `broken` is a URL that this server answers with 500. */
async function startServer(broken?: string): Promise<void> {
  server = Fastify();
  server.decorateRequest('brand');
  server.addHook('onRequest', async (request, reply) => {
    request.brand = brandForHost(request.headers.host ?? '', { publicUrl: address('/'), allowedHosts: [] }) ?? defaultBrand;
    if (request.url === broken) return reply.code(500).send();
  });
  server.addHook('onResponse', async ({ method, url }, { statusCode }) => {
    if (statusCode !== 304 && method !== 'HEAD') sent.push(url);
  });
  await server.register(clientFiles, { distDir: copy.distDir, brands });
  await server.listen({ port, host: '127.0.0.1' });
}

async function stopServer(): Promise<void> {
  server?.server.closeAllConnections();
  await server?.close();
  server = null;
}

function address(path: string): string {
  return `http://localhost:${port}${path}`;
}
