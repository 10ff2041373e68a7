// A member's journey through the API, using only the paths, names and payloads of the specification.
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, until, type RunningServer } from './support/server.ts';

type Json = Record<string, unknown>;
interface Reply {
  readonly status: number;
  readonly type: string;
  readonly bytes: Buffer;
  readonly json: unknown;
}

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** Speaks plain HTTP and keeps cookies; sends an object as JSON and a form as multipart. */
function scriptOf(origin: string) {
  const cookies = new Map<string, string>();
  return async (method: string, path: string, body?: Json | FormData): Promise<Reply> => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    const bytes = Buffer.from(await answer.arrayBuffer());
    const type = answer.headers.get('content-type') ?? '';
    return { status: answer.status, type, bytes, json: type.includes('json') ? JSON.parse(bytes.toString()) : undefined };
  };
}
type Script = ReturnType<typeof scriptOf>;

function formOf(fields: Record<string, string | Blob>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

async function ok(reply: Promise<Reply>): Promise<Json> {
  const { status, bytes, json } = await reply;
  expect(status, bytes.toString()).toBe(200);
  return Object(json);
}
async function list(reply: Promise<Reply>): Promise<Json[]> {
  const found = await ok(reply);
  expect(Array.isArray(found)).toBe(true);
  return Object.values(found) as Json[];
}
const idOf = (entity: Json | undefined): string => String(entity?.['id']);

/** Registers, logs in with the emailed link, and fills in the profile. */
async function join(email: string, profilename: string): Promise<{ ask: Script; id: string }> {
  const ask = scriptOf(server.origin);
  expect((await ask('GET', '/api/settings')).status).toBe(401);
  const refused = await ask('POST', '/api/auth/register', { email, acknowledgements: ['technical', 'age'] });
  expect([refused.status, refused.json]).toMatchObject([
    400,
    { message: 'Acceptance of all of the acknowledgements above are required.' },
  ]);
  await ok(ask('POST', '/api/auth/register', { email, acknowledgements: ['technical', 'age', 'law'] }));

  const link = new URL(await server.linkTo(email));
  expect([link.origin, link.pathname]).toEqual([server.origin, '/login']);
  const token = /token=([\w-]+)/.exec(link.hash + link.search)?.[1] ?? '';
  const [username = '', password = ''] = Buffer.from(token, 'base64url').toString().split(':');
  expect((await ask('POST', '/api/auth', formOf({ username, password: 'wrong' }))).status).toBe(401);
  expect((await ask('POST', '/api/auth', formOf({ username, password }))).status).toBe(200);
  expect((await ask('POST', '/api/auth', formOf({ username, password }))).status).toBe(401);

  const settings = await ok(ask('GET', '/api/settings'));
  expect(settings).toMatchObject({ email, roles: ['USER'], pushSubscriptions: [], applicationServerKey: expect.any(String) });
  expect(await ok(ask('PUT', '/api/settings', { ...settings, name: profilename }))).toMatchObject({ name: profilename, email });

  const id = String(settings['defaultProfileId']);
  const profile = await ok(ask('GET', `/api/profile/${id}`));
  expect(profile).toMatchObject({ id, profilename: '', age: 21, profilePicIds: [], profilePicIdsPrivate: [], roles: ['USER'] });
  const filled = {
    ...profile,
    profilename,
    birthdate: '1990-05-17',
    height: '180 cm',
    weight: '77 kg',
    description: 'hello',
    characteristics: ['bear', 'coffee'],
  };
  expect(await ok(ask('PUT', '/api/profile', filled))).toMatchObject({ profilename, birthdate: '1990-05-17' });
  return { ask, id };
}

test('two members meet using only the calls of the specification', async () => {
  const visitor = scriptOf(server.origin);
  await ok(visitor('GET', '/api/ping'));
  for (const path of ['/api/version', '/version_frontend.json'])
    expect(await ok(visitor('GET', path))).toMatchObject({ gitCommitHash: expect.any(String), gitCommitTs: expect.any(String) });

  const [anton, boris] = [await join('anton@example.org', 'Anton'), await join('boris@example.org', 'Boris')];

  // A picture: uploaded, added to the profile, and visible to the other member in all sizes.
  const png = await sharp({ create: { width: 600, height: 750, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  const pictureForm = () =>
    formOf({ authorProfileId: anton.id, picfile: new Blob([new Uint8Array(png)], { type: 'image/png' }), picfilename: 'me.png' });
  const uploaded = idOf(await ok(anton.ask('POST', '/api/profile-pic', pictureForm())));
  const pictureId = idOf(await ok(anton.ask('POST', `/api/profile-pic?replace_id=${uploaded}`, pictureForm())));
  const profile = await ok(anton.ask('GET', `/api/profile/${anton.id}`));
  await ok(anton.ask('PUT', '/api/profile', { ...profile, profilePicIds: [pictureId] }));
  const small = await boris.ask('GET', `/api/profile-pic/${pictureId}?scale_x=200`);
  expect([small.status, (await sharp(small.bytes).metadata()).width]).toEqual([200, 256]);
  const whole = await boris.ask('GET', `/api/profile/pic/${pictureId}?orig=1`);
  expect([whole.status, (await sharp(whole.bytes).metadata()).width]).toEqual([200, 600]);
  expect((await visitor('GET', `/api/profile-pic/${pictureId}`)).status).toBe(401);
  const text = formOf({ authorProfileId: anton.id, picfile: new Blob(['no picture']), picfilename: 'me.png' });
  const refused = await anton.ask('POST', '/api/profile-pic', text);
  expect([refused.status, String(Object(refused.json)['message']).startsWith('Error: ')]).toEqual([400, true]);

  // Positions of both members, and how they find each other.
  const positionOf = (profileId: string, lat: number, lon: number): Json => ({
    profileId,
    session: Math.random(),
    overrideLat: lat,
    overrideLon: lon,
    gpsLat: null,
    gpsLon: null,
    gpsTimestamp: null,
    use: 'OVERRIDE',
    hide: false,
    tsEffectiveUntil: Date.now() + 93_600_000,
  });
  for (const [{ ask, id }, lat] of [[anton, 33.45] as const, [boris, 33.46] as const])
    expect((await ask('PUT', `/api/profile-position/${id}`, positionOf(id, lat, -112.07))).status).toBe(204);
  const nearest = await until('the two to find each other', async () => {
    const found = await list(anton.ask('GET', '/api/profile-briefs/nearest?page=0&size=30'));
    return found.length > 0 && found;
  });
  expect(nearest).toMatchObject([
    {
      profileId: boris.id,
      session: null,
      profileName: 'Boris',
      profileAge: expect.any(Number),
      profileChars: ['bear', 'coffee'],
      profileWeight: '77 kg',
      profileHeight: '180 cm',
      profilePicIds: [],
      lat: expect.any(Number),
      lon: expect.any(Number),
      tsUpdated: expect.any(Number),
    },
  ]);
  const foundBy = async (path: string) =>
    (await list(boris.ask('GET', path))).map((brief) => brief['profileId']).filter((id) => id !== boris.id);
  expect(await foundBy('/api/profile-briefs/by-bounds?latMin=33&lonMin=-113&latMax=34&lonMax=-112&page=0&size=500')).toEqual([
    anton.id,
  ]);
  expect(await foundBy('/api/profile-briefs/by-sector/33:-113?page=0&size=1500&includeTestData=true')).toEqual([anton.id]);
  expect(await list(boris.ask('GET', '/api/profile-positions/aggregates?includeTestData=true'))).toMatchObject([
    { centerLat: 33.5, centerLon: -112.5, deltaLat: 1, deltaLon: 1, count: 2, tsUpdated: expect.any(Number) },
  ]);

  // Likes of each other and of a picture.
  const like = { likerProfileId: boris.id, likedProfileId: anton.id, likeType: 'LIKE' };
  expect(await ok(boris.ask('PUT', '/api/profile-like', like))).toMatchObject({ ...like, blocked: false });
  const between = `likerProfileId=${boris.id}&likedProfileId=${anton.id}`;
  expect(await ok(anton.ask('GET', `/api/profile-like?${between}`))).toMatchObject({ likeType: 'LIKE' });
  expect(await list(boris.ask('GET', `/api/profile-likes/by-liker/${boris.id}`))).toMatchObject([like]);
  expect(await list(anton.ask('GET', `/api/profile-likes/by-liked/${anton.id}`))).toMatchObject([like]);
  const picLike = { likerProfileId: boris.id, profilePicId: pictureId, profilePicProfileId: anton.id, likeType: 'LIKE' };
  expect(await ok(boris.ask('PUT', '/api/profile-pic-like', picLike))).toMatchObject(picLike);
  expect(await list(boris.ask('GET', `/api/profile-pic-likes/by-liker-profileid/${boris.id}`))).toMatchObject([picLike]);
  expect(await list(anton.ask('GET', `/api/profile-pic-likes/by-liked-profileid/${anton.id}`))).toMatchObject([picLike]);

  // A conversation, and the pages before and after a message.
  const sent: string[] = [];
  for (const bodyText of ['one', 'two', 'three']) {
    const body = { recipientProfileId: boris.id, bodyText, profilePicIds: [], senderProfileId: anton.id, tsCreated: Date.now() };
    const message = await ok(anton.ask('POST', '/api/message', body));
    expect(message).toMatchObject({ senderProfileId: anton.id, recipientProfileId: boris.id, bodyText, tsRecipientRead: null });
    sent.push(idOf(message));
    // A message with the same text and time is the same message.
    expect(idOf(await ok(anton.ask('POST', '/api/message', body)))).toBe(idOf(message));
  }
  const [one = '', two = '', three = ''] = sent;
  const conversation = `/api/messages/between/${boris.id}/${anton.id}`;
  const idsOf = async (path: string) => (await list(boris.ask('GET', path))).map(idOf);
  expect(await idsOf(conversation)).toEqual([three, two, one]);
  expect(await idsOf(`${conversation}?sinceMessageId=${one}`)).toEqual([three, two]);
  expect(await idsOf(`${conversation}?beforeMessageId=${two}`)).toEqual([one]);
  expect(await idsOf(`/api/messages/most-recent-with/${boris.id}`)).toEqual([three]);
  expect(await idsOf(`/api/messages/most-recent-with/${boris.id}?beforeMessageId=${three}`)).toEqual([]);

  // A notification and a picture are there until they are deleted, and a session until the logout.
  const told = await list(boris.ask('GET', `/api/notifications/${boris.id}`));
  expect(told).toMatchObject([{ id: expect.any(String), bodyText: expect.stringContaining('Anton'), url: expect.any(String) }]);
  expect((await boris.ask('DELETE', `/api/notification/${idOf(told[0])}`)).status).toBe(204);
  expect(await list(boris.ask('GET', `/api/notifications/${boris.id}`))).toEqual([]);
  expect((await anton.ask('DELETE', `/api/profile-pic/${pictureId}`)).status).toBe(204);
  expect((await boris.ask('GET', `/api/profile-pic/${pictureId}`)).status).toBe(404);
  expect((await boris.ask('DELETE', '/api/auth')).status).toBe(204);
  expect((await boris.ask('GET', '/api/settings')).status).toBe(401);
});
