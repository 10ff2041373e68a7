// Uploads to a profile: dropped, pasted, offline, interrupted, slow, reordered; each arrives exactly once.
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { byteSize } from '#shared/formats/numbers.ts';
import { portrait } from '#server/outside/portraits.ts';
import { noisyPicture } from '#server/testing/fakes/pictures.ts';
import { startBadNetwork, type BadNetwork } from './support/bad-network.ts';
import { signUp, type Member } from './support/member.ts';
import { openPerson, phone, type Person } from './support/person.ts';
import { startServer, until, type RunningServer } from './support/server.ts';
import { whenWorkerControls } from './support/worker.ts';

let server: RunningServer;
/** The proxy between the member's browser and the server. */
let network: BadNetwork;
let person: Person;
let ada: Member;

beforeAll(async () => {
  server = await startServer();
  network = await startBadNetwork(server.port);
  ada = await signUp({ ...server, origin: network.origin }, 'Ada');
});
beforeEach(async () => {
  person = await openPerson({ viewport: phone });
});
afterEach(async () => {
  network.cuts = () => null;
  const complaints = [...person.complaints];
  await person.leave();
  const { profilePicIds, profilePicIdsPrivate } = await profile();
  for (const id of [...profilePicIds, ...profilePicIdsPrivate]) await ada.ask('DELETE', `/api/profile-pic/${id}`);
  expect(complaints).toEqual([]);
});
afterAll(async () => {
  await network.close();
  await server.stop();
});

test('three pictures dropped anywhere on the screen and a pasted one are added in order', async () => {
  await openUpload();
  await give('drop', ['red', 'green', 'blue']);
  await added(3);
  await give('paste', ['white']);
  await added(4);
  expect(await colours(await ownPictures())).toEqual(['red', 'green', 'blue', 'white']);
});

test('on a slow connection the progress bar moves, and the app can be used in the meantime', async () => {
  await openUpload();
  await slowUploads(25_000);
  await choose([{ name: 'slow.png', buffer: await noisyPicture('jpeg', 1_000, 750) }]);
  const seen = new Set<number>();
  const bar = person.page.getByRole('progressbar', { name: /^slow\.png/ });
  await until('a bar that moves', async () => {
    const value = Number(await bar.getAttribute('value'));
    if (value > 0 && value < 1) seen.add(value);
    return seen.size >= 3;
  });
  expect([...seen]).toEqual([...seen].sort((one, other) => one - other));
  await person.page.goBack();
  await person.page.getByRole('heading', { name: 'Edit Profile' }).waitFor();
  await person.page.getByRole('link', { name: /^Waiting picture slow\.png: Uploading/ }).waitFor();
  await person.page.getByLabel('Weight').fill('60 kg');
  await person.page.getByLabel('Weight').blur();
  await until('the weight', async () => (await profile()).weight === '60 kg');
  expect((await profile()).profilePicIds).toEqual([]);
  await slowUploads(-1);
  await until('the picture', async () => (await ownPictures()).length === 1, 60_000);
  await person.page.getByRole('button', { name: 'Picture 1 of 1: change' }).waitFor();
  await expect.poll(() => person.page.getByRole('link', { name: /^Waiting picture/ }).count()).toBe(0);
});

test('pictures chosen offline wait in the grid, survive a closed app, and are uploaded once when it opens again', async () => {
  await openUpload({ isOnDisk: true });
  await whenWorkerControls(person.page);
  await person.context.setOffline(true);
  await choose([
    { name: 'one.png', buffer: await plain('red') },
    { name: 'two.png', buffer: await plain('blue') },
  ]);
  await until('both to wait', async () => (await person.page.getByText('Waiting on this device for a connection').count()) === 2);
  await person.closeApp();
  await person.openApp(`${network.origin}/profileEdit`, { isOffline: true });
  await person.page.getByRole('link', { name: 'Waiting picture two.png: Waiting on this device for a connection' }).waitFor();
  await person.closeApp();
  expect(await ownPictures()).toEqual([]);
  await person.openApp(network.origin);
  await until('both pictures', async () => (await ownPictures()).length === 2, 60_000);
  await until('nothing left on the device', async () => (await waitingRows()) === 0);
  expect(await colours(await ownPictures())).toEqual(['red', 'blue']);
});

