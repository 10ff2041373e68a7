// Two members with a shared history, an event that hides them from each other, and all that one of them still sees of the other.
import { account } from '#shared/contract/account.ts';
import { grants } from '#shared/contract/grants.ts';
import { likes } from '#shared/contract/likes.ts';
import type { LiveEvent } from '#shared/contract/live.ts';
import { messages, type Message } from '#shared/contract/messages.ts';
import { mutes } from '#shared/contract/mutes.ts';
import { notes } from '#shared/contract/notes.ts';
import { positions } from '#shared/contract/positions.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { session } from '#shared/contract/session.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { createLikesStore } from '#server/features/likes/likes.store.ts';
import { newPushKeys } from '#server/outside/push-keys.ts';
import type { Answer } from '#server/testing/app/browser.ts';
import type { Member } from '#server/testing/app/members.ts';
import { gameLists, gamesAbout, playGames, type SharedGames } from './hidden-games.ts';
import { comparable, comparableAs } from '#server/testing/contract/same-answers.ts';
import { seededIds } from '#server/testing/app/seeded.ts';
import { change, newDevice, pushHosts } from '#server/testing/members/settings.ts';
import { cursorOf, openSocket } from '#server/testing/members/sockets.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { testClock } from '#server/testing/app/test-world.ts';
import { unzip } from '#server/testing/app/unzip.ts';
import { communityAbout, communityLists, welcomeAll } from '#server/testing/members/welcoming.ts';
import { sendChatPicture, uploadChatPicture, uploadPicture } from '#server/testing/members/actions.ts';

/** Anton deletes the account, is suspended, blocks Boris or hides; or Boris blocks Anton, or ('mutual') both block at once. */
export type Separation = 'nothing' | 'deleted' | 'suspended' | 'blocked' | 'hidden' | 'blocking' | 'mutual';

export interface Observation {
  /** The replies to Boris by call. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** Events on Boris' open socket from then on, also during later activity of Anton. */
  readonly received: readonly LiveEvent[];
  /** Events on a socket opened afterwards that resumes from before the event. */
  readonly resumed: readonly LiveEvent[];
  readonly pushes: number;
  /** The time until Boris' socket receives that Anton is gone. Null if it does not, and for 'nothing' and 'hidden'. */
  readonly goneAfterMs: number | null;
}

const pushKeys = newPushKeys();
const device = newDevice();
const startMs = Date.UTC(2026, 10, 21, 10);
const place = { lat: 33.45, lon: -112.07 };
const json = { 'content-type': 'application/json' };
const keyOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const like = (from: Member, to: Member, given: { likeType?: 'LIKE' | 'DISLIKE'; blocked?: boolean }) =>
  from.ask(likes.putProfileLike, { body: { likerProfileId: from.profileId, likedProfileId: to.profileId, ...given } });
const report = ({ ask, profileId }: Member, { hide = false, lat = place.lat } = {}) =>
  ask(positions.putPosition, {
    params: { profileId },
    body: { profileId, use: 'OVERRIDE', overrideLat: lat, overrideLon: place.lon, hide, tsEffectiveUntil: startMs + 7_200_000 },
  });
const write = (from: Member, to: Member, bodyText: string, key: string, profilePicIds: string[] = []) =>
  from.ask(
    messages.postMessage,
    { body: { senderProfileId: from.profileId, recipientProfileId: to.profileId, bodyText, profilePicIds } },
    { 'idempotency-key': key },
  );

const broadcast = (from: Member, bodyText: string, key: string) =>
  from.ask(
    messages.postMessage,
    { body: { senderProfileId: from.profileId, bodyText, profilePicIds: [] } },
    { 'idempotency-key': key },
  );

const note = (author: Member, about: Member, bodyText: string, tag: string) =>
  author.ask(notes.putProfileNote, {
    body: { authorProfileId: author.profileId, aboutProfileId: about.profileId, bodyText, privateTags: [tag] },
  });

async function withPictures(member: Member) {
  const [shown, hidden, sent] = [await uploadPicture(member), await uploadPicture(member), await uploadPicture(member)];
  await describe(member, `I am ${member.name}`, shown, hidden);
  return { shown, hidden, sent };
}

