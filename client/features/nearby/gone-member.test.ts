// Tests that a member who is gone disappears from the copies of lists on this device, also while no list is open.
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { listStore } from '#client/offline/cached-first.ts';
import { cacheList, cachedList } from '#client/offline/cached-values.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { nearbyEvents } from './nearby.live.ts';
import { nearestQuery, sectorQuery } from './nearby.queries.ts';

const me = 'me-4f1';
const [phoenix, mesa] = [sectorQuery(me, false, '33:-113').queryKey, sectorQuery(me, false, '33:-112').queryKey];
beforeEach(() => memberDatabase.claim(me));
afterEach(() => memberDatabase.wipe());

const briefOf = (profileId: string): ProfileBrief => ({
  profileId,
  session: null,
  profileName: profileId,
  profileAge: 33,
  profileChars: [],
  profileWeight: '',
  profileHeight: '',
  profilePicIds: [],
  lat: 33.4,
  lon: -112.5,
  tsUpdated: 0,
});

test('a member who is gone disappears from the lists in memory and from those that the device shows while offline', async () => {
  const queries = new QueryClient();
  const nearest = nearestQuery(false, null).queryKey;
  const pages = [{ briefs: [briefOf('ben'), briefOf('cem')], isLast: true }];
  queries.setQueryData(nearest, { pages, pageParams: [0] });
  await listStore(me, phoenix).write?.([briefOf('ben'), briefOf('cem')]);
  await listStore(me, mesa).write?.([briefOf('cem')]);
  await cacheList(me, 'like:ben', { likeType: 'LIKE' });
  const before = await Promise.all([phoenix, mesa].map((key) => listStore(me, key).read()));

  await nearbyEvents.gone({ type: 'gone', profileId: 'ben' }, { queries, own: me });
  expect(queries.getQueryData(nearest)?.pages[0]?.briefs).toEqual([briefOf('cem')]);
  const after = await Promise.all([phoenix, mesa].map((key) => listStore(me, key).read()));
  expect(after.map((list) => list?.value)).toEqual([[briefOf('cem')], [briefOf('cem')]]);
  // The lists were not fetched again.
  expect(after.map((list) => list?.savedMs)).toEqual(before.map((list) => list?.savedMs));
  expect((await cachedList(me, 'like:ben'))?.value).toEqual({ likeType: 'LIKE' });
});
