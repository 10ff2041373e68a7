// Filters of nearby lists over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { messages } from '#shared/contract/messages.ts';
import { nearby } from '#shared/contract/nearby.ts';
import { positions } from '#shared/contract/positions.ts';
import { profiles, type ProfileBrief } from '#shared/contract/profiles.ts';
import { distanceMetres } from '#shared/rules/distance.ts';
import { heightCmOf, weightKgOf } from '#shared/rules/measures.ts';
import { dayMs, hourMs, minuteMs } from '#shared/rules/durations.ts';
import { write } from '#server/testing/members/actions.ts';
import type { Member, NewMember } from '#server/testing/app/members.ts';
import { seeded } from '#server/testing/app/seeded.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const none = { includeTestData: false, withPicture: false, onlineNow: false } as const;
type Filter = Readonly<Record<string, unknown>>;

const listed = async (viewer: Member, filter: Filter = {}, page = 0, size = 100): Promise<ProfileBrief[]> =>
  viewer.call(nearby.getNearest, { query: { ...none, page, size, ...filter } as never });
const counted = (viewer: Member, filter: Filter = {}) =>
  viewer.call(nearby.getNearestCount, { query: { ...none, ...filter } as never });
const refused = async (viewer: Member, query: string) => {
  const { status, body } = await viewer.send('GET', `/api/${query}`);
  return { status, message: Reflect.get(Object(body), 'message') };
};
const idsOf = (briefs: readonly ProfileBrief[]) => briefs.map(({ profileId }) => profileId);

async function at(lat: number, lon: number, given: NewMember = {}): Promise<Member> {
  const { height, weight } = given;
  const measures = { heightCm: heightCmOf(height ?? '') ?? undefined, weightKg: weightKgOf(weight ?? '') ?? undefined };
  const member = await app.member({ ...given, ...(JSON.parse(JSON.stringify(measures)) as NewMember) });
  const { profileId } = member;
  const tsEffectiveUntil = app.clock.now() + hourMs;
  const body = { profileId, use: 'OVERRIDE', overrideLat: lat, overrideLon: lon, hide: false, tsEffectiveUntil } as const;
  await member.call(positions.putPosition, { params: { profileId }, body });
  return member;
}