test('with no page open, the service worker sends an upload that waits for the private list', async () => {
  await openUpload({ isOnDisk: true });
  await person.context.grantPermissions(['background-sync']);
  await whenWorkerControls(person.page);
  await person.page.evaluate(() => sessionStorage.setItem('show_nsfw', 'true'));
  await person.page.goto(`${network.origin}/profilePicUpload?private=1`);
  await person.page.getByRole('heading', { name: 'Add Private Pictures' }).waitFor();
  await person.context.setOffline(true);
  await choose([{ name: 'secret.png', buffer: await plain('red') }]);
  await person.page.getByText('Waiting on this device for a connection').waitFor();
  await person.page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await Reflect.get(registration, 'sync').register('outbox');
  });
  await person.page.goto('about:blank');
  await person.context.setOffline(false);
  await until('the private picture', async () => (await profile()).profilePicIdsPrivate.length === 1, 60_000);
  expect(await ownPictures()).toEqual([]);
});

test('pictures that are too large are made smaller on the device, upright, and what no browser can read is refused with a reason', async () => {
  await openUpload();
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const large = await sharp({ create: { width: 2_000, height: 1_600, channels: 3, background: '#000', noise } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer();
  expect(large.length).toBeGreaterThan(8_192_000);
  await choose([{ name: 'large.jpg', buffer: large }]);
  await person.page.getByText(`Made smaller from ${byteSize(large.length, 'en-US')}`).waitFor({ timeout: 100_000 });
  await added(1);
  const { width = 0, height = 0 } = await sharp(await storedPicture((await ownPictures())[0])).metadata();
  expect([width, height]).toEqual([1_600, 2_000]);
  const heic = Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic');
  await choose([{ name: 'photo.heic', buffer: heic, mimeType: 'image/heic' }]);
  await person.page.getByText('Error: this browser can’t read HEIC pictures.').waitFor();
  expect(await ownPictures()).toHaveLength(1);
});

test('an upload that loses its bytes, its reply and its profile change once each results in one picture', async () => {
  const met: string[] = [];
  network.cuts = ({ method, path: called }) => {
    if (method === 'GET' || !/^\/api\/profile(-pic)?$/.test(called)) return null;
    met.push(`${method} ${called}`);
    const count = met.filter((one) => one === met.at(-1)).length;
    return count === 1 ? 'before' : count === 2 ? 'after' : null;
  };
  await openUpload();
  await choose([{ name: 'cut.png', buffer: await plain('green') }]);
  await added(1);
  expect(met.filter((one) => one === 'POST /api/profile-pic')).toHaveLength(3);
  expect(await colours(await ownPictures())).toEqual(['green']);
  expect(storedPictures()).toBe(1);
});

test('an upload interrupted by closing the app continues when it opens again, and a cancelled one is never sent', async () => {
  await openUpload({ isOnDisk: true });
  // The uploads take twenty seconds, so that even a busy machine can cancel one in time.
  await slowUploads(10_000);
  const buffer = await noisyPicture('jpeg', 1_000, 750);
  await choose(['half.jpg', 'regretted.jpg'].map((name) => ({ name, buffer })));
  await until('the way up', async () => (await person.page.getByText('Uploading').count()) === 2);
  await person.page.getByRole('button', { name: 'Cancel regretted.jpg' }).click();
  await until('one row', async () => (await person.page.getByRole('progressbar').count()) === 1);
  await person.closeApp();
  await person.openApp(`${network.origin}/profileEdit`);
  await until('the picture', async () => (await ownPictures()).length === 1, 60_000);
  await until('nothing left on the device', async () => (await waitingRows()) === 0);
  expect(storedPictures()).toBe(1);
});

test('pictures are reordered by keys and by a long press, and moved to the private list', async () => {
  await openUpload();
  await choose(
    await Promise.all(['red', 'green', 'blue'].map(async (name) => ({ name: `${name}.png`, buffer: await plain(name) }))),
  );
  await added(3);
  const [red, green, blue] = await ownPictures();
  await person.page.getByRole('link', { name: 'Done' }).click();
  const first = person.page.getByRole('button', { name: 'Picture 1 of 3: change' });
  await first.focus();
  await person.page.keyboard.press('Shift+End');
  await until('the new order', async () => String(await ownPictures()) === String([green, blue, red]));
  await expect.poll(focusedName).toBe('Picture 3 of 3: change');
  await person.page.keyboard.press('Shift+ArrowLeft');
  await until('the next order', async () => String(await ownPictures()) === String([green, red, blue]));

  await dragByFinger('Picture 1 of 3: change', 'Picture 3 of 3: change');
  await until('the last order', async () => String(await ownPictures()) === String([red, blue, green]));
  expect(await person.page.getByRole('dialog').count()).toBe(0);

  await person.page.getByRole('button', { name: 'Picture 2 of 3: change' }).click();
  await person.page.getByRole('button', { name: 'Make private' }).click();
  await expect.poll(profile).toMatchObject({ profilePicIds: [red, green], profilePicIdsPrivate: [blue] });
});

test('each picture loads in the smallest size that fills its space, without layout shift', async () => {
  await openUpload();
  const buffer = await portrait(3, 1_200);
  await choose(Array.from({ length: 5 }, (_, n) => ({ name: `${n}.png`, buffer })));
  await added(5);
  const session = await person.context.newCDPSession(person.page);
  // The low-resolution screen comes first, since a browser also uses larger sizes that it has cached.
  const screens = [
    { width: 1_280, height: 800, deviceScaleFactor: 1 },
    { ...phone, deviceScaleFactor: 3 },
  ];
  for (const screen of screens)
    for (const [address, count] of [['/profileEdit', 5] as const, [`/profile/${ada.profileId}`, 4] as const]) {
      await session.send('Emulation.setDeviceMetricsOverride', { ...screen, mobile: false });
      await person.page.goto(network.origin + address);
      await person.page.locator('.picture-grid img').last().scrollIntoViewIfNeeded();
      const shown = await until('the pictures', () => person.page.evaluate(shownPictures, count));
      const where = `${address} at ${screen.width}`;
      for (const { wantedPx, fetchedPx } of shown.pictures)
        expect(fetchedPx, `${where}, ${wantedPx} px wide`).toBe(smallestFor(wantedPx));
      expect(shown.moved, where).toEqual([]);
    }
  // The first one is larger on the profile.
  const [, ...picPlaceholders] = (await profile()).picPlaceholders;
  expect(shownColours(picPlaceholders)).toEqual(await person.page.evaluate(paintedColours));
});

/** Null until all pictures of the grid are loaded. */
function shownPictures(count: number) {
  const images = [...document.querySelectorAll<HTMLImageElement>('.picture-grid img')];
  if (images.length < count || images.some((image) => !image.complete || image.naturalWidth === 0)) return null;
  const shifts = new PerformanceObserver(() => undefined);
  shifts.observe({ type: 'layout-shift', buffered: true });
  const moved = shifts.takeRecords().flatMap((entry): string[] => {
    const sources: unknown = Reflect.get(entry, 'sources');
    if (!Array.isArray(sources)) return [];
    return sources
      .filter(({ node }) => node instanceof Element && node.closest('.picture-grid') !== null)
      .map(({ node, previousRect, currentRect }) => JSON.stringify([node.className, previousRect, currentRect]));
  });
  return {
    pictures: images.map((image) => ({
      wantedPx: image.clientWidth * devicePixelRatio,
      fetchedPx: Number(new URL(image.currentSrc).searchParams.get('scale_x')),
    })),
    moved,
  };
}

/** The nine placeholder pixels behind each picture, as red, green and blue. */
function paintedColours(): number[][] {
  return [...document.querySelectorAll<HTMLCanvasElement>('.picture-grid canvas')].map((canvas) => {
    const rgba = [...(canvas.getContext('2d')?.getImageData(0, 0, 3, 3).data ?? [])];
    return rgba.filter((_, at) => at % 4 !== 3);
  });
}

const shownColours = (placeholders: readonly string[]): number[][] =>
  placeholders.map((text) => [...Buffer.from(text, 'base64')]);

const smallestFor = (px: number): number => [256, 512, 1_024, 2_048].find((size) => size >= px) ?? 2_048;

async function openUpload({ isOnDisk = false } = {}): Promise<void> {
  if (isOnDisk) {
    await person.leave();
    person = await openPerson({ viewport: phone, isOnDisk });
  }
  await ada.open(person, '/profileEdit');
  await until('the device database', () =>
    person.page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'member')),
  );
  await person.page.getByRole('link', { name: 'Add pictures' }).first().click();
  await person.page.getByRole('button', { name: 'Choose pictures' }).waitFor();
}

