// Dates, times and distances on a German, a British and an American device: words of its language, forms and units of its region.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hourMs } from '#shared/rules/durations.ts';
import { signUp, type Member } from './support/member.ts';
import { openPerson, type Person } from './support/person.ts';
import { startServer, type RunningServer } from './support/server.ts';

const alexanderplatz = { lat: 52.5219, lng: 13.4132 };
const museum = { lat: 52.5169, lng: 13.4019 };

let server: RunningServer;
let ada: Member;
let ben: Member;

beforeAll(async () => {
  server = await startServer();
  [ada, ben] = [await signUp(server, 'Ada'), await signUp(server, 'Ben')];
  for (const [member, place] of [
    [ada, alexanderplatz],
    [ben, museum],
  ] as const)
    await member.ask('PUT', `/api/profile-position/${member.profileId}`, {
      profileId: member.profileId,
      use: 'OVERRIDE',
      overrideLat: place.lat,
      overrideLon: place.lng,
      hide: false,
      tsEffectiveUntil: Date.now() + 20 * hourMs,
    });
  await ben.say('Hallo', ada.profileId);
});

afterAll(() => server.stop());

const forms = {
  'de-DE': {
    distance: /^[\d.,]+ (m|km)$/,
    time: /^\d\d:\d\d$/,
    date: /^Dieses Gerät, angemeldet am \d{1,2}\. \w{3,4}\.? \d{4}$/,
  },
  'en-GB': { distance: /^[\d.,]+ (ft|mi)$/, time: /^\d\d:\d\d$/, date: /^This device, logged in on \d{1,2} \w{3,4} \d{4}$/ },
  'en-US': {
    distance: /^[\d.,]+ (ft|mi)$/,
    time: /^\d{1,2}:\d\d\s[AP]M$/,
    date: /^This device, logged in on \w{3} \d{1,2}, \d{4}$/,
  },
} as const;

describe.each(Object.entries(forms))('a device in %s', (locale, { distance, time, date }) => {
  let person: Person;

  beforeAll(async () => {
    person = await openPerson({ locale, isWithoutWorker: true });
    await ada.ask('PUT', '/api/settings', { units: 'auto' });
    await ada.open(person, '/search/map');
  });

  afterAll(() => person.leave());

  const scale = () => person.page.locator('.map-view-scale').textContent();

  test('the scale of the map and the distance to a member have the same units', async () => {
    const { page } = person;
    await expect.poll(scale).toMatch(distance);
    await page.goto(`${server.origin}/profile/${ben.profileId}`);
    const facts = async () =>
      (await page.locator('.profile-facts > p').last().textContent())?.replace(/ (?:away|entfernt)$/, '') ?? '';
    await expect.poll(facts).toMatch(distance);
  });

  test('times and dates have the form of the device', async () => {
    const { page } = person;
    await page.goto(`${server.origin}/chat/personal/${ben.profileId}`);
    const sent = page.getByRole('log').locator('time').first();
    await sent.waitFor();
    expect(await sent.textContent()).toMatch(time);
    await page.goto(`${server.origin}/settings#sessions`);
    await page.getByText(date).first().waitFor();
  });

  test('chosen units replace those of the region', async () => {
    const { page } = person;
    const isMetric = distance.source.includes('km');
    await ada.ask('PUT', '/api/settings', { units: isMetric ? 'miles' : 'metric' });
    await page.goto(`${server.origin}/search/map`);
    await expect.poll(scale).toMatch(isMetric ? /^[\d.,]+ (ft|mi)$/ : /^[\d.,]+ (m|km)$/);
  });
});
