// Three processes of server/main.ts behind a balancer: what one of them has answered holds at all of them, also while some restart.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { nearby } from '#shared/contract/nearby.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { session } from '#shared/contract/session.ts';
import { settings } from '#shared/contract/settings.ts';
import type { Answer, Browser } from './testing/app/browser.ts';
import type { Member } from './testing/app/members.ts';
import { prepareCluster } from './testing/cluster/cluster.ts';
import { conversationOf, keepReceiving, keepWriting } from './testing/cluster/messages-load.ts';
import { beginRun } from './testing/cluster/run.ts';
import { plainPicture } from './testing/fakes/pictures.ts';
import { like, notificationsOf, reportPosition, showPictures, uploadPicture, write } from './testing/members/actions.ts';
import { signedInByLink } from './testing/members/sign-in.ts';
import { openSocket } from './testing/members/sockets.ts';

const cluster = await prepareCluster();
await cluster.start();
afterAll(() => cluster.close());

const mail = {
  get sent() {
    return cluster.smtp.received.map(({ to: [to = ''], text }) => ({ to, text }) as never);
  },
};

let joined = 0;

/** Registers by a mailed link and fills the profile. Each call goes to any process. */
async function newMember(name: string): Promise<Member> {
  const browser = await signedInByLink({ visitor: cluster.visitor, mail }, `${name.toLowerCase()}-${(joined += 1)}@example.org`);
  const { defaultProfileId: profileId } = await browser.call(settings.getSettings);
  const words = { profilename: name, height: '', weight: '', description: '', characteristics: [], birthdate: '1990-05-17' };
  await browser.call(profiles.putProfile, { body: { id: profileId, ...words, profilePicIds: [], profilePicIdsPrivate: [] } });
  return { ...browser, profileId, accountId: '', name };
}

const ports = cluster.processes.map(({ port }) => port);

/**
 * Asks again after a 503, as devices do. A process answers so if it could not follow the changes of the others for a while, as on a
 * busy machine.
 */
async function untilAnswered(ask: () => Promise<Answer>): Promise<Answer> {
  for (let answer = await ask(); ; answer = await ask()) {
    if (answer.status !== 503) return answer;
    await pause(100);
  }
}

/** The same call to each process. */
const atEach = (browser: Browser, ask: (browser: Browser) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(ports.map((port) => untilAnswered(() => ask(cluster.at(browser, port)))));

const setBlocked = async (liker: Member, { profileId }: Member, blocked: boolean): Promise<void> => {
  const body = { likerProfileId: liker.profileId, likedProfileId: profileId, blocked };
  expect((await untilAnswered(() => liker.ask(likes.putProfileLike, { body }))).status).toBeLessThan(300);
};

const at = (member: Member, process: number): Member => ({ ...member, ...cluster.at(member, ports[process] ?? 0) });

const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status);

const nearest = { page: 0, size: 30, includeTestData: false, withPicture: false, onlineNow: false } as const;

const askNearest = (browser: Browser) => browser.ask(nearby.getNearest, { query: nearest });

const askProfile =
  ({ profileId }: Member) =>
  (browser: Browser) =>
    browser.ask(profiles.getProfile, { params: { id: profileId }, query: { admin: false } });

const shows = (member: Member) => (answer: Answer) => answer.bytes.toString().includes(member.profileId);

test('every process shows a member who registered by mail, and the notification of their like', async () => {
  const [anton, boris] = [await newMember('Anton'), await newMember('Boris')];
  expect(statuses(await atEach(anton, (browser) => browser.send('GET', '/')))).toEqual([200, 200, 200]);
  for (const member of [anton, boris]) await reportPosition(member, Date.now());
  await vi.waitFor(async () => expect((await atEach(boris, askNearest)).map(shows(anton))).toEqual([true, true, true]));
  await like(anton, boris);
  for (const process of [0, 1, 2]) expect(await notificationsOf(at(boris, process))).toHaveLength(1);
});