async function choose(
  files: readonly { readonly name: string; readonly buffer: Buffer; readonly mimeType?: string }[],
): Promise<void> {
  const chosen = person.page.waitForEvent('filechooser');
  await person.page.getByRole('button', { name: 'Choose pictures' }).click();
  const type = (name: string): string => (name.endsWith('.jpg') ? 'image/jpeg' : 'image/png');
  await (await chosen).setFiles(files.map(({ name, buffer, mimeType = type(name) }) => ({ name, mimeType, buffer })));
}

const added = (count: number): Promise<unknown> =>
  until(`${count} pictures`, async () => (await person.page.getByText('Added to your profile').count()) === count, 100_000);

const plain = (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 80, height: 100, channels: 3, background: colour } })
    .png()
    .toBuffer();

/** Drops or pastes files, as on a desktop. */
async function give(kind: 'drop' | 'paste', names: readonly string[]): Promise<void> {
  const files = await Promise.all(names.map(async (name) => ({ name, base64: (await plain(name)).toString('base64') })));
  await person.page.evaluate(
    ({ kind, files }) => {
      const transfer = new DataTransfer();
      for (const { name, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
        transfer.items.add(new File([bytes], `${name}.png`, { type: 'image/png' }));
      }
      const options = { bubbles: true, cancelable: true };
      document.body.dispatchEvent(
        kind === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: transfer })
          : new ClipboardEvent('paste', { ...options, clipboardData: transfer }),
      );
    },
    { kind, files },
  );
}

