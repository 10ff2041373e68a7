// Installing the app: each brand from its own host, a dismissible offer, and drawn steps for iPhones and iPads.
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brands } from '#manifest/index.ts';
import { startHttpsProxy } from './support/https-proxy.ts';
import { signUp, type Member } from './support/member.ts';
import { openPerson, type Person } from './support/person.ts';
import { startServer, type RunningServer } from './support/server.ts';
import { whenWorkerControls } from './support/worker.ts';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15';

let server: RunningServer;
let person: Person;
let ada: Member;

beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: '127.0.0.1' });
  person = await openPerson({ isOnDisk: true });
  ada = await signUp(server, 'Ada');
  await ada.open(person, '/');
});

afterAll(async () => {
  await person.leave();
  await server.stop();
});

test.each(brands.map(({ key, canonicalHost }) => [key, canonicalHost]))(
  '%s can be installed from %s, and every picture has the size and type given in the manifest',
  async (key, host) => {
    const proxy = await startHttpsProxy([host], server.port);
    const visitor = await openPerson({ args: proxy.browserArgs });
    try {
      await visitor.page.goto(`https://${host}/`);
      await whenWorkerControls(visitor.page);
      const devtools = await visitor.context.newCDPSession(visitor.page);
      await devtools.send('Page.enable');
      expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
      expect((await devtools.send('Page.getAppManifest')).errors).toEqual([]);
      const manifest = await visitor.page.evaluate(async () => (await fetch('/manifest.webmanifest')).json());
      expect(manifest.name.toLowerCase()).toBe(key);
      expect(manifest.shortcuts).toHaveLength(3);
      const described: { src: string; sizes: string; type: string }[] = [...manifest.icons, ...manifest.screenshots];
      expect(described).toHaveLength(6);
      for (const { src, sizes, type } of described) {
        const answer = await fetched(visitor.page, src);
        expect([src, answer.status, answer.type]).toEqual([src, 200, type]);
        const { width, height } = await sharp(Buffer.from(answer.base64, 'base64')).metadata();
        expect([src, `${width}x${height}`]).toEqual([src, sizes]);
      }
      expect(visitor.complaints).toEqual([]);
    } finally {
      await visitor.leave();
      await proxy.close();
    }
  },
);

test('a member installs with one click if the browser offers it', async () => {
  const page = await openHome();
  await offer(page);
  await card(page).getByRole('button', { name: 'Install' }).click();
  await card(page).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => Reflect.get(globalThis, 'timesAsked'))).toBe(1);
  await page.close();
});

test('iPhone and iPad show drawn steps, also before asking for notifications; a Mac and an installed app show nothing', async () => {
  for (const [agent, touchPoints] of [
    [iphone, 5],
    [mac, 5],
  ] as const) {
    const page = await openHome(pretend(agent, touchPoints));
    await expect.poll(() => drawnSteps(page)).toBe(3);
    await page.goto(`${server.origin}/settings#devices`);
    await page.getByText('only the installed app gets notifications').waitFor();
    expect(await drawnSteps(page)).toBe(3);
    expect(await page.getByRole('button', { name: 'Notify me on this device' }).count()).toBe(0);
    await page.close();
  }
  for (const apple of [pretend(mac, 0), pretend(iphone, 5, true)]) {
    const page = await openHome(apple);
    await page.getByRole('heading', { name: /^Hello/ }).waitFor();
    expect(await card(page).count()).toBe(0);
    await page.close();
  }
});

test('a dismissed offer never returns, even after the browser was closed', async () => {
  const page = await openHome();
  await offer(page);
  await card(page).getByRole('button', { name: 'Don’t show this again' }).click();
  await card(page).waitFor({ state: 'detached' });
  await page.reload();
  await offer(page);
  expect(await card(page).count()).toBe(0);
  await person.closeApp();
  await person.openApp(server.origin);
  await offer(person.page);
  expect(await card(person.page).count()).toBe(0);
  expect(person.complaints).toEqual([]);
});

async function openHome(apple?: Apple): Promise<Page> {
  const page = await person.context.newPage();
  if (apple !== undefined) await page.addInitScript(imitateApple, apple);
  await page.goto(server.origin);
  return page;
}

/** Browsers decide when to offer installation, so the test fires the event; that the app is installable is tested above. */
async function offer(page: Page): Promise<void> {
  await page.getByRole('heading', { name: /^Hello/ }).waitFor();
  const isTaken = await page.evaluate(() => {
    Object.assign(globalThis, { timesAsked: 0 });
    const event = new Event('beforeinstallprompt', { cancelable: true });
    Object.assign(event, {
      prompt: async () => {
        Object.assign(globalThis, { timesAsked: Number(Reflect.get(globalThis, 'timesAsked')) + 1 });
        return { outcome: 'accepted' };
      },
    });
    return !dispatchEvent(event);
  });
  expect(isTaken).toBe(true);
}

interface Apple {
  readonly agent: string;
  readonly touchPoints: number;
  readonly isStandalone: boolean;
}

const pretend = (agent: string, touchPoints: number, isStandalone = false): Apple => ({ agent, touchPoints, isStandalone });

/** Runs in the page: imitates Safari on iOS, where push is missing until the app is on the home screen. */
function imitateApple({ agent, touchPoints, isStandalone }: Apple): void {
  Object.defineProperty(navigator, 'userAgent', { get: () => agent });
  Object.defineProperty(navigator, 'maxTouchPoints', { get: () => touchPoints });
  Object.defineProperty(navigator, 'standalone', { get: () => isStandalone });
  // Chromium fires this event anyway; Safari never does.
  addEventListener('beforeinstallprompt', (event) => event.stopImmediatePropagation());
  Reflect.deleteProperty(globalThis, 'PushManager');
}

/** Uses the browser, since only it resolves the brands' hosts here. */
const fetched = (page: Page, src: string): Promise<{ status: number; type: string | null; base64: string }> =>
  page.evaluate(async (src) => {
    const answer = await fetch(src);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return { status: answer.status, type: answer.headers.get('content-type'), base64: btoa(text) };
  }, src);

const card = (page: Page) => page.getByRole('region', { name: /on your home screen$/ });

const drawnSteps = (page: Page): Promise<number> =>
  page.getByRole('list', { name: 'Add to Home Screen' }).locator('li svg').count();
