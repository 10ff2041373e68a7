// The calls, events and pushes of suspended members: they can read, withdraw and change what is their own, and others notice
// nothing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { account } from '#shared/contract/account.ts';
import { allEndpoints } from '#shared/contract/index.ts';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { likes } from '#shared/contract/likes.ts';
import { messages } from '#shared/contract/messages.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { deletedAtOnce } from './features/account/account.store.ts';
import { createCasesStore, type StoredCase } from './features/reports/cases.store.ts';
import { createDecide } from './features/reports/decisions.ts';
import { fakeBaseMap } from './outside/base-map.ts';
import { send } from './testing/contract/contract-cases.ts';
import type { RequestParts } from './testing/contract/contract-row.ts';
import { contractTable } from './testing/contract/contract-table.ts';
import { things } from './testing/contract/contract-things.ts';
import type { Member } from './testing/app/members.ts';
import { insertHistory } from './testing/app/message-history.ts';
import { openTestApp, type TestApp } from './testing/app/test-app.ts';
import { block, broadcast, like, reportPosition, write } from './testing/members/actions.ts';
import { change, newDevice, pushesSent, pushHosts } from './testing/members/settings.ts';
import { openSocket, type TestSocket } from './testing/members/sockets.ts';
import { statusAndCode } from './testing/app/browser.ts';
import { nameOf, rowNameOf } from './testing/contract/contract-row.ts';

/** Writes that withdraw something, or change only what is the member's own. */
const allowedWrites: ReadonlySet<string> = new Set([
  'PUT /api/session',
  'POST /api/auth/fresh-link',
  'DELETE /api/sessions',
  'DELETE /api/sessions/{id}',
  'PUT /api/settings',
  'PUT /api/session-lock',
  'DELETE /api/session-lock',
  'POST /api/passkey-options',
  'POST /api/passkeys',
  'PUT /api/passkeys/{id}',
  'DELETE /api/passkeys/{id}',
  'DELETE /api/passkeys',
  'POST /api/auth/again',
  'POST /api/export',
  'DELETE /api/account',
  'PUT /api/profile',
  'POST /api/profile-pic',
  'DELETE /api/profile-pic/{id}',
  'DELETE /api/profile-pic-grants',
  'PUT /api/profile-position/{profileId}',
  'PUT /api/profile-note',
  'PUT /api/message-read/{id}',
  'DELETE /api/message/{id}',
  'PUT /api/mute',
  'DELETE /api/notification/{id}',
  'DELETE /api/notifications/{profileId}',
  'POST /api/case/{id}/appeal',
]);
/** Evidence about others, for jurors. */
const refusedReads: ReadonlySet<string> = new Set(['GET /api/case/{id}']);

const isAllowed = (call: AnyEndpoint) =>
  call.who === 'all' ||
  (call.who === 'USER' && (call.method === 'GET' ? !refusedReads.has(nameOf(call)) : allowedWrites.has(nameOf(call))));

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ env: { LOG_LEVEL: 'silent', ...pushHosts }, parts: { baseMap: fakeBaseMap() } });
});
afterAll(() => app.close());

function suspend({ profileId }: Member, hours = 72): void {
  app.world.bus.publish({ type: 'suspensionChanged', profileId, untilMs: app.clock.now() + hours * hourMs });
}
const refused = [403, 'suspended'];

/** A member in the area with an open socket and a push device. */
async function observer() {
  const member = await app.member({ name: 'Observer' });
  await change(member, { pushSubscriptions: [newDevice()], previews: true });
  await reportPosition(member, app.clock.now());
  const socket = await openSocket(member);
  socket.say({ type: 'watchSectors', sectors: ['33:-113'] });
  await socket.settled();
  return { member, socket };
}

const isNews = ({ type }: { type: string }) => type !== 'pong';
const newsIn = (socket: TestSocket, from: number) => socket.received.slice(from).filter(isNews);