const describe = (member: Member, description: string, shown: string, hidden: string) =>
  member.ask(profiles.putProfile, {
    body: {
      id: member.profileId,
      profilename: member.name,
      profilePicIds: [shown],
      profilePicIdsPrivate: [hidden],
      height: '',
      weight: '',
      description,
      characteristics: [],
    },
  });

/** Creates the shared history, triggers the event, and makes all calls as Boris. */
export async function observeAsBoris(separation: Separation): Promise<Observation> {
  const clock = testClock(startMs);
  // The same ids in every run, so that only the event causes differences.
  const app = await openTestApp({ env: pushHosts, parts: { ids: seededIds(1), clock, pushKeys } });
  try {
    const anton = await app.member({ name: 'Anton' });
    const [boris, carl] = [await app.member({ name: 'Boris' }), await app.member({ name: 'Carl' })];
    const beginning = await cursorOf(boris);
    const [antons, own] = [await withPictures(anton), await withPictures(boris)];
    await like(anton, boris, { likeType: 'LIKE' });
    await like(boris, anton, { likeType: 'LIKE' });
    await like(carl, boris, { likeType: 'LIKE' });
    const likePicture = (from: Member, to: Member, profilePicId: string) =>
      from.ask(likes.putProfilePicLike, {
        body: { likerProfileId: from.profileId, profilePicId, profilePicProfileId: to.profileId, likeType: 'LIKE' },
      });
    await likePicture(anton, boris, own.shown);
    await likePicture(boris, anton, antons.shown);
    const share = (from: Member, to: Member) =>
      from.ask(grants.putPicGrant, { body: { profileId: to.profileId, lastsMs: null } });
    await share(anton, boris);
    await share(boris, anton);
    await share(boris, carl);
    for (const peer of [anton, carl]) await boris.ask(mutes.putMute, { body: { profileId: peer.profileId, lastsMs: null } });
    await write(boris, anton, 'a picture', keyOf(5), [own.hidden]);
    const inChat = [await sendChatPicture(anton, boris, keyOf(21)), await sendChatPicture(boris, anton, keyOf(22))];
    inChat.push(await sendChatPicture(anton, boris, keyOf(24), { viewOnce: true }));
    // The message after it is then the only unread one, so that unsending it would withdraw the notification.
    await boris.ask(messages.putMessageRead, { params: { id: inChat.at(-1)?.id ?? '' } });
    const fromAnton = (await write(anton, boris, 'hello Boris', keyOf(1), [antons.sent])).body;
    const toAnton = (await write(boris, anton, 'hello Anton', keyOf(2))).body;
    await write(carl, boris, 'hello from Carl', keyOf(3));
    await anton.ask(messages.putMessageRead, { params: { id: toAnton.id } });
    await boris.ask(session.putSession, { body: { showNsfw: true } });
    await change(boris, { pushSubscriptions: [device], previews: true });
    // After the settings, which are applied to a known position later.
    for (const member of [anton, boris, carl]) await report(member);
    const antonsBroadcast = (await broadcast(anton, 'hello area, says Anton', keyOf(11))).body;
    const borissBroadcast = (await broadcast(boris, 'hello area, says Boris', keyOf(12))).body;
    await broadcast(carl, 'hello area, says Carl', keyOf(13));
    for (const about of [anton, carl]) await note(boris, about, `about ${about.name}`, 'noted');
    await note(anton, boris, 'about Boris', 'noted');
    await welcomeAll(app, [anton, boris, carl]);
    const played = await playGames(app, [anton, boris, carl], { antons: antons.shown, own: own.shown });
    clock.pass(60_000);

    const socket = await openSocket(boris);
    socket.say({ type: 'watchSectors', sectors: ['33:-113'] });
    await socket.settled();
    const receivedBefore = socket.received.length;
    const startedMs = performance.now();
    const known = socket.until('gone').then(
      () => performance.now() - startedMs,
      () => null,
    );
    await separate(app, separation, anton, boris);
    const goneAfterMs = separation === 'nothing' || separation === 'hidden' ? null : await known;
    clock.pass(60_000);

    const answers: Record<string, unknown> = {};
    for (const [name, answer] of Object.entries(
      questions(anton, boris, carl, { antons, inChat, fromAnton, toAnton, antonsBroadcast, borissBroadcast, played }),
    ))
      answers[name] = comparableAs(name, await answer());

    // Later activity of Anton, none of which may be visible.
    const pushesBefore = app.push.sent.length;
    await report(anton, { lat: place.lat + 0.05 });
    await describe(anton, 'I have moved', antons.shown, antons.hidden);
    await like(anton, boris, { likeType: 'DISLIKE' });
    await like(anton, boris, { likeType: 'LIKE' });
    await likePicture(anton, boris, own.shown);
    await write(anton, boris, 'still there?', keyOf(5));
    await anton.ask(messages.putMessageReaction, { params: { id: toAnton.id }, body: { emoji: '🔥' } });
    await note(anton, boris, 'about Boris, who is gone', 'noted');
    const later = (await broadcast(anton, 'still in the area', keyOf(14))).body;
    await anton.ask(messages.deleteMessage, { params: { id: later.id ?? antonsBroadcast.id }, query: { forBoth: true } });
    await anton.ask(messages.deleteMessage, { params: { id: fromAnton.id }, query: { forBoth: true } });
    const antonsSocket = await openSocket(anton).catch(() => null);
    antonsSocket?.say({ type: 'typing', recipientProfileId: boris.profileId });
    await antonsSocket?.settled();
    socket.say({ type: 'typing', recipientProfileId: anton.profileId });
    await socket.settled();
    await report(anton, { hide: true });
    for (const [name, answer] of Object.entries(lists(boris))) answers[`later ${name}`] = comparableAs(name, await answer());
    await socket.settled();
    const resumed = await openSocket(boris, { cursor: beginning });
    await resumed.settled();
    if (separation === 'blocked' || separation === 'suspended') await remove(app, anton);
    await socket.settled();
    // Last, since it hides the two from the other side as well.
    answers['blocks the other'] = comparable(await like(boris, anton, { blocked: true }));
    const isNews = ({ type }: LiveEvent) => type !== 'pong';
    return {
      answers,
      received: socket.received.slice(receivedBefore).filter(isNews),
      resumed: resumed.received.filter(isNews),
      pushes: app.push.sent.length - pushesBefore,
      goneAfterMs,
    };
  } finally {
    await app.close();
  }
}

