// The base map from each of its three sources: drawn, attributed, loaded only from the app's origin, and available offline.
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { defaultBrand } from '#manifest/index.ts';
import { mapColours } from '#shared/rules/map-colours.ts';
import { metadataOf, townOfOpenMapTiles, writePmtiles } from '#server/testing/fakes/pmtiles.ts';
import { pictureOf, startTileServer, type TestTileServer } from '#server/testing/fakes/tile-server.ts';
import { signUp } from './support/member.ts';
import { openPerson, type Person } from './support/person.ts';
import { startServer, type RunningServer } from './support/server.ts';
import { keptRows } from './support/kept-data.ts';
import { whenBuildCached } from './support/worker.ts';

const phoenix = { lat: 33.4484, lon: -112.074, zoom: 13 };
/** Here neither a button nor a notice covers the whole river or the whole park. */
const besideThePark = { ...phoenix, lat: 33.438, lon: -112.05 };
const chicago = { lat: 41.88, lon: -87.63, zoom: 9 };
const { water, green: park } = mapColours('light', defaultBrand.colours.accent.light);

let upstream: TestTileServer;
const townFile = path.join(tmpdir(), `town-${process.pid}.pmtiles`);
let server: RunningServer;
let person: Person;
const tilePath = /^\/api\/map\/tiles\//;
/** Paths of the tiles that the browser requested. */
let requestedTiles: Set<string>;

beforeAll(async () => {
  upstream = await startTileServer();
  const grey = await pictureOf('#808080');
  upstream.answer = (response) => void response.setHeader('content-type', 'image/png').end(grey);
  await writePmtiles(townFile, { tiles: [10, 11, 12, 13, 14].flatMap(tilesAroundPhoenix), metadata: metadataOf.openmaptiles });
});
afterEach(async () => {
  await person.leave();
  await server.stop();
});
afterAll(async () => {
  await upstream.close();
  await rm(townFile, { force: true });
});

function tilesAroundPhoenix(z: number) {
  const across = 2 ** z;
  const column = Math.floor((phoenix.lon / 360 + 0.5) * across);
  const row = Math.floor((0.5 - Math.asinh(Math.tan((phoenix.lat * Math.PI) / 180)) / (2 * Math.PI)) * across);
  const near = [-2, -1, 0, 1, 2];
  return near.flatMap((dx) =>
    near.map((dy) => ({ z, x: column + dx, y: row + dy, bytes: townOfOpenMapTiles(`Town ${dx} ${dy}`) })),
  );
}

/** A member with the map open at a place, in a browser controlled by the service worker. */
async function openMapAt(view: object, env: Record<string, string> = {}): Promise<void> {
  server = await startServer(env);
  person = await openPerson();
  requestedTiles = new Set();
  person.context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (tilePath.test(pathname)) requestedTiles.add(pathname);
  });
  const ada = await signUp(server, 'Ada');
  await ada.open(person, '/tos');
  await expect.poll(() => person.page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await person.page.evaluate((seen) => localStorage.setItem('mapViewState', JSON.stringify(seen)), view);
  await person.page.goto(`${server.origin}/search/map`);
}

/** The share of the map with approximately this colour. */
async function shareOf(colour: string): Promise<number> {
  const picture = await person.page.locator('.map-view-target').screenshot();
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const wanted = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  let found = 0;
  for (let at = 0; at < data.length; at += info.channels)
    if (wanted.every((value, channel) => Math.abs(value - (data[at + channel] ?? 0)) <= 4)) found += 1;
  return found / (info.width * info.height);
}

const named = (attribution: string) => person.page.locator('.map-view-attribution', { hasText: attribution }).waitFor();
const areTilesCached = () => person.page.evaluate(() => globalThis.areTilesCached());

/** The tiles that were requested but are not cached, and the other way round. A busy browser requests some of them later. */
async function tilesOnOneSide(): Promise<string[]> {
  const { addresses } = await person.page.evaluate(() => globalThis.keptData());
  const cached = addresses.filter((address) => tilePath.test(address));
  return [...cached.filter((tile) => !requestedTiles.has(tile)), ...[...requestedTiles].filter((tile) => !cached.includes(tile))];
}

