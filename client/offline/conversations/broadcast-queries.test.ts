// The chat of an area before, during and after a loss of the connection, and its cache on the device.
import 'fake-indexeddb/auto';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Broadcast } from '#shared/contract/messages.ts';
import { broadcast, own as ada, ownBroadcast, peer as ben } from '#client/testing/messages.ts';
import { broadcastsQuery, dropBroadcasts, loadOlderBroadcasts, ownSectorQuery, showBroadcast } from './broadcast-queries.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { isLive } from '#client/net/live-store.ts';
import { uncheckLists } from './checked-lists.ts';
import { cacheBroadcasts, cachedBroadcasts, storeOwnSector, storedOwnSector } from './cached-broadcasts.ts';

const here = '33:-113';
let said: Broadcast[] = [];
let ownSector: string | null = here;
let isConnected = true;
let goneIds: string[] = [];
let asked: URL[] = [];

beforeEach(async () => {
  [said, ownSector, isConnected, goneIds, asked] = [[], here, true, [], []];
  await memberDatabase.claim(ada);
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('fetch', async (path: string) => {
    const url = new URL(path, 'http://server');
    asked.push(url);
    if (!isConnected) throw new TypeError('Failed to fetch');
    if (url.pathname.endsWith('/own-sector')) return Response.json({ sector: ownSector });
    const before = url.searchParams.get('beforeMessageId');
    if (before !== null && goneIds.includes(before)) return Response.json({ code: 'not-found' }, { status: 404 });
    const limit = said.find(({ id }) => id === before)?.sequence ?? Number.POSITIVE_INFINITY;
    const page = said.filter(({ sequence, id }) => sequence < limit && !goneIds.includes(id));
    return Response.json(page.toSorted((a, b) => b.sequence - a.sequence).slice(0, 20));
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await memberDatabase.wipe();
});

const saidTo = (last: number): Broadcast[] => Array.from({ length: last }, (_, n) => broadcast(n + 1));
/** A newly started app that shows the chat of its area. */
const start = (): QueryClient => new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
async function open(client: QueryClient, sector = here, includeTestData = false): Promise<Broadcast[]> {
  await client.fetchQuery({ ...ownSectorQuery(ada), staleTime: 0 });
  await vi.waitFor(async () => expect((await storedOwnSector(ada))?.value.sector ?? null).toBe(ownSector));
  return client.fetchQuery({ ...broadcastsQuery(ada, sector, includeTestData), staleTime: 0 });
}
const places = (items: readonly Broadcast[] | undefined) => items?.map(({ sequence }) => sequence);
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => from - n);
const isSaved = (sector: string, length: number) =>
  vi.waitFor(async () => expect((await cachedBroadcasts(ada, sector))?.value ?? []).toHaveLength(length));

test('broadcasts and the own sector are read without a connection after a restart', async () => {
  said = saidTo(30);
  await open(start());
  await isSaved(here, 20);
  isConnected = false;
  const later = start();
  expect(await later.fetchQuery(ownSectorQuery(ada))).toEqual({ sector: here });
  expect(places(await later.fetchQuery(broadcastsQuery(ada, here, false)))).toEqual(down(30, 11));
});

test('after an absence no broadcasts are missing', async () => {
  said = saidTo(30);
  await open(start());
  await isSaved(here, 20);
  said = saidTo(75);
  expect(places(await open(start()))).toEqual(down(75, 1));
});

test('removals without an open socket are also applied to older pages, and pages known to be current are not fetched again', async () => {
  said = saidTo(50);
  const client = start();
  await open(client);
  await loadOlderBroadcasts(client, ada, here, false);
  goneIds = [broadcast(15).id];
  uncheckLists();
  isLive.set(true);
  const left = down(50, 10).filter((place) => place !== 15);
  expect(places(await open(client))).toEqual(left);
  asked = [];
  expect(places(await open(client))).toEqual(left);
  expect(asked.filter(({ pathname }) => pathname.includes('/by-sector/'))).toHaveLength(1);
  isLive.set(false);
});

test('pages that are too old to be fetched again are dropped once the socket is open, until the member scrolls to them', async () => {
  said = saidTo(130);
  const client = start();
  await open(client);
  while (await loadOlderBroadcasts(client, ada, here, false));
  goneIds = [broadcast(15).id];
  expect(places(await open(client))).toEqual(down(130, 1));
  uncheckLists();
  isLive.set(true);
  expect(places(await open(client))).toEqual(down(130, 31));
  isLive.set(false);
  expect(await loadOlderBroadcasts(client, ada, here, false)).toBe(true);
  expect(places(client.getQueryData(broadcastsQuery(ada, here, false).queryKey))).toEqual(
    down(130, 10).filter((place) => place !== 15),
  );
});

test('broadcasts of neighbouring sectors are cached, those of distant sectors and lists with test users are not', async () => {
  said = saidTo(3);
  for (const sector of ['34:-112', '50:8']) await open(start(), sector);
  await open(start(), here, true);
  await isSaved('34:-112', 3);
  await isSaved('50:8', 0);
  await isSaved(here, 0);
  expect(asked.at(-1)?.searchParams.get('includeTestData')).toBe('true');
});

test('after a move, the broadcasts of sectors that are no longer near are removed', async () => {
  said = saidTo(3);
  for (const sector of [here, '33:-112']) {
    await open(start(), sector);
    await isSaved(sector, 3);
  }
  ownSector = '33:-111';
  await open(start(), '33:-111');
  await isSaved(here, 0);
  await isSaved('33:-112', 3);
});

test('older pages are loaded to the end, even when the sender of the oldest broadcast has left', async () => {
  said = saidTo(45);
  const client = start();
  await open(client);
  goneIds = ['m26'];
  expect(await loadOlderBroadcasts(client, ada, here, false)).toBe(true);
  const { queryKey } = broadcastsQuery(ada, here, false);
  expect(places(client.getQueryData<Broadcast[]>(queryKey))).toEqual([...down(45, 27), ...down(25, 6)]);
  expect(await loadOlderBroadcasts(client, ada, here, false)).toBe(false);
  expect(places(client.getQueryData<Broadcast[]>(queryKey))?.at(-1)).toBe(1);
});

test('a broadcast from the socket is shown in its place and cached, if a screen shows its sector', async () => {
  said = saidTo(3);
  const client = start();
  await open(client);
  const { queryKey } = broadcastsQuery(ada, here, false);
  await showBroadcast(client, ada, broadcast(4));
  expect(places(client.getQueryData<Broadcast[]>(queryKey))).toEqual([3, 2, 1]);

  const stop = new QueryObserver(client, { ...broadcastsQuery(ada, here, false), staleTime: Number.POSITIVE_INFINITY }).subscribe(
    () => undefined,
  );
  for (const message of [ownBroadcast(6), broadcast(5), broadcast(5)]) await showBroadcast(client, ada, message);
  expect(places(client.getQueryData<Broadcast[]>(queryKey))).toEqual([6, 5, 3, 2, 1]);
  await isSaved(here, 5);
  stop();
});

test('a deleted broadcast, and the broadcasts of a deleted member, are removed from the screen and the device', async () => {
  said = [broadcast(1), broadcast(2, { senderProfileId: 'cem' }), broadcast(3)];
  const client = start();
  await open(client);
  await isSaved(here, 3);
  await dropBroadcasts(client, ada, ({ id }) => id === 'm3');
  await dropBroadcasts(client, ada, ({ senderProfileId }) => senderProfileId === 'cem');
  const { queryKey } = broadcastsQuery(ada, here, false);
  expect(client.getQueryData<Broadcast[]>(queryKey)).toMatchObject([{ sequence: 1, senderProfileId: ben }]);
  expect((await cachedBroadcasts(ada, here))?.value.map(({ id }) => id)).toEqual(['m1']);
});

test('the newest 60 broadcasts of a sector are cached', async () => {
  await storeOwnSector(ada, { sector: here });
  await cacheBroadcasts(ada, here, saidTo(61).toReversed());
  expect(places((await cachedBroadcasts(ada, here))?.value)).toEqual(down(61, 2));
});
