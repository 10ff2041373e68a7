// The base map over HTTP from each of its sources, and refused settings.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { map } from '#shared/contract/map.ts';
import { offlineCopyHeader } from '#shared/rules/offline-copy.ts';
import { readConfig } from '#server/config.ts';
import { metadataOf, townOfProtomaps, writePmtiles } from '#server/testing/fakes/pmtiles.ts';
import type { Member } from '#server/testing/app/members.ts';
import { reportPosition } from '#server/testing/members/actions.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { startTileServer, type TestTileServer } from '#server/testing/fakes/tile-server.ts';

let dir = '';
let upstream: TestTileServer;
const apps: TestApp[] = [];
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'map-'));
  upstream = await startTileServer();
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await upstream.close();
  await rm(dir, { recursive: true });
});

async function openApp(env: Record<string, string> = {}): Promise<TestApp> {
  const app = await openTestApp({ env: { LOG_LEVEL: 'silent', ...env } });
  apps.push(app);
  return app;
}

async function memberOf(env?: Record<string, string>) {
  const member = await (await openApp(env)).member();
  const { body: source } = await member.ask(map.getSource);
  const tile = (z: number, x: number, y: number, version = source.version) =>
    member.ask(map.getTile, { params: { version, z, x, y } });
  return { member, source, tile };
}

test('without settings the built-in map is served, to members only', async () => {
  const { source, tile } = await memberOf();
  expect(source).toMatchObject({ kind: 'built-in', attribution: expect.stringContaining('Natural Earth') });
  const { status, headers } = await tile(3, 1, 2);
  expect([status, headers['content-type'], headers['content-encoding']]).toEqual([
    200,
    'application/vnd.mapbox-vector-tile',
    'gzip',
  ]);
  expect([headers['cache-control'], headers[offlineCopyHeader]]).toEqual(['private, no-store', 'allowed']);
  const visitor = apps[0]?.visitor();
  expect((await visitor?.ask(map.getSource))?.status).toBe(401);
  expect((await visitor?.ask(map.getTile, { params: { version: source.version, z: 3, x: 1, y: 2 } }))?.status).toBe(401);
});

describe('the picture of the area', () => {
  const cologne = { lat: 50.94, lon: 6.96 };
  const size = { width: 640, height: 240 };
  const area = async (member: Member, theme: 'light' | 'dark' = 'light') => {
    const { status, headers, bytes } = await member.ask(map.getArea, { query: { theme, ...size } });
    return { status, headers, text: bytes.toString() };
  };

  it('names the towns around the member, and has the colours of the theme', async () => {
    const app = await openApp();
    const member = await app.member();
    expect((await area(member)).status).toBe(204);
    await reportPosition(member, app.clock.now(), cologne);
    const { status, headers, text } = await area(member);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/svg+xml', 'private, no-store']);
    for (const name of ['Köln', 'Leverkusen', 'Bergisch Gladbach']) expect(text).toContain(`>${name}<`);
    const dark = (await area(member, 'dark')).text;
    expect(dark).toContain('>Köln<');
    expect(dark).not.toBe(text);
    await reportPosition(member, app.clock.now(), { ...cologne, hide: true });
    expect((await area(member)).status).toBe(204);
    expect((await app.visitor().ask(map.getArea, { query: { theme: 'light', ...size } })).status).toBe(401);
  });

  it('is the same wherever in its cell the member is', async () => {
    const app = await openApp();
    const member = await app.member();
    const pictures = new Set<string>();
    for (const lat of [50.9401, 50.9403]) {
      await reportPosition(member, app.clock.now(), { ...cologne, lat });
      pictures.add((await area(member)).text);
    }
    expect(pictures.size).toBe(1);
  });

  it('does not exist for a base map of images', async () => {
    const app = await openApp({ MAP_RASTER_URL: upstream.urlTemplate, MAP_ATTRIBUTION: '© Tile Makers' });
    const member = await app.member();
    await reportPosition(member, app.clock.now(), cologne);
    expect((await area(member)).status).toBe(204);
  });
});

