// Pictures on a page without a worker while an app lock is set.
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the blob of a picture has the type of the answer, so that browsers also show SVG', async () => {
  vi.stubGlobal('document', {});
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'lock' ? '"open"' : null) });
  vi.stubGlobal('fetch', async () => new Response('<svg/>', { headers: { 'content-type': 'image/svg+xml' } }));
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`);
  const { pictureSource } = await import('./picture-source.ts');
  expect(await pictureSource('/api/map/area')).toBe('blob:1');
  expect(blobs[0]?.type).toBe('image/svg+xml');
});
