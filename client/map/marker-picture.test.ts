// A marker shows its picture also if the first request for it fails.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mapColours } from '#shared/rules/map-colours.ts';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';
import { createMarkerPictures } from './marker-picture.ts';

/** Replaces the browser's `Image`. A test lets it load or fail. */
class FakeImage extends EventTarget {
  src = '';
  complete = false;
  naturalWidth = 0;
  naturalHeight = 0;
}

const look = { faces: [{ pictureId: 'face', name: 'Ada', profileId: 'ada' }], more: '', px: 48, isOnline: false, isOwn: false };

let page: FakePage;
let images: FakeImage[];
let drawn: unknown[];

beforeEach(() => {
  vi.useFakeTimers();
  page = openFakePage();
  images = [];
  drawn = [];
  const context = new Proxy(
    { drawImage: (image: unknown) => drawn.push(image) },
    { get: (target, key) => Reflect.get(target, key) ?? (() => undefined), set: () => true },
  );
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => context }) });
  vi.stubGlobal('window', { devicePixelRatio: 1 });
  vi.stubGlobal(
    'Image',
    class extends FakeImage {
      constructor() {
        super();
        images.push(this);
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  page.close();
});

/** Draws a marker whose picture fails at first. Returns its image, and the functions that are called for its address and its painting. */
async function failedOnce() {
  const source = vi.fn(async () => '/face');
  const onPainted = vi.fn();
  const pictures = createMarkerPictures(mapColours('light', '#a93f16'), source, onPainted);
  pictures.canvasFor(look);
  await vi.advanceTimersByTimeAsync(0);
  const [image] = images;
  if (image === undefined) throw new Error('No picture was requested.');
  image.dispatchEvent(new Event('error'));
  return { pictures, image, source, onPainted };
}

test('a picture that could not be loaded is requested again, and then painted', async () => {
  const { image, source, onPainted } = await failedOnce();
  image.src = '';
  await vi.advanceTimersByTimeAsync(2_000);
  expect(source).toHaveBeenCalledTimes(2);
  expect(image.src).toBe('/face');
  Object.assign(image, { complete: true, naturalWidth: 256, naturalHeight: 320 });
  image.dispatchEvent(new Event('load'));
  expect(drawn).toEqual([image]);
  expect(onPainted).toHaveBeenCalledOnce();
});

test('a picture that fails without a connection is requested again once there is one', async () => {
  const { image, source } = await failedOnce();
  for (const delayMs of [2_000, 8_000, 30_000]) {
    await vi.advanceTimersByTimeAsync(delayMs);
    image.dispatchEvent(new Event('error'));
  }
  await vi.advanceTimersByTimeAsync(600_000);
  expect(source).toHaveBeenCalledTimes(4);
  page.window.dispatchEvent(new Event('online'));
  expect(source).toHaveBeenCalledTimes(5);
});

test('a map that is left requests nothing again', async () => {
  const { pictures, source } = await failedOnce();
  pictures.dispose();
  page.window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(source).toHaveBeenCalledOnce();
});