test('a tile of another map version is not found', async () => {
  const { tile } = await memberOf();
  expect((await tile(3, 1, 2, 'earlier')).status).toBe(404);
});

test('a PMTiles file is served, with an empty answer for missing tiles', async () => {
  const file = path.join(dir, 'town.pmtiles');
  await writePmtiles(file, { tiles: [{ z: 2, x: 1, y: 1, bytes: townOfProtomaps('Town') }], metadata: metadataOf.protomaps });
  const { source, tile } = await memberOf({ MAP_PMTILES: file });
  expect(source).toMatchObject({ kind: 'protomaps', zoomLeast: 2, zoomMost: 2, attribution: '© Example Mapmakers' });
  expect((await tile(2, 1, 1)).status).toBe(200);
  expect([(await tile(2, 1, 0)).status, (await tile(3, 1, 1)).status]).toEqual([204, 204]);
});

test('a tile server’s images are served, and while it is down the answer is to retry later', async () => {
  const { source, tile } = await memberOf({ MAP_RASTER_URL: upstream.urlTemplate, MAP_ATTRIBUTION: '© Tile Makers' });
  expect(source).toMatchObject({ kind: 'raster', attribution: '© Tile Makers' });
  expect(JSON.stringify(source)).not.toMatch(/secret|127\.0\.0\.1/);
  const answer = await tile(2, 1, 1);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png']);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(upstream.asked[0]?.headers.cookie).toBeUndefined();
  upstream.answer = (response) => void response.writeHead(500).end();
  const { status, headers } = await tile(2, 1, 2);
  expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '10', 'private, no-store']);
});

describe('a server with invalid settings does not start and names the reason:', () => {
  const url = 'https://tiles.example.org/{z}/{x}/{y}.png';
  const attribution = { MAP_ATTRIBUTION: '© Tile Makers' };
  it.each<[string, Record<string, string>, string]>([
    ['two sources', { MAP_PMTILES: 'a.pmtiles', MAP_RASTER_URL: url, ...attribution }, 'exclude each other'],
    ['a tile server without attribution', { MAP_RASTER_URL: url }, 'needs MAP_ATTRIBUTION'],
    ['a URL without {x}', { MAP_RASTER_URL: 'https://tiles.example.org/{z}/{y}', ...attribution }, '{z}, {x} and {y}'],
    ['a variable host', { MAP_RASTER_URL: 'https://{s}.example.org/{z}/{x}/{y}', ...attribution }, 'MAP_RASTER_URL'],
    ['a tile as the host', { MAP_RASTER_URL: 'https://{x}.example.org/{z}/{y}', ...attribution }, 'MAP_RASTER_URL'],
    ['a URL with credentials', { MAP_RASTER_URL: 'https://me:secret@example.org/{z}/{x}/{y}', ...attribution }, 'no user name'],
    ['a URL with a password', { MAP_RASTER_URL: 'https://:secret@example.org/{z}/{x}/{y}', ...attribution }, 'no user name'],
    ['a file URL', { MAP_RASTER_URL: 'file:///{z}/{x}/{y}', ...attribution }, 'http: or https:'],
    ['an invalid zoom', { MAP_RASTER_URL: url, MAP_RASTER_ZOOM: '40', ...attribution }, 'MAP_RASTER_ZOOM'],
    ['a cache size of zero', { MAP_RASTER_URL: url, MAP_RASTER_CACHE_MB: '0', ...attribution }, 'MAP_RASTER_CACHE_MB'],
  ])('%s', (_, env, reason) => {
    expect(() => readConfig(env)).toThrow(reason);
  });

  it('a missing file', async () => {
    await expect(openApp({ MAP_PMTILES: path.join(dir, 'none.pmtiles') })).rejects.toThrow('there is no such file');
  });
});
