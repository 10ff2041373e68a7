// Pictures from the phone's share sheet: stored by the worker, shown by the upload screen until the member decides.
import { sealName, unsealName } from '#client/offline/seal.ts';
import { sealResponse, unsealResponse } from '#client/offline/sealed-response.ts';

/** A cache of its own, because it goes with all that is the member's at logout. A visitor's pictures are in it as they are. */
const cacheName = 'shared-pictures';
const nameHeader = 'x-file-name';
/** Any page could send a form here; the stored pictures wait for the member's decision and must not fill their device. */
const mostPictures = 20;
/** The largest photos of phones; the upload screen makes them smaller. */
const largestBytes = 40_000_000;

/** Stores the pictures in place of earlier ones. */
export async function storeSharedPictures(pictures: readonly File[]): Promise<void> {
  await caches.delete(cacheName);
  const cache = await caches.open(cacheName);
  const taken = pictures.filter((picture) => picture.size <= largestBytes).slice(0, mostPictures);
  await Promise.all(
    taken.map(async (picture, index) => {
      const name = encodeURIComponent(await sealName(picture.name));
      const headers = new Headers({ 'content-type': picture.type, [nameHeader]: name });
      await cache.put(`/__shared/${index}`, await sealResponse(await picture.arrayBuffer(), 200, headers));
    }),
  );
}

/** The shared pictures in their order. */
export async function sharedPictures(): Promise<File[]> {
  if (!(await caches.has(cacheName))) return [];
  const cache = await caches.open(cacheName);
  const responses = await cache.matchAll();
  return Promise.all(responses.map(fileOf));
}

/** The member has decided. */
export async function forgetSharedPictures(): Promise<void> {
  await caches.delete(cacheName);
}

async function fileOf(response: Response): Promise<File> {
  const type = response.headers.get('content-type') ?? '';
  const name = await unsealName(decodeURIComponent(response.headers.get(nameHeader) ?? ''));
  return new File([await (await unsealResponse(response)).blob()], name, { type });
}
