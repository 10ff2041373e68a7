// The pictures of a member who blocked, was blocked or left are removed from the device with their profile.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Profile, ProfileBrief } from '#shared/contract/profiles.ts';
import { memoryCaches, type MemoryCaches } from '#client/testing/memory-caches.ts';
import { cacheBriefs, cacheProfile, cachedProfile, forgetProfile } from './cached-values.ts';
import { memberDatabase } from './database.ts';
import { sealedAddress } from './sealed-response.ts';

const origin = 'https://example.test';
let caches: MemoryCaches;
beforeEach(async () => {
  caches = memoryCaches(origin);
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('location', { origin });
  await memberDatabase.claim('ada');
});
afterEach(async () => {
  await memberDatabase.wipe();
  vi.unstubAllGlobals();
});

/** Caches pictures as the worker does. */
async function cachePictures(...addresses: string[]): Promise<void> {
  const cache = await caches.open('member-pictures');
  for (const address of addresses) await cache.put(await sealedAddress(origin + address), new Response('picture'));
}

async function cachedPictures(): Promise<string[]> {
  const keys = await (await caches.open('member-pictures')).keys();
  return keys.map(({ url }) => decodeURIComponent(url.slice(`${origin}/sealed/`.length)));
}

test('all sizes of the pictures in the profile and in the brief are removed, and no others', async () => {
  await cacheProfile('ada', { id: 'ben', profilePicIds: ['ben-1', 'ben-2'] } as unknown as Profile);
  await cacheBriefs('ada', [{ profileId: 'ben', profilePicIds: ['ben-3'] } as unknown as ProfileBrief]);
  const sizes = ['ben-1?scale_x=256', 'ben-1?scale_x=512', 'ben-2?scale_x=512', 'ben-3?scale_x=256', 'cem-1?scale_x=256'];
  await cachePictures('/api/profile/pic/ben-2?scale_x=1024', ...sizes.map((size) => `/api/profile-pic/${size}`));
  await forgetProfile('ada', 'ben');
  expect(await cachedPictures()).toEqual(['/api/profile-pic/cem-1??scale_x=256']);
});

test('without cached pictures, no cache is made', async () => {
  await cacheProfile('ada', { id: 'ben', profilePicIds: ['ben-1'] } as unknown as Profile);
  await forgetProfile('ada', 'ben');
  expect([await cachedProfile('ada', 'ben'), await caches.keys()]).toEqual([null, []]);
});