async function separate(app: TestApp, separation: Separation, anton: Member, boris: Member): Promise<void> {
  if (separation === 'blocked') await like(anton, boris, { blocked: true });
  if (separation === 'blocking' || separation === 'mutual') await like(boris, anton, { blocked: true });
  if (separation === 'mutual') {
    // A later HTTP call would fail: this one was accepted before the other's was stored.
    const [blockerId, blockedId] = [anton.profileId, boris.profileId];
    const block = { likerId: blockerId, likedId: blockedId, likeType: 'LIKE', isBlocked: true, nowMs: startMs } as const;
    await app.world.db.write((tx) => createLikesStore(tx).put(block));
    app.world.bus.publish({ type: 'blockChanged', blockerId, blockedId, isBlocked: true });
  }
  if (separation === 'hidden') await report(anton, { hide: true });
  if (separation === 'suspended')
    app.world.bus.publish({ type: 'suspensionChanged', profileId: anton.profileId, untilMs: startMs + 3 * dayMs });
  if (separation === 'deleted') await remove(app, anton);
}

async function remove(app: TestApp, { accountId, profileId }: Member): Promise<void> {
  await app.world.db.write((tx) => tx.deleteFrom('accounts').where('id', '=', accountId).execute());
  app.world.bus.publish({ type: 'profileDeleted', profileId });
}

/** Anton blocks Boris, reads earlier messages and lifts the block. The read time that Boris receives; null for none. */
export async function readWhileBlocked(): Promise<number | null> {
  const app = await openTestApp();
  try {
    const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
    const { id } = (await write(boris, anton, 'hello', keyOf(1))).body;
    await like(anton, boris, { blocked: true });
    await anton.ask(messages.putMessageRead, { params: { id } });
    await like(anton, boris, { blocked: false });
    const path = `/api/messages/between/${boris.profileId}/${anton.profileId}`;
    const [message] = Object.values(Object((await boris.send('GET', path)).body));
    return Reflect.get(Object(message), 'tsRecipientRead');
  } finally {
    await app.close();
  }
}

type Questions = Record<string, () => Promise<Answer>>;