/** In bytes per second; -1 is unlimited. */
async function slowUploads(uploadThroughput: number): Promise<void> {
  const session = await person.context.newCDPSession(person.page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  });
  if (uploadThroughput === -1) await session.detach();
}

async function dragByFinger(from: string, to: string): Promise<void> {
  // The message about the last change disappears, which moves the grid.
  await person.page.getByText('Saved Image Changes').waitFor({ state: 'hidden' });
  await person.page.getByRole('button', { name: from }).scrollIntoViewIfNeeded();
  const [start, end] = [await middleOf(person.page, from), await middleOf(person.page, to)];
  const session = await person.context.newCDPSession(person.page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] });
  await person.page.locator('li.dragged').waitFor();
  await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: end.x - 5, y: end.y }] });
  await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [end] });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

async function middleOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await page.getByRole('button', { name }).boundingBox();
  if (box === null) throw new Error(`${name} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

interface OwnProfile {
  readonly profilePicIds: string[];
  readonly profilePicIdsPrivate: string[];
  readonly picPlaceholders: string[];
  readonly weight: string;
}

const profile = async (): Promise<OwnProfile> => (await ada.ask('GET', `/api/profile/${ada.profileId}`)) as OwnProfile;
const ownPictures = async (): Promise<string[]> => (await profile()).profilePicIds;

async function storedPicture(id = ''): Promise<Buffer> {
  const base64 = await person.page.evaluate(async (address) => {
    const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  }, `/api/profile-pic/${id}?orig=1`);
  return Buffer.from(base64, 'base64');
}

/** The stored pictures by their colour. */
async function colours(ids: readonly string[]): Promise<string[]> {
  const named: Readonly<Record<string, string>> = { '100': 'red', '010': 'green', '001': 'blue', '111': 'white' };
  const found: string[] = [];
  for (const id of ids) {
    const pixels = await sharp(await storedPicture(id))
      .resize(1, 1)
      .removeAlpha()
      .raw()
      .toBuffer();
    found.push(named[[...pixels].map((value) => (value > 90 ? 1 : 0)).join('')] ?? String([...pixels]));
  }
  return found;
}

/** The number of the member's pictures on the server, including those not in the profile. */
function storedPictures(): number {
  const database = new SqliteDatabase(path.join(server.dataDir, 'database.sqlite'), { readonly: true });
  const { kept } = database.prepare('select count(*) as kept from pictures where profile_id = ?').get(ada.profileId) as {
    kept: number;
  };
  database.close();
  return kept;
}

/** The number of waiting pictures on the device. */
const waitingRows = (): Promise<number> =>
  person.page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('member');
        opening.addEventListener('error', () => reject(opening.error ?? new Error('no database')));
        opening.addEventListener('success', () => {
          const database = opening.result;
          const counting = database.transaction('uploads').objectStore('uploads').count();
          counting.addEventListener('success', () => {
            database.close();
            resolve(counting.result);
          });
        });
      }),
  );

const focusedName = (): Promise<string | null> =>
  person.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
