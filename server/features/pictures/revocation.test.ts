// Tests that no endpoint discloses revoked pictures.
import { expect, test } from 'vitest';
import { account } from '#shared/contract/account.ts';
import { grants } from '#shared/contract/grants.ts';
import { likes } from '#shared/contract/likes.ts';
import { map } from '#shared/contract/map.ts';
import { messages } from '#shared/contract/messages.ts';
import { pictures } from '#shared/contract/pictures.ts';
import { session } from '#shared/contract/session.ts';
import { settings } from '#shared/contract/settings.ts';
import { hourMs } from '#shared/rules/durations.ts';
import type { Answer } from '#server/testing/app/browser.ts';
import { send } from '#server/testing/contract/contract-cases.ts';
import { unknownId, type Thing } from '#server/testing/contract/contract-row.ts';
import { contractTable } from '#server/testing/contract/contract-table.ts';
import { like, reportPosition, showPictures, uploadPicture, write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { comparable } from '#server/testing/contract/same-answers.ts';
import { cursorOf, openSocket } from '#server/testing/members/sockets.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { unzip } from '#server/testing/app/unzip.ts';

/** Every picture contains this text in each of its sizes. */
const marker = 'ANTONS-FACE';

interface Scene {
  readonly app: TestApp;
  readonly anton: Member;
  readonly boris: Member;
  /** Boris's cursor before all messages. */
  readonly beginning: string;
  /** Anton's pictures: public, private, and unlisted but sent to Boris. */
  readonly open: string;
  readonly hidden: string;
  readonly sent: string;
  readonly messageIds: readonly string[];
}

interface Revocation {
  readonly name: string;
  readonly happens: (scene: Scene) => Promise<unknown>;
  /** The pictures that Boris can no longer see. */
  readonly lost: (scene: Scene) => readonly string[];
  /** True if Anton also sends the profile's pictures in a message, which gives access to them. */
  readonly areAllSent?: true;
  /** True if the member who blocks keeps the messages, with ids of pictures that can no longer be loaded. */
  readonly keepsHistory?: true;
}

const takeBack = (profileId?: string) => (scene: Scene) => scene.anton.call(grants.deletePicGrants, { query: { profileId } });
const remove = (which: 'open' | 'hidden' | 'sent') => (scene: Scene) =>
  scene.anton.call(pictures.deletePicture, { params: { id: scene[which] } });

const revocations: readonly Revocation[] = [
  {
    name: 'Anton takes them back from Boris',
    areAllSent: true,
    happens: (scene) => takeBack(scene.boris.profileId)(scene),
    lost: ({ hidden, sent }) => [hidden, sent],
  },
  { name: 'Anton takes them back from all', areAllSent: true, happens: takeBack(), lost: ({ hidden, sent }) => [hidden, sent] },
  {
    name: 'the hour of sharing is over',
    happens: async ({ app }) => app.clock.pass(hourMs),
    lost: ({ hidden }) => [hidden],
  },
  {
    name: 'Anton blocks Boris',
    areAllSent: true,
    happens: ({ anton, boris }) => like(anton, boris, { blocked: true }),
    lost: ({ open, hidden, sent }) => [open, hidden, sent],
  },
  {
    name: 'Boris blocks Anton',
    areAllSent: true,
    keepsHistory: true,
    happens: ({ anton, boris }) => like(boris, anton, { blocked: true }),
    lost: ({ open, hidden, sent }) => [open, hidden, sent],
  },
  {
    name: 'Anton takes the messages with them back',
    areAllSent: true,
    happens: async (scene) => {
      for (const id of scene.messageIds)
        await scene.anton.call(messages.deleteMessage, { params: { id }, query: { forBoth: true } });
      await takeBack(scene.boris.profileId)(scene);
    },
    lost: ({ hidden, sent }) => [hidden, sent],
  },
  { name: 'Anton removes the public one', areAllSent: true, happens: remove('open'), lost: ({ open }) => [open] },
  { name: 'Anton removes the private one', areAllSent: true, happens: remove('hidden'), lost: ({ hidden }) => [hidden] },
  { name: 'Anton removes the sent one', happens: remove('sent'), lost: ({ sent }) => [sent] },
  {
    name: 'Anton removes all from the profile',
    happens: ({ anton }) => showPictures(anton, {}),
    lost: ({ open, hidden }) => [open, hidden],
  },
  {
    name: 'Boris no longer wants to see private pictures',
    happens: ({ boris }) => boris.call(session.putSession, { body: { showNsfw: false } }),
    lost: ({ hidden }) => [hidden],
  },
  {
    name: 'Anton deletes the account',
    areAllSent: true,
    happens: ({ anton }) => anton.call(account.deleteAccount),
    lost: ({ open, hidden, sent }) => [open, hidden, sent],
  },
];

test.each(revocations)('Anton’s pictures are not disclosed once $name', async ({ happens, lost, areAllSent, keepsHistory }) => {
  const scene = await prepare(areAllSent === true);
  const { app, boris } = scene;
  const ids = lost(scene);
  const before = await everythingFor(scene);
  for (const id of ids) expect(naming(before, id).length, 'while nothing has happened').toBeGreaterThan(0);
  expect(naming(before, marker).length).toBeGreaterThan(5);

  const socket = await openSocket(boris);
  await socket.settled();
  await happens(scene);

  const never = pictureRequests(boris, unknownId);
  for (const [form, askForNothing] of never) {
    const nothing = comparable(await askForNothing());
    expect(nothing.status).toBe(404);
    for (const id of ids) expect(comparable(await askFor(boris, id, form)), form).toEqual(nothing);
  }
  const after = await everythingFor(scene);
  if (!keepsHistory) for (const id of ids) expect(naming(after, id)).toEqual([]);
  if (ids.length === 3) expect(naming(after, marker)).toEqual([]);

  await socket.settled();
  const later = await openSocket(boris, { cursor: scene.beginning });
  await later.settled();
  for (const received of [socket.received, later.received])
    for (const id of ids) expect(JSON.stringify(received)).not.toContain(id);
  for (const open of [socket, later]) open.close();
  for (const id of ids) await neitherLikedNorSent(scene, id);
  await app.close();
});

test('after sharing with everyone ends, private pictures are visible only with a grant', async () => {
  const scene = await prepare(false);
  const carl = await scene.app.member({ name: 'Carl' });
  await carl.call(session.putSession, { body: { showNsfw: true } });
  const look = async () => (await carl.send('GET', `/api/profile-pic/nsfw/${scene.hidden}`)).status;
  await scene.anton.call(settings.putSettings, { body: { privatePictures: 'everyone' } });
  expect(await look()).toBe(200);
  await scene.anton.call(settings.putSettings, { body: { privatePictures: 'granted' } });
  expect(await look()).toBe(404);
  for (const [form, ask] of pictureRequests(carl, scene.hidden)) expect((await ask()).status, form).toBe(404);
  expect((await scene.boris.send('GET', `/api/profile-pic/nsfw/${scene.hidden}`)).status).toBe(200);
  await scene.app.close();
});

/** Anton and Boris are nearby, like each other and write to each other. Boris has loaded all pictures of Anton. */
async function prepare(areAllSent: boolean): Promise<Scene> {
  const app = await openTestApp();
  const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  const beginning = await cursorOf(boris);
  const upload = () => uploadPicture(anton, Buffer.from(`\x89PNG\r\n\x1a\n ${marker}`, 'latin1'));
  const [open, hidden, sent] = [await upload(), await upload(), await upload()];
  await showPictures(anton, { profilePicIds: [open], profilePicIdsPrivate: [hidden] });
  for (const member of [anton, boris]) await reportPosition(member, app.clock.now());
  await anton.call(settings.putSettings, { body: { privatePictures: 'granted' } });
  await anton.call(grants.putPicGrant, { body: { profileId: boris.profileId, lastsMs: hourMs } });
  await boris.call(session.putSession, { body: { showNsfw: true } });
  await like(anton, boris);
  await like(boris, anton);
  const written = await write(anton, boris, 'look', [sent, ...(areAllSent ? [open, hidden] : [])]);
  await write(boris, anton, 'thank you');
  for (const id of [open, sent])
    await boris.call(likes.putProfilePicLike, {
      body: { likerProfileId: boris.profileId, profilePicId: id, profilePicProfileId: anton.profileId, likeType: 'LIKE' },
    });
  return { app, anton, boris, beginning, open, hidden, sent, messageIds: [written.id] };
}

function askFor(viewer: Member, id: string, form: string): Promise<Answer> {
  const look = pictureRequests(viewer, id).get(form);
  if (look === undefined) throw new Error(`There is no such form: ${form}.`);
  return look();
}

/** Returns a request for each URL of a picture's bytes. */
function pictureRequests(viewer: Member, id: string): Map<string, () => Promise<Answer>> {
  const tails = ['', '?scale_x=1', '?scale_x=256', '?scale_x=512', '?scale_x=1024', '?scale_x=2048', '?scale_x=9999', '?orig=1'];
  const held = ['256', '512', '1024', '2048', 'original', '256.avif', '512.avif', '1024.avif'].map((name) => `"${name}"`).join();
  const forms = { GET: {}, HEAD: {}, 'GET held': { 'if-none-match': held, accept: 'image/avif', range: 'bytes=0-1' } };
  const found = new Map<string, () => Promise<Answer>>();
  for (const path of ['/api/profile-pic/', '/api/profile/pic/', '/api/profile-pic/nsfw/'])
    for (const tail of tails)
      for (const [form, headers] of Object.entries(forms))
        found.set(`${form} ${path}${tail}`, () =>
          viewer.send(form.split(' ')[0] ?? '', `${path}${id}${tail}`, undefined, headers),
        );
  return found;
}

/** Returns Boris's answers from each GET endpoint with every known id in each parameter. */
async function everythingFor({ anton, boris, open, hidden, sent, messageIds }: Scene): Promise<Map<string, string>> {
  const known: Partial<Record<Thing, readonly string[]>> = {
    profile: [anton.profileId, boris.profileId],
    picture: [open, hidden, sent],
    'private picture': [open, hidden, sent],
    'received message': messageIds,
  };
  const answers = new Map<string, string>();
  for (const row of contractTable.filter(({ call, who }) => call.method === 'GET' && who === undefined && call !== map.getTile))
    for (const id of typeof row.answers === 'number' ? [''] : (known[row.names ?? 'profile'] ?? [])) {
      const asked = row.ask(id, { profileId: boris.profileId });
      const { bytes } = await send(row.call, asked, boris);
      const isZip = bytes.subarray(0, 2).toString() === 'PK';
      const texts = isZip
        ? [...unzip(bytes)].map(([path, content]) => `${path} ${content.toString('latin1')}`)
        : [bytes.toString('latin1')];
      answers.set(`${row.call.path} ${row.field ?? ''} ${id}`, texts.join('\n'));
    }
  const between = await boris.send('GET', `/api/messages/between/${anton.profileId}/${boris.profileId}`);
  answers.set('the conversation', between.bytes.toString());
  return answers;
}

const naming = (answers: ReadonlyMap<string, string>, trace: string): string[] =>
  [...answers].filter(([, text]) => text.includes(trace)).map(([question]) => question);

async function neitherLikedNorSent({ anton, boris }: Scene, id: string): Promise<void> {
  const body = {
    likerProfileId: boris.profileId,
    profilePicId: id,
    profilePicProfileId: anton.profileId,
    likeType: 'LIKE',
  } as const;
  expect((await boris.ask(likes.putProfilePicLike, { body })).status).toBe(404);
  const message = {
    senderProfileId: boris.profileId,
    recipientProfileId: anton.profileId,
    bodyText: 'yours',
    profilePicIds: [id],
  };
  expect((await boris.ask(messages.postMessage, { body: message })).status).toBe(404);
}