/** Calls that show other members without naming their ids. */
function lists(boris: Member): Questions {
  const asked: Questions = {};
  const get = (path: string) => (asked[`GET ${path}`] = () => boris.send('GET', path));
  const page = '?page=0&size=100';
  const b = boris.profileId;
  get(`/api/notifications/${b}`);
  for (const path of ['by-liker', 'by-liked']) get(`/api/profile-likes/${path}/${b}`);
  get(`/api/profile-likes/by-liker/${b}?blocked=true`);
  for (const path of ['by-liker-profileid', 'by-liked-profileid']) get(`/api/profile-pic-likes/${path}/${b}`);
  get(`/api/profile-briefs/nearest${page}`);
  get(`/api/profile-briefs/nearest${page}&lat=${place.lat}&lon=${place.lon}&includeTestData=true`);
  get(`/api/profile-briefs/nearest${page}&withPicture=true&onlineNow=true`);
  get(`/api/profile-briefs/nearest${page}&unrated=true`);
  get(`/api/profile-briefs/nearest${page}&neverChatted=true`);
  get('/api/profile-briefs/nearest-count');
  get('/api/profile-briefs/nearest-count?ageMin=18&characteristics=bear&withPicture=true&onlineNow=true&neverChatted=true');
  get(`/api/profile-briefs/by-bounds${page}&latMin=33&lonMin=-113&latMax=34&lonMax=-112`);
  get(`/api/profile-briefs/by-sector/33:-113${page}`);
  get('/api/profile-positions/aggregates');
  get('/api/profile-positions/aggregates?includeTestData=true');
  get(`/api/messages/most-recent-with/${b}`);
  get('/api/messages/by-sector/33:-113');
  get('/api/messages/by-sector/33:-113?includeTestData=true');
  get('/api/messages/own-sector');
  get('/api/messages/search?text=hello');
  get(`/api/profile-notes?authorProfileId=${b}`);
  get('/api/profile-pic-grants');
  get('/api/mutes');
  get('/api/reports');
  get('/api/cases');
  for (const path of [...gameLists, ...communityLists]) get(path);
  return asked;
}

interface Known {
  readonly antons: { readonly shown: string; readonly hidden: string; readonly sent: string };
  readonly inChat: readonly Message[];
  readonly fromAnton: { readonly id: string };
  readonly toAnton: { readonly id: string };
  readonly antonsBroadcast: { readonly id: string };
  readonly borissBroadcast: { readonly id: string };
  readonly played: SharedGames;
}

