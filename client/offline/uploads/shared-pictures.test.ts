// Tests pictures from the phone's share sheet, from the sharing to the member's decision.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryCaches } from '#client/testing/memory-caches.ts';
import { forgetSharedPictures, hasSentText, sentCount, storeSharedPictures, sharedPictures } from './shared-pictures.ts';

beforeEach(() => void vi.stubGlobal('caches', memoryCaches()));
afterEach(() => void vi.unstubAllGlobals());

const picture = (name: string, bytes = 3) => new File([new Uint8Array(bytes)], name, { type: 'image/png' });
const names = async () => (await sharedPictures()).map(({ name }) => name);

test('shared pictures are stored with their names, types and bytes, in order', async () => {
  await storeSharedPictures([picture('über uns.png'), new File(['abc'], 'b.jpg', { type: 'image/jpeg' })]);
  expect(await names()).toEqual(['über uns.png', 'b.jpg']);
  const [, second] = await sharedPictures();
  expect([second?.type, await second?.text()]).toEqual(['image/jpeg', 'abc']);
});

test('pictures stay in order, even if a large one takes longer to read', async () => {
  const large = picture('large.png');
  const read = large.arrayBuffer.bind(large);
  large.arrayBuffer = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return read();
  };
  await storeSharedPictures([large, picture('small.png')]);
  expect(await names()).toEqual(['large.png', 'small.png']);
});

test('pictures that are shared later replace the earlier ones', async () => {
  await storeSharedPictures([picture('a.png'), picture('b.png')]);
  await storeSharedPictures([picture('c.png')]);
  expect(await names()).toEqual(['c.png']);
});

test('at most twenty pictures of up to 40,000,000 bytes are stored', async () => {
  const many = Array.from({ length: 22 }, (_, i) => picture(`${i}.png`));
  await storeSharedPictures([picture('huge.png', 40_000_001), picture('large.png', 40_000_000), ...many]);
  expect(await names()).toEqual(['large.png', ...many.slice(0, 19).map(({ name }) => name)]);
});

test('a full device keeps the pictures that it could store', async () => {
  const open = caches.open.bind(caches);
  vi.spyOn(caches, 'open').mockImplementationOnce(async (name) => {
    const cache = await open(name);
    vi.spyOn(cache, 'put').mockRejectedValueOnce(new DOMException('Full', 'QuotaExceededError'));
    return cache;
  });
  await storeSharedPictures([picture('a.png'), picture('b.png')]);
  expect(await names()).toEqual(['b.png']);
});

test('the address says how many pictures were sent, and whether a text was', () => {
  expect(['shared=3', 'shared=2-text', '', 'shared=', 'shared=99999', 'other'].map(sentCount)).toEqual([3, 2, 0, 0, 0, 0]);
  expect(['shared=3', 'shared=2-text', ''].map(hasSentText)).toEqual([false, true, false]);
});

test('nothing is stored after the member has decided, and reading creates no cache', async () => {
  await storeSharedPictures([picture('a.png')]);
  await forgetSharedPictures();
  expect([await names(), await caches.keys()]).toEqual([[], []]);
});
