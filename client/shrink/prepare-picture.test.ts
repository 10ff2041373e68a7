// Tests which files are made smaller, and the errors for others. The worker is replaced.
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { preparePicture, PictureRefused, type Shrink } from './prepare-picture.ts';

const drawn = () => sharp({ create: { width: 40, height: 50, channels: 3, background: '#36c' } });
/** A PNG whose header claims this size. */
async function claiming(width: number, height: number): Promise<Buffer> {
  const png = await drawn().png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}
const large = 8_192_001;

/** A file of these first bytes, and zeros up to `size`. */
const fileOf = (bytes: Uint8Array, name: string, type: string, size = bytes.length): File =>
  new File([new Uint8Array(bytes), new Uint8Array(Math.max(0, size - bytes.length))], name, { type });
const heic = new TextEncoder().encode('\0\0\0\u0018ftypheic\0\0\0\0mif1heic');

const canShrink = () =>
  vi.fn<Shrink>(async ({ types: [type] }, { onProgress }) => {
    onProgress(0.5);
    return new Blob(['smaller'], { type: String(type) });
  });

async function prepared(file: File, shrink: Shrink = canShrink()) {
  const onProgress = vi.fn();
  const result = await preparePicture(file, { signal: new AbortController().signal, onProgress }, shrink);
  return { result, onProgress };
}

test('a picture within the limits stays as it is', async () => {
  const file = fileOf(await drawn().png().toBuffer(), 'a.png', 'image/png');
  const shrink = canShrink();
  const { result, onProgress } = await prepared(file, shrink);
  expect(result).toBe(file);
  expect([shrink.mock.calls, onProgress.mock.calls]).toEqual([[], []]);
});

test.each([
  ['without a type', ''],
  ['with another name of its type', 'image/jpg'],
  ['with a wrong type', 'application/octet-stream'],
])('a picture %s is accepted', async (_, type) => {
  const file = fileOf(await drawn().jpeg().toBuffer(), 'photo', type);
  expect((await prepared(file)).result).toBe(file);
});

test('a damaged picture is not changed, because the server reports what is wrong with it', async () => {
  const file = fileOf(new Uint8Array(9), 'a.png', 'image/png');
  expect((await prepared(file)).result).toBe(file);
});

test.each([
  ['a JPEG of too many bytes', async () => fileOf(await drawn().jpeg().toBuffer(), 'a b.jpeg', 'image/jpeg', large), 'a b.jpg'],
  ['a PNG of too many bytes', async () => fileOf(await drawn().png().toBuffer(), 'a.png', 'image/png', large), 'a.webp'],
  ['a PNG of too many pixels', async () => fileOf(await claiming(10_000, 5_001), 'a.png', 'image/png'), 'a.webp'],
  ['HEIC', async () => fileOf(heic, 'IMG_1.HEIC', 'image/heic'), 'IMG_1.jpg'],
  ['HEIC of a system that does not know its type', async () => fileOf(heic, 'IMG_1.heic', ''), 'IMG_1.jpg'],
])('%s is made smaller', async (_, file, name) => {
  const { result, onProgress } = await prepared(await file());
  expect([result.name, await result.text()]).toEqual([name, 'smaller']);
  expect(result.type).toBe(name.endsWith('webp') ? 'image/webp' : 'image/jpeg');
  expect(onProgress).toHaveBeenCalledWith(0.5);
});

test.each([
  ['a GIF', () => fileOf(new Uint8Array(9), 'a.gif', 'image/gif'), 'Error: only png, jpeg and webp pictures are accepted.'],
  ['no picture', () => fileOf(new Uint8Array(9), 'a', ''), 'Error: only png, jpeg and webp pictures are accepted.'],
  [
    'HEIC where the browser does not know it',
    () => fileOf(heic, 'a.heic', 'image/heic'),
    'Error: this browser can’t read HEIC pictures. Save the picture as JPEG and choose that one.',
  ],
  [
    'a large file that is no picture',
    () => fileOf(new Uint8Array(9), 'a.png', 'image/png', large),
    'Error: the picture is larger than 8,192,000 bytes and could not be made smaller here. Save a smaller copy and choose that one.',
  ],
])('%s is refused with the reason', async (_, file, message) => {
  const refused = prepared(file(), async () => null);
  await expect(refused).rejects.toThrow(PictureRefused);
  await expect(refused).rejects.toThrow(message);
});

test('a picture with more pixels than a device can hold is refused at once', async () => {
  const shrink = canShrink();
  await expect(prepared(fileOf(await claiming(100_000, 100_000), 'a.png', 'image/png'), shrink)).rejects.toThrow(
    '50 million pixels',
  );
  expect(shrink).not.toHaveBeenCalled();
});

test('a cancelled picture is not made smaller', async () => {
  const shrink = canShrink();
  const preparing = { signal: AbortSignal.abort(), onProgress: () => undefined };
  await expect(preparePicture(fileOf(heic, 'a.heic', 'image/heic'), preparing, shrink)).rejects.toThrow('aborted');
  expect(shrink).not.toHaveBeenCalled();
});