test('messages come to the sockets of other processes, and to a device without a socket', async () => {
  const [anton, boris] = [await newMember('Anton'), await newMember('Boris')];
  const [antons, boriss] = [await openSocket(at(anton, 0)), await openSocket(at(boris, 1))];
  await write(at(anton, 2), boris, 'hello');
  expect(await boriss.until('message')).toMatchObject({ message: { bodyText: 'hello' } });
  await write(at(boris, 2), anton, 'hello yourself');
  expect(await antons.until('message', ({ message }) => message.bodyText === 'hello yourself')).toBeDefined();
  boriss.close();
  await boriss.closed;

  const { endpoint, p256dh, auth } = cluster.push.subscribe();
  const device = { deviceName: 'Phone', endpoint, expirationTime: null, p256dh_base64: p256dh, auth_base64: auth };
  await boris.call(settings.putSettings, { body: { pushSubscriptions: [device], previews: true } });
  await write(anton, boris, 'are you there?');
  const payloads = () => cluster.push.received.filter((push) => push.endpoint === endpoint).map(({ payload }) => payload);
  await vi.waitFor(() => expect(payloads().filter((payload) => payload.includes('are you there?'))).toHaveLength(1));
});

test('a picture that was uploaded to one process is shown by the others', async () => {
  const [anton, boris] = [await newMember('Anton'), await newMember('Boris')];
  const pictureId = await uploadPicture(at(anton, 0), await plainPicture('png', 300, 200));
  await showPictures(at(anton, 1), { profilePicIds: [pictureId] });
  expect(statuses(await atEach(boris, (browser) => browser.send('GET', `/api/profile-pic/${pictureId}`)))).toEqual([
    200, 200, 200,
  ]);
});

test('once a block is answered, no process shows the blocking member to the blocked one', async () => {
  const [anton, boris] = [await newMember('Anton'), await newMember('Boris')];
  for (const member of [anton, boris]) await reportPosition(member, Date.now());
  await vi.waitFor(async () => expect((await atEach(anton, askNearest)).map(shows(boris))).toEqual([true, true, true]));
  for (let round = 0; round < 10; round += 1) {
    expect(statuses(await atEach(anton, askProfile(boris)))).toEqual([200, 200, 200]);
    await setBlocked(boris, anton, true);
    expect(statuses(await atEach(anton, askProfile(boris)))).toEqual([404, 404, 404]);
    expect((await atEach(anton, askNearest)).map(shows(boris))).toEqual([false, false, false]);
    await setBlocked(boris, anton, false);
  }
});

test('once a logout is answered, every process refuses the session', async () => {
  const anton = await newMember('Anton');
  const before = cluster.at(anton, ports[0] ?? 0);
  expect(statuses(await atEach(anton, (browser) => browser.ask(settings.getSettings)))).toEqual([200, 200, 200]);
  expect((await anton.ask(session.deleteAuth, { query: { keepsBrowserKnown: false } })).status).toBeLessThan(300);
  expect(statuses(await atEach(before, (browser) => browser.ask(settings.getSettings)))).toEqual([401, 401, 401]);
});

test('processes that are restarted in turn or killed interrupt no conversation', async () => {
  const [anton, boris] = [await newMember('Anton'), await newMember('Boris')];
  const run = beginRun(cluster, Math.random);
  const conversations = [conversationOf(anton, boris), conversationOf(boris, anton)];
  const writing = conversations.map((conversation) => keepWriting(run, conversation, 20));
  const receiving = conversations.map((conversation) => keepReceiving(run, conversation));
  for (const process of cluster.processes) {
    await process.terminate();
    await process.start();
  }
  await cluster.processes[0]?.kill();
  await pause(500);
  await cluster.processes[0]?.start();
  run.isOver = true;
  await Promise.all(writing);
  run.isQuiet = true;
  await Promise.all(receiving);
  expect(run.findings).toEqual([]);
  expect([...run.oddAnswers]).toEqual([]);
  expect(cluster.processes.map((process) => process.cutCalls())).toEqual([0, 0, 0]);
  for (const { sent, received } of conversations) {
    expect(sent.length).toBeGreaterThan(10);
    expect(new Set(sent.map(({ id }) => id))).toEqual(received);
  }
});