describe('a call of a suspended member is refused unless it reads, withdraws or changes what is their own', () => {
  test.each(contractTable.map((row) => [rowNameOf(row), row] as const))('%s', async (_name, row) => {
    const { member: boris, socket } = await observer();
    const anton = await app.member({ name: 'Anton', roles: ['USER', 'ADMIN'] });
    await reportPosition(anton, app.clock.now());
    const { names = 'profile', answers } = row;
    const hasIds = typeof answers === 'object';
    const ids = hasIds ? [await things[names](anton, boris, app), await things[names](boris, anton, app)] : [''];
    const own = await openSocket(anton);
    suspend(anton);
    await socket.until('gone', ({ profileId }) => profileId === anton.profileId);
    await socket.settled();
    await own.settled();
    await pushesSent(app);
    const [receivedBefore, pushesBefore] = [socket.received.length, app.push.sent.length];

    for (const [at, id] of ids.entries()) {
      const answer = await send(row.call, row.ask(id, anton), anton);
      const isOwn = at === 0;
      // A wrong shape or another member's profile is refused first.
      if (answers === 400 || (!isOwn && statusAndCode(answer)[1] === 'not-your-profile')) continue;
      if (!isAllowed(row.call)) expect(statusAndCode(answer)).toEqual(refused);
      if (isAllowed(row.call)) expect(statusAndCode(answer)).not.toEqual(refused);
      if (isAllowed(row.call) && isOwn) expect(answer.status).toBe(hasIds ? answers.own : answers);
    }
    await socket.settled();
    await pushesSent(app);
    const isLeaving = nameOf(row.call) === 'DELETE /api/account';
    expect(newsIn(socket, receivedBefore).filter(({ type }) => !(isLeaving && type === 'gone'))).toEqual([]);
    expect(app.push.sent.length).toBe(pushesBefore);
    own.close();
    socket.close();
  });

  test('the allowed writes are all in the contract, which has more than twelve others', () => {
    const writes = allEndpoints.filter(({ method, who }) => method !== 'GET' && who !== 'all').map(nameOf);
    expect([...allowedWrites].filter((name) => !writes.includes(name))).toEqual([]);
    expect(writes.length - allowedWrites.size).toBeGreaterThan(12);
  });
});

test('likes, reactions and games can be withdrawn, and members blocked', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  const toAnton = await write(boris, anton, 'hello');
  await like(anton, boris);
  suspend(anton);
  const pair = { likerProfileId: anton.profileId, likedProfileId: boris.profileId };
  const ask = (call: AnyEndpoint, asked: RequestParts) => send(call, asked, anton);
  const reacting = (emoji: string | null) => ask(messages.putMessageReaction, { params: { id: toAnton.id }, body: { emoji } });
  expect(statusAndCode(await ask(likes.putProfileLike, { body: { ...pair, likeType: 'LIKE' } }))).toEqual(refused);
  expect((await ask(likes.putProfileLike, { body: { ...pair, likeType: 'UNDETERMINED' } })).status).toBe(200);
  expect((await ask(likes.putProfileLike, { body: { ...pair, blocked: true } })).status).toBe(200);
  expect((await ask(likes.putProfileLike, { body: { ...pair, blocked: false } })).status).toBe(200);
  expect(statusAndCode(await reacting('👍'))).toEqual(refused);
  expect(statusAndCode(await reacting(null))).not.toEqual(refused);
  for (const path of ['/api/games/cooties', '/api/games/consents', '/api/games/welcome']) {
    const field = path.endsWith('cooties') ? 'isPlaying' : path.endsWith('consents') ? 'words' : 'isGreeter';
    const put = (value: boolean) =>
      anton.send('PUT', path, JSON.stringify({ [field]: value }), { 'content-type': 'application/json' });
    expect(statusAndCode(await put(true))).toEqual(refused);
    expect((await put(false)).status).toBe(200);
  }
});

test('an open socket delivers nothing about others from the suspension on, and everything again after it', async () => {
  const { member: anton, socket } = await observer();
  const { member: boris, socket: open } = await observer();
  const receives = async (type: 'brief' | 'broadcast', text: string) => {
    await change(boris, { name: text });
    await broadcast(boris, text);
    await reportPosition(boris, app.clock.now());
    app.world.bus.publish({ type: 'profileChanged', profileId: boris.profileId });
    await open.settled();
    await socket.settled();
    return newsIn(socket, receivedBefore).some((event) => event.type === type);
  };
  let receivedBefore = socket.received.length;
  await expect.poll(() => receives('broadcast', 'before')).toBe(true);

  suspend(anton, 1);
  await socket.settled();
  receivedBefore = socket.received.length;
  expect([await receives('broadcast', 'during'), await receives('brief', 'during')]).toEqual([false, false]);
  socket.say({ type: 'typing', recipientProfileId: boris.profileId });
  open.say({ type: 'typing', recipientProfileId: anton.profileId });
  await socket.settled();
  await open.settled();
  for (const side of [socket, open]) expect(side.received.some(({ type }) => type === 'typing')).toBe(false);
  expect(newsIn(socket, receivedBefore)).toEqual([]);
  // A socket that is opened later is no different, and their own changes are still delivered.
  const later = await openSocket(anton);
  later.say({ type: 'watchSectors', sectors: ['33:-113'] });
  await later.settled();
  await receives('broadcast', 'on a later socket');
  await later.settled();
  expect(later.received.filter(({ type }) => type !== 'pong' && type !== 'hello')).toEqual([]);
  await change(anton, { previews: false });
  await socket.until('settings');

  app.clock.pass(hourMs);
  receivedBefore = socket.received.length;
  await reportPosition(boris, app.clock.now());
  await expect.poll(() => receives('broadcast', 'after')).toBe(true);
});

