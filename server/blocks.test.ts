// What a blocked member still finds of his blocker: exactly what he would find had that member deleted his account.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { messages } from '#shared/contract/messages.ts';
import { positions } from '#shared/contract/positions.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { session } from '#shared/contract/session.ts';
import { newPushKeys } from './outside/push-keys.ts';
import type { Answer } from './testing/browser.ts';
import type { Member } from './testing/members.ts';
import { seededIds } from './testing/seeded.ts';
import { openTestApp } from './testing/test-app.ts';
import { testClock } from './testing/test-world.ts';

type Event = 'nothing' | 'deleted' | 'blocked' | 'hidden';
type Snapshot = Record<string, unknown>;

const pushKeys = newPushKeys();
const startMs = Date.UTC(2026, 10, 21, 10);
const place = { lat: 33.45, lon: -112.07 };

const like = (from: Member, to: Member, change: { likeType?: 'LIKE'; blocked?: boolean }) =>
  from.call(likes.putProfileLike, { body: { likerProfileId: from.profileId, likedProfileId: to.profileId, ...change } });
const report = ({ call, profileId }: Member, hide = false) =>
  call(positions.putPosition, {
    params: { profileId },
    body: {
      profileId,
      use: 'OVERRIDE',
      overrideLat: place.lat,
      overrideLon: place.lon,
      hide,
      tsEffectiveUntil: startMs + 3_600_000,
    },
  });
const write = async (from: Member, to: Member, bodyText: string, key: string, profilePicIds: string[] = []) =>
  from.call(
    messages.postMessage,
    { body: { senderProfileId: from.profileId, recipientProfileId: to.profileId, bodyText, profilePicIds } },
    { 'idempotency-key': key },
  );
const keyOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