test('a filtered list contains the matching members of the unfiltered one, in the same order', async () => {
  const random = seeded(41);
  const oneOf = <T>(...values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const viewer = await at(-40.5, 30.5);
  const birthdates = new Map<string, string>();
  for (let number = 0; number < 40; number++) {
    const birthdate = `${1960 + Math.floor(random() * 45)}-0${1 + Math.floor(random() * 9)}-15`;
    const member = await at(-40.5 + (random() - 0.5) * 0.4, 30.5 + (random() - 0.5) * 0.4, {
      birthdate,
      height: oneOf('', '5\'11"', '180 cm', '1.95 m', '170', 'tall'),
      weight: oneOf('', '170 lb', '77 kg', '95 kg', 'enough'),
      characteristics: ['bear', 'coffee', 'art'].filter(() => random() < 0.5),
    });
    birthdates.set(member.profileId, birthdate);
  }
  const everybody = await listed(viewer);
  expect(everybody).toHaveLength(40);
  const metres = everybody.map((brief) => distanceMetres({ lat: -40.5, lon: 30.5 }, brief));
  expect(metres).toEqual(metres.toSorted((a, b) => a - b));

  const within = (value: number | null, least: unknown, most: unknown) =>
    (least === undefined && most === undefined) ||
    (value !== null && Math.round(value) >= Number(least ?? 0) && Math.round(value) <= Number(most ?? 999));
  for (let round = 0; round < 25; round++) {
    const filter: Filter = {
      ...(random() < 0.5 ? { ageMin: 25 + Math.floor(random() * 15) } : {}),
      ...(random() < 0.5 ? { ageMax: 40 + Math.floor(random() * 15) } : {}),
      ...(random() < 0.3 ? { heightCmMin: oneOf(171, 180) } : {}),
      ...(random() < 0.3 ? { heightCmMax: oneOf(180, 190) } : {}),
      ...(random() < 0.3 ? { weightKgMin: 77 } : {}),
      ...(random() < 0.3 ? { weightKgMax: 80 } : {}),
      ...(random() < 0.5 ? { characteristics: oneOf('bear', 'coffee,art') } : {}),
    };
    const shows = (brief: ProfileBrief) =>
      within(brief.profileAge, filter['ageMin'], filter['ageMax']) &&
      within(heightCmOf(brief.profileHeight), filter['heightCmMin'], filter['heightCmMax']) &&
      within(weightKgOf(brief.profileWeight), filter['weightKgMin'], filter['weightKgMax']) &&
      String(filter['characteristics'] ?? '')
        .split(',')
        .every((label) => label === '' || brief.profileChars.includes(label));
    const expected = idsOf(everybody.filter(shows));
    const pages: string[][] = [];
    do pages.push(idsOf(await listed(viewer, filter, pages.length, 7)));
    while (pages.at(-1)?.length === 7);
    expect(pages.flat(), JSON.stringify(filter)).toEqual(expected);
    expect((await counted(viewer, filter)).count).toBe(expected.length);
  }
});

test('the counts say for each condition how many more members there would be without it', async () => {
  const viewer = await at(-30.5, 40.5);
  await at(-30.51, 40.5, { characteristics: ['bear'], birthdate: '1990-01-01' });
  await at(-30.52, 40.5, { characteristics: ['bear'], birthdate: '1960-01-01' });
  await at(-30.53, 40.5, { birthdate: '1990-01-01' });
  await at(-30.54, 40.5, { birthdate: '1960-01-01' });
  expect(await counted(viewer)).toEqual({ count: 4, hidden: {} });
  expect(await counted(viewer, { ageMax: 50, characteristics: 'bear' })).toEqual({ count: 1, hidden: { age: 1, bear: 1 } });
  expect(await counted(viewer, { ageMax: 50, characteristics: 'bear', withPicture: true })).toEqual({
    count: 0,
    hidden: { age: 0, bear: 0, withPicture: 1 },
  });
  expect(await counted(viewer, { heightCmMin: 150 })).toEqual({ count: 0, hidden: { height: 4 } });
  expect(await counted(viewer, { weightKgMax: 150 })).toEqual({ count: 0, hidden: { weight: 4 } });
});

test('a height in feet is matched by the same height in centimetres', async () => {
  const viewer = await at(-20.5, 40.5);
  const member = await at(-20.51, 40.5, { height: '5\'11"' });
  await at(-20.52, 40.5, { height: 'tall' });
  // 5 feet 11 inches, as a client may send it.
  for (const filter of [{ heightCmMin: 180.34 }, { heightCmMax: 180 }, { heightCmMin: 180, heightCmMax: 180 }])
    expect(idsOf(await listed(viewer, filter))).toEqual([member.profileId]);
  expect(await listed(viewer, { heightCmMin: 181 })).toEqual([]);
});

test('a member is online for at most half an hour after their last request', async () => {
  const viewer = await at(-10.5, 40.5);
  const other = await at(-10.51, 40.5);
  expect(idsOf(await listed(viewer, { onlineNow: true }))).toEqual([other.profileId]);
  app.clock.pass(30 * minuteMs);
  expect(await listed(viewer, { onlineNow: true })).toEqual([]);
  expect(await counted(viewer, { onlineNow: true })).toEqual({ count: 0, hidden: { onlineNow: 1 } });
});

test('"never chatted with" excludes members who sent or received messages', async () => {
  const viewer = await at(0.5, 40.5);
  const [written, writer, stranger] = [await at(0.51, 40.5), await at(0.52, 40.5), await at(0.53, 40.5)];
  expect(await listed(viewer, { neverChatted: true })).toHaveLength(3);
  const mine = await write(viewer, written);
  await write(writer, viewer);
  await write(writer, stranger);
  expect(idsOf(await listed(viewer, { neverChatted: true }))).toEqual([stranger.profileId]);
  expect(await counted(viewer, { neverChatted: true })).toEqual({ count: 1, hidden: { neverChatted: 2 } });
  await viewer.ask(messages.deleteMessage, { params: { id: mine.id }, query: { forBoth: true } });
  expect(idsOf(await listed(viewer, { neverChatted: true }))).toEqual([stranger.profileId]);
});

test('the filter discloses neither messages taken back nor messages hidden by the recipient', async () => {
  const [viewer, other] = [await at(10.5, 40.5), await at(10.51, 40.5)];
  const taken = await write(other, viewer);
  await other.ask(messages.deleteMessage, { params: { id: taken.id }, query: { forBoth: true } });
  expect(idsOf(await listed(viewer, { neverChatted: true }))).toEqual([other.profileId]);
  const kept = await write(other, viewer);
  await viewer.ask(messages.deleteMessage, { params: { id: kept.id }, query: { forBoth: false } });
  expect(await listed(other, { neverChatted: true })).toEqual([]);
  // The viewer sees no message and never wrote, so the other member counts as never chatted with.
  const before = idsOf(await listed(viewer, { neverChatted: true }));
  await other.ask(messages.deleteMessage, { params: { id: kept.id }, query: { forBoth: false } });
  expect(idsOf(await listed(viewer, { neverChatted: true }))).toEqual(before);
});

test('details contain the first words and the last visit, except of hidden members', async () => {
  const description = `Hello there,\n\n${'walks and talks '.repeat(20)}`;
  const viewer = await at(20.5, 40.5);
  const [member, blocker, nameless] = [
    await at(20.51, 40.5, { description }),
    await at(20.52, 40.5),
    await app.member({ name: '' }),
  ];
  await blocker.call(likes.putProfileLike, {
    body: { likerProfileId: blocker.profileId, likedProfileId: viewer.profileId, blocked: true },
  });
  const profileIds = [member, blocker, nameless].map(({ profileId }) => profileId);
  const details = await viewer.call(nearby.getDetails, { query: { profileIds } });
  const { tsLastSeen } = await viewer.call(profiles.getProfile, { params: { id: member.profileId }, query: { admin: false } });
  expect(details).toEqual([
    { profileId: member.profileId, firstWords: expect.stringMatching(/^Hello there, walks and .* talks…$/u), tsLastSeen },
  ]);
  expect(details[0]?.firstWords.length).toBeLessThanOrEqual(160);
  expect(await blocker.call(nearby.getDetails, { query: { profileIds: [viewer.profileId] } })).toEqual([]);
});

test('details count towards the same limit as opening profiles', async () => {
  const strict = await openTestApp({ rates: { profilesOpened: { max: 5, perMs: dayMs } } });
  try {
    const viewer = await strict.member();
    const others: string[] = [];
    for (let number = 0; number <= 5; number++) others.push((await strict.member()).profileId);
    const [last = '', ...first] = others;
    const read = (profileIds: string[]) => viewer.ask(nearby.getDetails, { query: { profileIds } });
    expect((await read(first)).status).toBe(200);
    expect((await read(first)).status).toBe(200);
    expect((await read([last])).status).toBe(429);
    expect((await viewer.ask(profiles.getProfile, { params: { id: last }, query: { admin: false } })).status).toBe(429);
  } finally {
    await strict.close();
  }
});

test('searches by box and by sector take the same filters, and return everybody without one', async () => {
  const viewer = await at(-50.5, 40.5, { birthdate: '1990-01-01' });
  const [young, old] = [await at(-50.51, 40.5, { birthdate: '1990-01-01' }), await at(-50.52, 40.5, { birthdate: '1950-01-01' })];
  const paging = { page: 0, size: 500, includeTestData: false };
  const box = { latMin: -51, lonMin: 40, latMax: -50, lonMax: 41 };
  const found = async (filter: object) => [
    idsOf(await viewer.call(nearby.getBySector, { params: { sector: '-51:40' }, query: { ...paging, ...filter } })).toSorted(),
    idsOf(await viewer.call(nearby.getByBounds, { query: { ...paging, ...box, ...filter } })).toSorted(),
  ];
  const both = (...members: Member[]) => [0, 1].map(() => members.map(({ profileId }) => profileId).toSorted());
  expect(await found({})).toEqual(both(young, old));
  expect(await found({ ageMax: 50 })).toEqual(both(young));
  expect(await found({ withPicture: true })).toEqual(both());
  expect(await found({ onlineNow: true })).toEqual(both(young, old));
  await write(viewer, young);
  expect(await found({ neverChatted: true })).toEqual(both(old));
  app.clock.pass(31 * minuteMs);
  expect(await found({ onlineNow: true })).toEqual(both());
  for (const path of ['by-sector/-51:40?', 'by-bounds?latMin=-51&lonMin=40&latMax=-50&lonMax=41&'])
    expect((await refused(viewer, `profile-briefs/${path}ageMin=50&ageMax=40`)).status).toBe(400);
});

test('an invalid filter is refused with a reason', async () => {
  const viewer = await at(30.5, 40.5);
  for (const [name, field] of Object.entries({ age: 'age', height: 'heightCm', weight: 'weightKg' })) {
    const message = `The minimum of ${name} is greater than the maximum.`;
    for (const path of ['nearest', 'nearest-count'])
      expect(await refused(viewer, `profile-briefs/${path}?${field}Min=81&${field}Max=80`)).toEqual({ status: 400, message });
    const { status } = await viewer.send('GET', `/api/profile-briefs/nearest?page=0&size=9&${field}Min=80&${field}Max=80`);
    expect(status, name).toBe(200);
  }
  expect((await refused(viewer, 'profile-briefs/nearest?characteristics=bear,unheard')).message).toContain(
    'Unknown characteristic',
  );
  expect(await refused(viewer, 'profile-briefs/nearest?ageMin=12')).toMatchObject({ status: 400 });
  expect(await refused(viewer, 'profile-briefs/nearest?lat=20')).toEqual({ status: 400, message: 'Send lat and lon together.' });
  expect(await refused(viewer, 'profile-details?profileIds=')).toMatchObject({ status: 400 });
  const many = Array.from({ length: 21 }, () => viewer.profileId).join();
  expect(await refused(viewer, `profile-details?profileIds=${many}`)).toMatchObject({ status: 400 });
});
