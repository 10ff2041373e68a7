// The search for places over HTTP: its parameters, and that no log contains what a member looked for.
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { places } from '#shared/contract/places.ts';
import type { PlaceNames } from '#server/outside/place-names.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

const logged: string[] = [];
const log = pino({ level: 'trace' }, new Writable({ write: (line, _, done) => (logged.push(String(line)), done()) }));
const asked: Parameters<PlaceNames['search']>[] = [];
const placeNames: PlaceNames = {
  async search(...search) {
    asked.push(search);
    if (search[0] === 'Fehlheim') throw new Error('no list');
    return [{ name: 'Berlin', country: 'DE', region: null, lat: 52.52, lon: 13.41 }];
  },
  close: async () => {},
};

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ parts: { log, placeNames } });
});
afterAll(() => app.close());

test('a member finds places, with near ones preferred if the search has a centre', async () => {
  const anton = await app.member({});
  const found = [{ name: 'Berlin', country: 'DE', region: null, lat: 52.52, lon: 13.41 }];
  expect(await anton.call(places.getPlaces, { query: { q: 'Berl' } })).toEqual(found);
  await anton.call(places.getPlaces, { query: { q: 'Berl', lat: 52, lon: 13 } });
  expect(asked).toEqual([
    ['Berl', null, 10],
    ['Berl', { lat: 52, lon: 13 }, 10],
  ]);
});

test('half a centre, an empty text and a text that is too long are refused', async () => {
  const anton = await app.member({});
  for (const query of [{ q: 'Berlin', lat: 52 }, { q: '' }, { q: 'a'.repeat(61) }])
    expect((await anton.ask(places.getPlaces, { query })).status).toBe(400);
});

test('what a member looked for is in no log, even if the search fails', async () => {
  const anton = await app.member({});
  await anton.call(places.getPlaces, { query: { q: 'Geheimheim', lat: 47.11, lon: 8.15 } });
  expect((await anton.ask(places.getPlaces, { query: { q: 'Fehlheim', lat: 47.11, lon: 8.15 } })).status).toBe(500);
  expect(logged.join('')).toContain('a call failed');
  expect(logged.join('')).not.toMatch(/heim|47\.11|8\.15/);
});
