// The caching proxy in front of a tile server: its requests, checks of replies, and cache.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { startTileServer, type TestTileServer } from '#server/testing/fakes/tile-server.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { openRasterMap } from './base-map-raster.ts';
import type { BaseMap } from './map-tile.ts';
import { tileServer } from './tile-server.ts';

const day = dayMs;
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(1_000, 7)]);

let upstream: TestTileServer;
let cacheDir = '';
let nowMs = 0;
let warnings: string[];
const maps: BaseMap[] = [];

beforeEach(async () => {
  upstream = await startTileServer();
  upstream.answer = (response) => picture(response);
  cacheDir = await mkdtemp(path.join(tmpdir(), 'map-tiles-'));
  nowMs = Date.now();
  warnings = [];
});
afterEach(async () => {
  await Promise.all(maps.splice(0).map((map) => map.close()));
  await upstream.close();
  await rm(cacheDir, { recursive: true });
});

function picture(response: ServerResponse, headers: Record<string, string> = {}, bytes = png): void {
  response.writeHead(200, { 'content-type': 'image/png', ...headers }).end(bytes);
}

interface MapChange {
  readonly urlTemplate?: string;
  readonly cacheBytes?: number;
  readonly deadlineMs?: number;
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

async function openMap(change: MapChange = {}): Promise<BaseMap> {
  const { urlTemplate = upstream.urlTemplate, cacheBytes = 50_000_000, deadlineMs, resolve } = change;
  const settings = { kind: 'raster', urlTemplate, attribution: '© Tile Makers', zoomMost: 18, cacheBytes } as const;
  const context = { cacheDir, now: () => nowMs, log: { warn: (message: string) => warnings.push(message) } };
  const map = await openRasterMap(settings, context, tileServer(urlTemplate, { deadlineMs, ...(resolve && { resolve }) }));
  maps.push(map);
  return map;
}

describe('the tile server', () => {
  it('receives the tile and nothing else: no cookie, referrer, address or browser', async () => {
    const map = await openMap();
    expect(await map.tile(13, 1541, 3292)).toMatchObject({ bytes: png, contentType: 'image/png' });
    expect(upstream.asked.map(({ url }) => url)).toEqual(['/tiles/13/1541/3292.png?key=secret']);
    const sent = Object.keys(upstream.asked[0]?.headers ?? {});
    for (const name of ['cookie', 'referer', 'origin', 'x-forwarded-for', 'forwarded', 'authorization'])
      expect(sent).not.toContain(name);
    expect(upstream.asked[0]?.headers['user-agent']).toBe('nearby-community base map');
  });

  it('gets one request for concurrent requests of a tile, and none while it is fresh', async () => {
    const map = await openMap();
    await Promise.all(Array.from({ length: 40 }, () => map.tile(3, 1, 2)));
    nowMs += 6 * day;
    await map.tile(3, 1, 2);
    expect(upstream.asked).toHaveLength(1);
  });

  it('gets at most eight requests at a time', async () => {
    let [atOnce, most] = [0, 0];
    upstream.answer = async (response) => {
      most = Math.max(most, (atOnce += 1));
      await new Promise((resolve) => setTimeout(resolve, 10));
      atOnce -= 1;
      picture(response);
    };
    const map = await openMap();
    await Promise.all(Array.from({ length: 40 }, (_, x) => map.tile(8, x, 0)));
    expect(most).toBeLessThanOrEqual(8);
  });

  it('gets no request for an invalid tile', async () => {
    const map = await openMap();
    for (const [z, x, y] of [
      [19, 0, 0],
      [2, 4, 0],
      [2, 0, -1],
      [1.5, 0, 0],
    ] as const)
      expect(await map.tile(z, x, y)).toBeNull();
    expect(upstream.asked).toEqual([]);
  });
});

describe('a reply', () => {
  it('is revalidated when it is stale, and reused when the tile server answers 304', async () => {
    upstream.answer = (response, headers) => {
      if (headers['if-none-match'] === '"one"') response.writeHead(304, { 'cache-control': 'max-age=7200' }).end();
      else picture(response, { etag: '"one"', 'cache-control': 'max-age=3600' });
    };
    const map = await openMap();
    await map.tile(5, 5, 5);
    nowMs += 3_500_000;
    await map.tile(5, 5, 5);
    expect(upstream.asked).toHaveLength(1);
    nowMs += 200_000;
    expect(await map.tile(5, 5, 5)).toMatchObject({ bytes: png });
    expect(upstream.asked[1]?.headers['if-none-match']).toBe('"one"');
    nowMs += 7_000_000;
    await map.tile(5, 5, 5);
    expect(upstream.asked).toHaveLength(2);
  });

  it('without an ETag is revalidated by date, and replaced when it has changed', async () => {
    const date = 'Mon, 02 Nov 2026 10:00:00 GMT';
    const newer = Buffer.concat([png, png]);
    upstream.answer = (response, headers) =>
      headers['if-modified-since'] === date
        ? picture(response, {}, newer)
        : picture(response, { 'last-modified': date, 'cache-control': 'max-age=60' });
    const map = await openMap();
    await map.tile(5, 5, 5);
    nowMs += 100_000;
    expect((await map.tile(5, 5, 5))?.bytes).toEqual(newer);
  });

  it('that a tile does not exist is cached too', async () => {
    upstream.answer = (response) => void response.writeHead(404).end('nothing here');
    const map = await openMap();
    expect([await map.tile(9, 1, 1), await map.tile(9, 1, 1)]).toEqual([null, null]);
    expect(upstream.asked).toHaveLength(1);
  });

  it('that must not be stored is used without caching', async () => {
    upstream.answer = (response) => picture(response, { 'cache-control': 'no-store' });
    const map = await openMap();
    expect(await map.tile(9, 1, 1)).not.toBeNull();
    await map.tile(9, 1, 1);
    expect(upstream.asked).toHaveLength(2);
  });

  it.each<[string, (response: ServerResponse) => void, string]>([
    [
      'a redirect, even on its own host',
      (response) => response.writeHead(302, { location: '/tiles/0/0/0.png' }).end(),
      'redirect',
    ],
    [
      'a page',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<script>alert(1)</script>'),
      'no picture',
    ],
    [
      'a page that says it is a picture',
      (response) => picture(response, {}, Buffer.from('<html><script></script></html>')),
      'no picture',
    ],
    [
      'a drawing that could carry script',
      (response) => picture(response, { 'content-type': 'image/svg+xml' }, Buffer.from('<svg/>')),
      'no picture',
    ],
    [
      'more bytes than a tile may have',
      (response) => picture(response, {}, Buffer.concat([png, Buffer.alloc(2_000_000)])),
      'more than',
    ],
    ['a body without end', endless, 'more than'],
    ['a refusal', (response) => response.writeHead(403).end(), 'status 403'],
  ])('is refused when it is %s', async (_, answer, reason) => {
    upstream.answer = (response) => answer(response);
    const map = await openMap();
    await expect(map.tile(9, 1, 1)).rejects.toThrow();
    expect(warnings).toEqual([expect.stringContaining(reason)]);
    expect(warnings[0]).not.toMatch(/secret|9\/1\/1/);
    // Only that tile was refused; others are still requested.
    upstream.answer = (response) => picture(response);
    expect(await map.tile(9, 1, 2)).not.toBeNull();
  });
});

describe('a redirect is not followed', () => {
  const targets = ['http://169.254.169.254/latest/meta-data/', 'file:///etc/passwd', '//127.0.0.1/', 'gopher://127.0.0.1/', ''];

  it.each([300, 301, 302, 303, 307, 308])('with the status %i', async (status) => {
    const inner = await startTileServer();
    const local = new URL(inner.urlTemplate);
    const map = await openMap();
    const locations = [...targets, local.href, local.href.replace('127.0.0.1', 'localhost'), `//${local.host}/1/1/1.png`];
    for (const [x, location] of locations.entries()) {
      upstream.answer = (response) => void response.writeHead(status, { location, 'content-type': 'image/png' }).end(png);
      await expect(map.tile(9, x, 1)).rejects.toThrow();
    }
    expect(inner.asked).toEqual([]);
    expect(upstream.asked).toHaveLength(locations.length);
    expect(warnings).toEqual([expect.stringContaining(`a redirect (${status})`)]);
    await inner.close();
  });
});

describe('the address of the tile server', () => {
  const named = (host: string) => upstream.urlTemplate.replace('127.0.0.1', host);
  const inOrder = (...answers: string[][]) => {
    const asked: string[] = [];
    const resolve = async (host: string) => answers[Math.min(asked.push(host), answers.length) - 1] ?? [];
    return { asked, resolve };
  };

  it('is resolved once for a request, which connects to the address that was checked', async () => {
    // Nothing listens at the second address.
    const { asked, resolve } = inOrder(['127.0.0.1'], ['127.0.0.2']);
    const map = await openMap({ urlTemplate: named('tiles'), resolve });
    expect(await map.tile(9, 1, 1)).toMatchObject({ bytes: png });
    expect(asked).toEqual(['tiles']);
    expect(upstream.asked[0]?.headers.host).toBe(new URL(named('tiles')).host);
  });

  it.each([
    ['tiles.example.org', ['127.0.0.1']],
    ['tiles.example.org', ['8.8.8.8', '10.0.0.1']],
    ['tiles.example.org', ['::1']],
    ['tiles.example.org', ['::ffff:127.0.0.1']],
    ['tiles.example.org', ['169.254.169.254']],
    ['localhost.example.org', ['127.0.0.1']],
    ['tiles', ['169.254.169.254']],
    ['tiles.lan', ['::ffff:169.254.169.254']],
    ['tiles.lan', ['::ffff:a9fe:a9fe']],
    ['tiles.local', ['fe80::1']],
  ])('is not contacted when %s has %j', async (host, addresses) => {
    const map = await openMap({ urlTemplate: named(host), resolve: inOrder(addresses).resolve });
    await expect(map.tile(9, 1, 1)).rejects.toThrow();
    expect(warnings).toEqual([expect.stringContaining('private network')]);
    expect(upstream.asked).toEqual([]);
  });

  it('is checked again for every request, since a name may change', async () => {
    const { resolve } = inOrder(['127.0.0.1'], ['169.254.169.254']);
    const map = await openMap({ urlTemplate: named('tiles.internal'), resolve });
    expect(await map.tile(9, 1, 1)).toMatchObject({ bytes: png });
    await expect(map.tile(9, 1, 2)).rejects.toThrow();
    expect(upstream.asked).toHaveLength(1);
  });

  it('is looked up no longer than the deadline', async () => {
    const map = await openMap({ urlTemplate: named('tiles'), deadlineMs: 100, resolve: () => new Promise(() => undefined) });
    await expect(map.tile(9, 1, 1)).rejects.toThrow();
    expect(warnings).toEqual([expect.stringContaining('no answer in time')]);
  });
});

describe('while the tile server is down', () => {
  const down = (response: ServerResponse) => void response.writeHead(503, { 'retry-after': '100' }).end();

  it('cached tiles are used, others are unavailable, and it gets no request before its Retry-After', async () => {
    const map = await openMap();
    await map.tile(7, 1, 1);
    upstream.answer = down;
    nowMs += 40 * day;
    expect((await map.tile(7, 1, 1))?.bytes).toEqual(png);
    await expect(map.tile(7, 1, 2)).rejects.toThrow();
    expect((await map.tile(7, 1, 1))?.bytes).toEqual(png);
    expect(upstream.asked).toHaveLength(2);
    upstream.answer = (response) => picture(response);
    nowMs += 101_000;
    expect(await map.tile(7, 1, 2)).not.toBeNull();
  });

  it('tiles that wait for their turn when it fails are not requested', async () => {
    upstream.answer = down;
    const map = await openMap();
    const tiles = await Promise.allSettled(Array.from({ length: 40 }, (_, x) => map.tile(7, x, 1)));
    expect(tiles.map(({ status }) => status)).not.toContain('fulfilled');
    expect(upstream.asked.length).toBeLessThanOrEqual(8);
  });

  it('a request without a reply ends after the deadline', async () => {
    upstream.answer = () => {};
    const map = await openMap({ deadlineMs: 100 });
    await expect(map.tile(7, 1, 1)).rejects.toThrow();
    expect(warnings).toEqual([expect.stringContaining('no answer in time')]);
  });

  it('a slow reply is not awaited when a stale tile is cached', async () => {
    const map = await openMap();
    await map.tile(7, 1, 1);
    let answerLate = () => {};
    upstream.answer = (response) => void (answerLate = () => picture(response));
    nowMs += 40 * day;
    expect((await map.tile(7, 1, 1))?.bytes).toEqual(png);
    expect(upstream.asked).toHaveLength(2);
    answerLate();
  });

  it('an unreachable server is treated the same', async () => {
    const map = await openMap();
    await map.tile(7, 1, 1);
    await upstream.close();
    nowMs += 40 * day;
    expect((await map.tile(7, 1, 1))?.bytes).toEqual(png);
    upstream = await startTileServer();
  });
});

describe('the disk', () => {
  it('that takes no tiles is logged once a minute, and the tiles are served', async () => {
    const map = await openMap();
    const [source = ''] = await readdir(cacheDir);
    await rm(path.join(cacheDir, source), { recursive: true });
    await writeFile(path.join(cacheDir, source), 'no folder');
    for (const x of [1, 2, 3]) expect((await map.tile(7, x, 1))?.bytes).toEqual(png);
    expect(warnings).toEqual(['A map tile could not be cached on disk.']);
    nowMs += 60_000;
    await map.tile(7, 4, 1);
    expect(warnings).toHaveLength(2);
  });

  it('keeps tiles across a restart', async () => {
    await (await openMap()).tile(7, 1, 1);
    expect((await (await openMap()).tile(7, 1, 1))?.bytes).toEqual(png);
    expect(upstream.asked).toHaveLength(1);
  });

  it('stays below the limit and evicts the least recently used tiles', async () => {
    const blocks = 20;
    const map = await openMap({ cacheBytes: blocks * 4_096 });
    for (let x = 0; x < blocks; x += 1) await map.tile(8, x, 0);
    await map.tile(8, 0, 0);
    for (let x = blocks; x < blocks + 10; x += 1) await map.tile(8, x, 0);
    const kept = (await readdir(cacheDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    expect(kept.length).toBeLessThanOrEqual(blocks);
    upstream.asked.length = 0;
    await map.tile(8, 0, 0);
    expect(upstream.asked).toEqual([]);
    await map.tile(8, 1, 0);
    expect(upstream.asked).toHaveLength(1);
  });

  test('drops the tiles of a previous tile server', async () => {
    const first = await openMap();
    await first.tile(7, 1, 1);
    const second = await openMap({ urlTemplate: upstream.urlTemplate.replace('key=secret', 'key=other') });
    expect(second.source.version).not.toBe(first.source.version);
    await second.tile(7, 1, 1);
    expect(upstream.asked).toHaveLength(2);
    expect(await readdir(cacheDir)).toEqual([second.source.version]);
  });
});

/** Sends as long as the client reads. */
function endless(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'image/png' });
  pipeline(Readable.from(repeated(png)), response, () => {});
}

function* repeated(bytes: Buffer): Generator<Buffer> {
  for (;;) yield bytes;
}
