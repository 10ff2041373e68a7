// Without a service worker, nothing that a member sees gets into the browser's HTTP cache, nor the addresses of their screens.
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { portrait } from '#server/outside/portraits.ts';
import { findInFiles, type SearchedTexts } from '#client/testing/file-search.ts';
import { startFront, type Front } from './support/front.ts';
import { signUp } from './support/member.ts';
import { openPerson } from './support/person.ts';
import { addPicture, random } from './support/planted-visit.ts';
import { startServer, until, type RunningServer } from './support/server.ts';

const dist = path.join(import.meta.dirname, '../../dist');

let server: RunningServer;
/** Forwards everything, but lets the browser store the answers to calls. */
let lax: Front;
beforeAll(async () => {
  server = await startServer();
  lax = await startFront(dist, server.port, { 'cache-control': 'private, max-age=86400' });
});
afterAll(async () => {
  await lax.close();
  await server.stop();
});

/** A member's visit; returns which plants are in the browser's HTTP cache while it is running and closed. */
async function visit(origin: string): Promise<{ planted: string[]; running: string[]; closed: string[] }> {
  const person = await openPerson({ isOnDisk: true, isWithoutWorker: true });
  const loaded: Promise<{ readonly url: string; readonly bytes: Buffer }>[] = [];
  // Bytes can be read only until the page is left.
  person.context.on('response', (response) => {
    const url = response.url();
    if (/\/api\/(profile-pic|map\/tiles)\//.test(url))
      loaded.push(
        response.body().then(
          (bytes) => ({ url, bytes }),
          () => ({ url, bytes: Buffer.alloc(0) }),
        ),
      );
  });
  try {
    const [ada, ben] = [
      await signUp({ ...server, origin }, `Ada${random()}`),
      await signUp({ ...server, origin }, `Ben${random()}`),
    ];
    const text = random();
    const messageId = await ben.say(text, ada.profileId);
    await ada.open(person, '/notes');
    const { page } = person;
    const pictureId = await page.evaluate(addPicture, {
      own: ada.profileId,
      base64: (await portrait(5, 400)).toString('base64'),
    });
    const isLarge = ({ bytes }: { readonly bytes: Buffer }): boolean => bytes.length >= 200;
    const partsOf = async (part: string) => (await Promise.all(loaded)).filter(({ url }) => url.includes(part));
    const tiles = '/api/map/tiles/';
    for (const [screen, part] of [
      ['/profile', pictureId],
      ['/search/map', tiles],
    ] as const) {
      await page.goto(origin + screen);
      await until(`${part} on ${screen}`, async () => (await partsOf(part)).some(isLarge));
    }
    await page.goto(`${origin}/profile/${ben.profileId}`);
    await page.getByRole('main').getByRole('heading', { name: ben.name }).waitFor();
    await page.goto(`${origin}/chat/personal/${ben.profileId}`);
    await page.getByText(text).filter({ visible: true }).first().waitFor();
    const largest = async (part: string) => {
      const [first] = (await partsOf(part)).toSorted((a, b) => b.bytes.length - a.bytes.length);
      if (first === undefined) throw new Error(`No ${part} was loaded.`);
      return first;
    };
    const [picture, tile] = [await largest(pictureId), await largest(tiles)];
    const plants: SearchedTexts = {
      text,
      messageId,
      pictureId,
      name: ben.name,
      profileId: ben.profileId,
      picture: middleOf(picture.bytes),
      tile: middleOf(tile.bytes),
      tileAddress: new URL(tile.url).pathname,
    };
    const find = async () => namesIn(await findInFiles(person.directory ?? '', plants, (file) => !/Cache/.test(file)));
    // The cache writes to the disk some time later.
    await until('the application in the cache', async () => {
      const own = { script: '/assets/' };
      return (await findInFiles(person.directory ?? '', own, (file) => !file.includes('Cache_Data'))).length > 0;
    });
    const running = await find();
    await person.closeApp();
    return { planted: Object.keys(plants).toSorted(), running, closed: await find() };
  } finally {
    await person.leave();
  }
}

test('a browser that may store answers has all that was planted in its cache', async () => {
  const { planted, closed } = await visit(lax.origin);
  expect(closed).toEqual(planted);
});

test('nothing that was planted is in the cache, neither while the browser runs nor after it was closed', async () => {
  const { running, closed } = await visit(server.origin);
  expect([running, closed]).toEqual([[], []]);
});

const namesIn = (found: readonly string[]): string[] => [...new Set(found.map((one) => one.split(' ', 1)[0] ?? ''))].toSorted();

/** Bytes that no other file has. */
const middleOf = (bytes: Buffer): Buffer => bytes.subarray(bytes.length / 2, bytes.length / 2 + 40);
