// Keeps pictures from the phone's share sheet. The worker stores them for the upload screen until the member decides.
import { sealName, unsealName } from '#client/offline/seal.ts';
import { sealResponse, unsealResponse } from '#client/offline/sealed-response.ts';

/** The cache is deleted at logout with the member's data. A visitor's pictures are stored without encryption. */
const cacheName = 'shared-pictures';
const nameHeader = 'x-file-name';
/** The maximum number of stored pictures. Any page can send a form here, and must not fill the device. */
const maxPictures = 20;
/** This is enough for the largest photos of phones. The upload screen makes them smaller. */
const largestBytes = 40_000_000;

/** Stores the pictures that are not too large and for which the device has space, and removes earlier ones. */
export async function storeSharedPictures(pictures: readonly File[]): Promise<void> {
  await caches.delete(cacheName);
  const cache = await caches.open(cacheName);
  const taken = pictures.filter((picture) => picture.size <= largestBytes).slice(0, maxPictures);
  const store = async (picture: File, index: number): Promise<void> => {
    const name = encodeURIComponent(await sealName(picture.name));
    const headers = new Headers({ 'content-type': picture.type, [nameHeader]: name });
    await cache.put(`/__shared/${index}`, await sealResponse(await picture.arrayBuffer(), 200, headers));
  };
  // One after the other, because they are read in the order in which they were stored.
  for (const [index, picture] of taken.entries()) await store(picture, index).catch(() => undefined);
}

export async function sharedPictures(): Promise<File[]> {
  if (!(await caches.has(cacheName))) return [];
  const cache = await caches.open(cacheName);
  const responses = await cache.matchAll();
  return Promise.all(responses.map(fileOf));
}

/** How many pictures the phone's share sheet sent, by the hash of the address that the worker opened; 0 without one. */
export const sentCount = (hash: string): number => Number(/^shared=(\d{1,4})\b/.exec(hash)?.[1] ?? 0);

/** Whether a text came with the pictures, by the same hash. */
export const hasSentText = (hash: string): boolean => hash.endsWith('-text');

/** Call it when the member has decided. */
export async function forgetSharedPictures(): Promise<void> {
  await caches.delete(cacheName);
}

async function fileOf(response: Response): Promise<File> {
  const type = response.headers.get('content-type') ?? '';
  const name = await unsealName(decodeURIComponent(response.headers.get(nameHeader) ?? ''));
  return new File([await (await unsealResponse(response)).blob()], name, { type });
}