function questions(
  anton: Member,
  boris: Member,
  carl: Member,
  { antons, inChat, fromAnton, toAnton, antonsBroadcast, borissBroadcast, played }: Known,
): Questions {
  const [a, b] = [anton.profileId, boris.profileId];
  const asked: Questions = { ...lists(boris) };
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

  for (const path of ['/api/settings', '/api/passkeys', `/api/profile/${a}`]) get(path);
  asked['POST /api/export'] = async () => withFiles(await boris.ask(account.postExport));
  get(`/api/profile-details?profileIds=${a},${carl.profileId}`);
  get(`/api/profiles-online?profileIds=${a},${carl.profileId}`);
  get(`/api/profile/${a}?admin=true`);
  get(`/api/profile/${b}`);
  get(`/api/profile-like?likerProfileId=${a}&likedProfileId=${b}`);
  get(`/api/profile-like?likerProfileId=${b}&likedProfileId=${a}`);
  for (const [author, about] of [
    [b, a],
    [a, b],
  ]) {
    get(`/api/profile-note?authorProfileId=${author}&aboutProfileId=${about}`);
    const body = { authorProfileId: author, aboutProfileId: about, bodyText: 'changed', privateTags: [] };
    send('PUT', '/api/profile-note', body);
  }
  get(`/api/messages/between/${a}/${b}`);
  get(`/api/messages/between/${b}/${a}`);
  for (const id of [fromAnton.id, toAnton.id]) {
    get(`/api/messages/between/${b}/${a}?sinceMessageId=${id}`);
    get(`/api/messages/between/${b}/${a}?beforeMessageId=${id}`);
    get(`/api/messages/between/${b}/${carl.profileId}?beforeMessageId=${id}`);
    get(`/api/messages/most-recent-with/${b}?beforeMessageId=${id}`);
    asked[`PUT read ${id}`] = () => boris.send('PUT', `/api/message-read/${id}`);
    get(`/api/message/${id}`);
    get(`/api/messages/search?text=hello&beforeMessageId=${id}`);
    for (const emoji of ['👍', null]) send('PUT', `/api/message-reaction/${id}`, { emoji });
    send('POST', '/api/message', { ...message('an answer'), replyToId: id });
    asked[`DELETE ${id}`] = () => boris.send('DELETE', `/api/message/${id}`);
    asked[`DELETE for both ${id}`] = () => boris.send('DELETE', `/api/message/${id}?forBoth=true`);
  }
  for (const { id } of [antonsBroadcast, borissBroadcast]) {
    get(`/api/messages/by-sector/33:-113?sinceMessageId=${id}`);
    get(`/api/messages/by-sector/33:-113?beforeMessageId=${id}`);
    get(`/api/messages/most-recent-with/${b}?beforeMessageId=${id}`);
    asked[`PUT read ${id}`] = () => boris.send('PUT', `/api/message-read/${id}`);
  }
  for (const forBoth of [true, false]) {
    const path = `/api/message/${antonsBroadcast.id}?forBoth=${forBoth}`;
    asked[`DELETE ${path}`] = () => boris.send('DELETE', path);
  }
  send(
    'POST',
    '/api/message',
    { senderProfileId: b, bodyText: 'to the area', profilePicIds: [] },
    { 'idempotency-key': keyOf(15) },
  );
  for (const id of [...Object.values(antons), ...inChat.flatMap(({ profilePicIds }) => profilePicIds)]) {
    get(`/api/profile-pic/${id}?scale_x=256`);
    get(`/api/profile-pic/nsfw/${id}`);
    get(`/api/profile/pic/${id}?orig=1`);
    asked[`DELETE picture ${id}`] = () => boris.send('DELETE', `/api/profile-pic/${id}`);
    send('PUT', '/api/profile-pic-like', { likerProfileId: b, profilePicId: id, profilePicProfileId: a, likeType: 'LIKE' });
  }
  for (const { id } of inChat) send('POST', `/api/message-view/${id}`, {});
  for (const key of [keyOf(22), keyOf(23)]) asked[`POST picture ${key}`] = () => uploadChatPicture(boris, anton, key);
  get(`/api/profile-pic-grants?profileId=${a}`);
  send('PUT', '/api/profile-pic-grants', { profileId: a, lastsMs: null });
  for (const lastsMs of [null, 0]) send('PUT', '/api/mute', { profileId: a, lastsMs });
  asked[`DELETE grant ${a}`] = () => boris.send('DELETE', `/api/profile-pic-grants?profileId=${a}`);
  send('PUT', '/api/profile-like', { likerProfileId: b, likedProfileId: a, likeType: 'LIKE' });
  send('POST', '/api/message', message('are you there?'));
  send('POST', '/api/message', message('hello Anton'), { 'idempotency-key': keyOf(2) });
  send('POST', '/api/message', message(''));
  send('POST', '/api/message', message('with a picture', [antons.shown]));
  send('POST', '/api/message', { ...message('to Carl'), recipientProfileId: carl.profileId }, { 'idempotency-key': keyOf(4) });
  get(`/api/messages/between/${b}/${carl.profileId}`);
  get('/api/case/00000000-0000-4000-8000-000000000000');
  for (const [kind, itemId] of [
    ['profile', a],
    ['picture', antons.shown],
    ['picture', antons.hidden],
    ['picture', antons.sent],
    ['message', fromAnton.id],
    ['broadcast', antonsBroadcast.id],
  ])
    send('POST', '/api/reports', { kind, itemId, reason: 'hate', words: '', block: false });
  for (const { method, path, body } of [...gamesAbout(anton, antons.shown, played), ...communityAbout([anton, boris, carl])])
    if (body === undefined) get(path);
    else send(method, path, body);
  return asked;
}

/** The caller's own last visit is written concurrently, so that an archive may contain it or not. */
const ownVisits = /("(?:lastUsed|endsUnused|lastSeen)": |<dt>(?:last used|ends unused|last seen)<\/dt><dd>)[^<,\n]+/g;

/** The contents of an archive without the server's port and the caller's own visits. */
function withFiles(answer: Answer): Answer {
  const files = [...unzip(answer.bytes)].map(([path, content]) => `${path}\n${content.toString('latin1')}`);
  const text = files
    .join('\n')
    .replaceAll(/localhost:\d+/g, 'localhost')
    .replaceAll(ownVisits, '$1');
  return { ...answer, bytes: Buffer.from(text) };
}