async function upload(from: Member): Promise<string> {
  const picfile = { bytes: Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1'), name: 'a.png', type: 'image/png' };
  const { body } = await from.form('/api/profile-pic', { authorProfileId: from.profileId, picfilename: 'a.png', picfile });
  return String(Reflect.get(Object(body), 'id'));
}

async function withPictures(member: Member) {
  const [shown, hidden, sent] = [await upload(member), await upload(member), await upload(member)];
  await member.call(profiles.putProfile, {
    body: {
      id: member.profileId,
      profilename: member.name,
      profilePicIds: [shown],
      profilePicIdsPrivate: [hidden],
      height: '',
      weight: '',
      description: `I am ${member.name}`,
      characteristics: [],
    },
  });
  return { shown, hidden, sent };
}

/** Anton and Boris know each other well; then something happens; then Boris asks for everything there is. */
async function seenByBoris(event: Event): Promise<Snapshot> {
  const clock = testClock(startMs);
  // The same ids in every world, so that what differs between two of them differs for its own reason.
  const app = await openTestApp({ parts: { ids: seededIds(1), clock, pushKeys } });
  try {
    const [anton, boris, carl] = [
      await app.member({ name: 'Anton' }),
      await app.member({ name: 'Boris' }),
      await app.member({ name: 'Carl' }),
    ];
    const [his, own] = [await withPictures(anton), await withPictures(boris)];
    for (const member of [anton, boris, carl]) await report(member);
    await like(anton, boris, { likeType: 'LIKE' });
    await like(boris, anton, { likeType: 'LIKE' });
    await like(carl, boris, { likeType: 'LIKE' });
    const likePicture = (from: Member, to: Member, profilePicId: string) =>
      from.call(likes.putProfilePicLike, {
        body: { likerProfileId: from.profileId, profilePicId, profilePicProfileId: to.profileId, likeType: 'LIKE' },
      });
    await likePicture(anton, boris, own.shown);
    await likePicture(boris, anton, his.shown);
    const fromAnton = await write(anton, boris, 'hello Boris', keyOf(1), [his.sent]);
    const toAnton = await write(boris, anton, 'hello Anton', keyOf(2));
    await write(carl, boris, 'hello from Carl', keyOf(3));
    await anton.call(messages.putMessageRead, { params: { id: toAnton.id } });
    await boris.call(session.putSession, { body: { showNsfw: true } });
    clock.pass(60_000);

    if (event === 'blocked') await like(anton, boris, { blocked: true });
    if (event === 'hidden') await report(anton, true);
    if (event === 'deleted') {
      await app.world.db.write((tx) => tx.deleteFrom('accounts').where('id', '=', anton.accountId).execute());
      app.world.bus.publish({ type: 'profileDeleted', profileId: anton.profileId });
    }
    clock.pass(60_000);

    const [a, b] = [anton.profileId, boris.profileId];
    const json = { 'content-type': 'application/json' };
    const page = '?page=0&size=100';
    const box = 'latMin=33&lonMin=-113&latMax=34&lonMax=-112';
    const asked: Record<string, () => Promise<Answer>> = {};
    const get = (path: string) => (asked[`GET ${path}`] = () => boris.send('GET', path));
    const send = (method: string, path: string, body: object, headers = {}) =>
      (asked[`${method} ${path} ${JSON.stringify(body)}`] = () =>
        boris.send(method, path, JSON.stringify(body), { ...json, ...headers }));
    const message = (bodyText: string, profilePicIds: string[] = []) => ({
      senderProfileId: b,
      recipientProfileId: a,
      bodyText,
      profilePicIds,
    });

    get('/api/settings');
    get(`/api/notifications/${b}`);
    get(`/api/profile/${a}`);
    get(`/api/profile/${a}?admin=true`);
    get(`/api/profile/${b}`);
    for (const path of ['by-liker', 'by-liked']) get(`/api/profile-likes/${path}/${b}`);
    get(`/api/profile-likes/by-liker/${b}?blocked=true`);
    for (const path of ['by-liker-profileid', 'by-liked-profileid']) get(`/api/profile-pic-likes/${path}/${b}`);
    get(`/api/profile-like?likerProfileId=${a}&likedProfileId=${b}`);
    get(`/api/profile-like?likerProfileId=${b}&likedProfileId=${a}`);
    get(`/api/profile-briefs/nearest${page}`);
    get(`/api/profile-briefs/nearest${page}&lat=${place.lat}&lon=${place.lon}&includeTestData=true`);
    get(`/api/profile-briefs/nearest${page}&withPicture=true&onlineNow=true`);
    get(`/api/profile-briefs/by-bounds${page}&${box}`);
    get(`/api/profile-briefs/by-sector/33:-113${page}`);
    get('/api/profile-positions/aggregates');
    get('/api/profile-positions/aggregates?includeTestData=true');
    get(`/api/messages/most-recent-with/${b}`);
    get(`/api/messages/between/${a}/${b}`);
    get(`/api/messages/between/${b}/${a}`);
    for (const id of [fromAnton.id, toAnton.id]) {
      get(`/api/messages/between/${b}/${a}?sinceMessageId=${id}`);
      get(`/api/messages/between/${b}/${a}?beforeMessageId=${id}`);
      get(`/api/messages/between/${b}/${carl.profileId}?beforeMessageId=${id}`);
      get(`/api/messages/most-recent-with/${b}?beforeMessageId=${id}`);
      asked[`PUT read ${id}`] = () => boris.send('PUT', `/api/message-read/${id}`);
      asked[`DELETE ${id}`] = () => boris.send('DELETE', `/api/message/${id}`);
      asked[`DELETE for both ${id}`] = () => boris.send('DELETE', `/api/message/${id}?forBoth=true`);
    }
    for (const id of Object.values(his)) {
      get(`/api/profile-pic/${id}?scale_x=256`);
      get(`/api/profile-pic/nsfw/${id}`);
      get(`/api/profile/pic/${id}?orig=1`);
      send('PUT', '/api/profile-pic-like', { likerProfileId: b, profilePicId: id, profilePicProfileId: a, likeType: 'LIKE' });
    }
    send('PUT', '/api/profile-like', { likerProfileId: b, likedProfileId: a, likeType: 'LIKE' });
    send('PUT', '/api/profile-like', { likerProfileId: b, likedProfileId: a, blocked: true });
    send('POST', '/api/message', message('are you there?'));
    send('POST', '/api/message', message('hello Anton'), { 'idempotency-key': keyOf(2) });
    send('POST', '/api/message', message(''));
    send('POST', '/api/message', message('with a picture', [his.shown]));
    send('POST', '/api/message', { ...message('to Carl'), recipientProfileId: carl.profileId }, { 'idempotency-key': keyOf(4) });
    get(`/api/messages/between/${b}/${carl.profileId}`);

    const seen: Snapshot = {};
    for (const [name, answer] of Object.entries(asked)) {
      const { status, headers, bytes } = await answer();
      const { date: _date, ...rest } = headers;
      seen[name] = { status, headers: rest, text: bytes.toString('latin1') };
    }
    return seen;
  } finally {
    await app.close();
  }
}

const worlds = new Map<Event, Snapshot>();
beforeAll(async () => {
  for (const event of ['nothing', 'deleted', 'blocked', 'hidden'] as const) worlds.set(event, await seenByBoris(event));
});
afterAll(() => worlds.clear());

const seen = (event: Event): Snapshot => worlds.get(event) ?? {};
const differing = (a: Snapshot, b: Snapshot) =>
  Object.keys(a).filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]));
const ofPlace = (name: string) => /profile-briefs|profile-positions/.test(name);

describe('a blocked member', () => {
  test('finds in every answer what he would find had the other deleted his account', () => {
    expect(Object.keys(seen('blocked'))).toEqual(Object.keys(seen('deleted')));
    for (const name of differing(seen('deleted'), seen('blocked')))
      expect.soft(seen('blocked')[name], name).toEqual(seen('deleted')[name]);
  });

  test('is asked about by calls that would tell: most of them are answered otherwise while nothing has happened', () => {
    expect(differing(seen('nothing'), seen('blocked')).length).toBeGreaterThan(25);
  });
});

describe('whoever is hidden', () => {
  test('is in every list and count of places as if his account were deleted', () => {
    const names = Object.keys(seen('hidden')).filter(ofPlace);
    expect(names.length).toBeGreaterThan(6);
    for (const name of names) expect(seen('hidden')[name], name).toEqual(seen('deleted')[name]);
  });

  test('is still reached by chat and likes', () => {
    const changed = differing(seen('nothing'), seen('hidden')).filter((name) => !ofPlace(name));
    expect(changed.filter((name) => !name.startsWith('GET /api/profile/'))).toEqual([]);
  });
});