/** The server stops and the app is reopened: cached tiles are drawn again, and no other origin was ever requested. */
async function expectMapOffline(colour: string, minShare: number, attribution: string): Promise<void> {
  await whenBuildCached(person.page);
  // The app stores the map's source a moment after it has come.
  await expect.poll(async () => JSON.stringify(await keptRows(person.page, 'lists'))).toContain(attribution);
  await expect.poll(tilesOnOneSide).toEqual([]);
  expect(requestedTiles.size).toBeGreaterThan(0);
  await server.kill('SIGTERM');
  await person.page.reload();
  await named(attribution);
  await expect.poll(() => shareOf(colour)).toBeGreaterThan(minShare);
  expect([...person.hosts]).toEqual([new URL(server.origin).host]);
}

test('the built-in map draws the lake beside Chicago, with attribution', async () => {
  await openMapAt(chicago);
  await named('Natural Earth · US Census Bureau · GeoNames (CC BY 4.0)');
  await expect.poll(() => shareOf(water)).toBeGreaterThan(0.1);
  await expectMapOffline(water, 0.1, 'Natural Earth');
  expect(person.complaints).toEqual([]);
});

test('a map from a PMTiles file draws its river and its park', async () => {
  await openMapAt(besideThePark, { MAP_PMTILES: townFile });
  await named('© Example Mapmakers');
  await expect.poll(() => shareOf(park)).toBeGreaterThan(0.01);
  expect(await shareOf(water)).toBeGreaterThan(0.02);
  await expectMapOffline(park, 0.01, '© Example Mapmakers');
});

test('tiles of a tile server are drawn, fetched by our server and never by the browser', async () => {
  await openMapAt(phoenix, { MAP_RASTER_URL: upstream.urlTemplate, MAP_ATTRIBUTION: '© Tile Makers' });
  await named('© Tile Makers');
  await expect.poll(() => shareOf('#808080')).toBeGreaterThan(0.5);
  expect(upstream.asked.length).toBeGreaterThan(0);
  for (const { headers } of upstream.asked)
    expect([headers.cookie, headers.referer, headers['user-agent']]).toEqual([undefined, undefined, 'nearby-community base map']);
  await expectMapOffline('#808080', 0.5, '© Tile Makers');

  // Tiles of a new area are missing without the server, and load once it is back.
  // The view is set on another screen, because an open map stores its own.
  await person.page.goto(`${server.origin}/tos`);
  await person.page.evaluate((seen) => localStorage.setItem('mapViewState', JSON.stringify(seen)), chicago);
  await person.page.goto(`${server.origin}/search/map`);
  await named('© Tile Makers');
  await expect.poll(() => shareOf('#808080')).toBeLessThan(0.1);
  await server.start();
  // Retries become less frequent while the server does not respond.
  await expect.poll(() => shareOf('#808080'), { timeout: 60_000 }).toBeGreaterThan(0.5);

  await person.page.goto(`${server.origin}/logout`);
  await expect.poll(areTilesCached).toBe(false);
});

test('while the code of the map cannot be loaded, the map says so, and it appears once it can', async () => {
  server = await startServer({ MAP_RASTER_URL: upstream.urlTemplate, MAP_ATTRIBUTION: '© Tile Makers' });
  person = await openPerson({ isWithoutWorker: true });
  const { page, context } = person;
  const code = '**/assets/later-raster-*.js';
  await context.route(code, (route) => route.abort());
  await (await signUp(server, 'Ada')).open(person, '/search/map');
  const missing = page.getByText('The map could not be loaded. The app keeps trying.');
  await missing.waitFor();
  await context.unroute(code);
  await missing.waitFor({ state: 'detached' });
  await expect.poll(() => shareOf('#808080')).toBeGreaterThan(0.5);
});