test('a suspended administrator cannot read as an administrator', async () => {
  const [admin, boris] = [await app.member({ roles: ['USER', 'ADMIN'] }), await app.member()];
  suspend(admin);
  for (const path of [
    'contactMessages',
    'cases',
    'dashboard/userRoleCounts',
    'dashboard/newMembers',
    'dashboard/health',
    'testUsers',
  ])
    expect.soft(statusAndCode(await admin.send('GET', `/api/admin/${path}`)), path).toEqual(refused);
  const shown = (as: string) => admin.send('GET', `/api/profile/${boris.profileId}${as}`);
  expect(statusAndCode(await shown('?admin=true'))).toEqual(refused);
  expect((await shown('')).status).toBe(200);
});

test('those whom a member blocks do not notice that the member is suspended, or shown again', async () => {
  const { member: boris, socket } = await observer();
  const { member: dora, socket: other } = await observer();
  const anton = await app.member({ name: 'Anton' });
  const carl = await app.member({ name: 'Carl' });
  for (const member of [anton, carl]) await reportPosition(member, app.clock.now());
  await block(anton, boris);
  await block(dora, carl);
  await socket.until('gone', ({ profileId }) => profileId === anton.profileId);
  await other.until('gone', ({ profileId }) => profileId === carl.profileId);
  for (const open of [socket, other]) await open.settled();
  const [before, otherBefore] = [socket.received.length, other.received.length];
  for (const member of [anton, carl]) suspend(member, 1);
  await other.until('left', ({ profileId }) => profileId === anton.profileId);
  for (const open of [socket, other]) await open.settled();
  expect(JSON.stringify(newsIn(socket, before))).not.toContain(anton.profileId);
  // Those who block the member learn of the suspension, since they can still open the profile, but not where the member was.
  const ofCarl = newsIn(other, otherBefore).filter((event) => JSON.stringify(event).includes(carl.profileId));
  expect(ofCarl.map(({ type }) => type)).toEqual(['gone']);

  for (const member of [anton, carl])
    app.world.bus.publish({ type: 'suspensionChanged', profileId: member.profileId, untilMs: null });
  await other.until('brief', ({ brief }) => brief.profileId === anton.profileId);
  await socket.settled();
  expect(JSON.stringify(newsIn(socket, before))).not.toContain(anton.profileId);
  for (const open of [socket, other]) open.close();
});

test('others are told once that a suspended member is gone, even after another decision and the start of a long deletion', async () => {
  const { socket } = await observer();
  const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member()];
  await insertHistory(app.world, anton, boris, deletedAtOnce + 1);
  const nowMs = app.clock.now();
  const stored: StoredCase = {
    id: app.world.ids.uuid(),
    origin: 'members',
    subject_id: anton.profileId,
    item_kind: 'profile',
    reason: 'hate',
    state: 'appealed',
    jury_round: 1,
    due_ms: null,
    referred_because: null,
    outcome: 'suspend',
    decided_by: 'jury',
    decided_ms: nowMs,
    sanction_ends_ms: nowMs + hourMs,
    opened_ms: nowMs,
  };
  await app.world.db.write((tx) => createCasesStore(tx).insert(stored));
  suspend(anton, 1);
  await socket.until('gone', ({ profileId }) => profileId === anton.profileId);

  const decide = createDecide(app.world, { addAboutCase: async () => undefined });
  await app.world.db.write((tx) => decide(tx, stored, { outcome: 'suspend', by: 'admin', who: 'product' }));
  await anton.call(account.deleteAccount);
  await socket.settled();
  expect(socket.received.filter((event) => event.type === 'gone' && event.profileId === anton.profileId)).toHaveLength(1);
  socket.close();
});

test('a suspended member gets no more pushes, not even those that were waiting', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  await change(anton, { pushSubscriptions: [newDevice()], previews: true });
  app.push.answer = () => ({ kind: 'later', retryAfterMs: 1_000 });
  const before = app.push.sent.length;
  await write(boris, anton, 'hello');
  await expect.poll(() => app.push.sent.length).toBe(before + 1);
  app.push.answer = () => ({ kind: 'delivered' });
  suspend(anton);
  app.clock.pass(2_000);
  const waiting = () => app.world.db.read.selectFrom('push_queue').select('id').execute();
  await expect
    .poll(async () => {
      app.world.bus.publish({ type: 'pushQueued', profileId: '' });
      return (await waiting()).length;
    })
    .toBe(0);
  expect(app.push.sent.length).toBe(before + 1);
});
