// Push services that do not answer, or not usefully, delay no pushes to the devices of others.
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#shared/contract/messages.ts';
import { newPushKeys } from './outside/push-keys.ts';
import { webPushSender, type PushSender } from './outside/web-push.ts';
import { openTestApp, type TestApp } from './testing/app/test-app.ts';
import type { Member } from './testing/app/members.ts';
import { testCertificate } from './testing/fakes/certificates.ts';
import { startPushEndpoint, type PushAnswer } from './testing/fakes/push-endpoint.ts';
import { change } from './testing/members/settings.ts';

const host = 'push.test';
const devicesEach = 10;
const healthyMembers = 5;
/** Their devices would use all attempts in flight for nine deadlines. */
const membersOfSilentService = 6;
/** A busy machine needs a longer deadline, or pushes that arrive are sent again. */
let deadlineMs = 3_000;
/** Time for some hundred encryptions and TLS handshakes, both ends of which are in this process. */
const busyMs = (): number => deadlineMs + 1_000;
/** The longest time until all pushes arrive, if they wait for each silent service. */
const longestMs = (): number => (silent.length + 1) * deadlineMs + busyMs();
const testMs = 480_000;
const maxInFlight = 20;

type Service = Awaited<ReturnType<typeof startPushEndpoint>>;

const tenYearsS = '315360000';
const answering: readonly PushAnswer[] = [
  { status: 302, headers: { location: 'https://169.254.169.254/' } },
  { status: 429, headers: { 'retry-after': tenYearsS } },
  { status: 500, headers: { 'retry-after': tenYearsS } },
  ({ socket }) => socket.destroy(),
];
const impatient: PushAnswer = { status: 503, headers: { 'retry-after': '0' } };
const silent: readonly PushAnswer[] = [
  () => undefined,
  // A byte at a time, each in time.
  ({ socket }) => {
    socket.write('HTTP/1.1 201 Created\r\nx-drip: ');
    const dripping = setInterval(() => socket.write('a'), 100);
    socket.on('close', () => clearInterval(dripping));
  },
];

const pushKeys = newPushKeys();
const services: Service[] = [];
/** Accepts connections, and never begins with TLS. */
const mute = createServer((socket) => {
  openSockets.add(socket);
  socket.on('error', () => undefined).on('close', () => openSockets.delete(socket));
  socket.resume();
});
const openSockets = new Set<Socket>();
let certificate: Awaited<ReturnType<typeof testCertificate>>;
let mostSockets = 0;
let healthy: Service;
let app: TestApp;
let anton: Member;

async function start(answer: PushAnswer): Promise<Service> {
  const service = await startPushEndpoint(host, certificate);
  service.answer = answer;
  services.push(service);
  return service;
}

beforeAll(async () => {
  certificate = await testCertificate([host]);
  healthy = await start({ status: 201 });
  for (const answer of [impatient, ...answering, ...silent]) await start(answer);
  mute.listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const urls = [...services.map(({ url }) => url), muteUrl()];
  const hosts = urls.map((url) => new URL(url).host);
  const forTests = { ...healthy.forTests, extraHosts: hosts };
  const sender = { keys: pushKeys, subject: 'mailto:a@example.org', forTests, maxInFlight };
  deadlineMs = Math.ceil(Math.max(deadlineMs, 10 * (await timeOfPushes(webPushSender({ ...sender, deadlineMs: 60_000 })))));
  const push = webPushSender({ ...sender, deadlineMs });
  app = await openTestApp({
    env: { PUSH_ENDPOINT_HOSTS: hosts.join(','), LOG_LEVEL: 'silent' },
    parts: { push, pushKeys },
  });
  anton = await app.member();
});
afterAll(async () => {
  await app.close();
  for (const service of services) await service.close();
  mute.close();
});

/** The time of as many simultaneous pushes as there are in flight, in ms. */
async function timeOfPushes(push: PushSender): Promise<number> {
  const startedMs = performance.now();
  const devices = Array.from({ length: maxInFlight }, () => healthy.subscribe(pushKeys.publicKey));
  const sent = devices.map((device) => push.send(device, 'a', { ttlSeconds: 60, topic: 'a', urgency: 'high' }));
  await Promise.all(sent);
  healthy.received.length = 0;
  return performance.now() - startedMs;
}

const muteUrl = (): string => `https://${host}:${(mute.address() as AddressInfo).port}`;

/** A member whose devices are all subscribed at the service, or at another address with its keys. */
async function memberAt(service: Service, url = service.url): Promise<Member> {
  const member = await app.member();
  const pushSubscriptions = Array.from({ length: devicesEach }, (_, i) => {
    const { endpoint, auth, p256dh } = service.subscribe(pushKeys.publicKey);
    return {
      deviceName: `Device ${i}`,
      endpoint: endpoint.replace(service.url, url),
      expirationTime: null,
      auth_base64: auth,
      p256dh_base64: p256dh,
    };
  });
  await change(member, { pushSubscriptions });
  return member;
}

const write = (to: Member) =>
  anton.call(messages.postMessage, {
    body: { senderProfileId: anton.profileId, recipientProfileId: to.profileId, bodyText: 'Hello', profilePicIds: [] },
  });

/** Writes to all; resolves to the time until each healthy device has its push. */
async function pushTo(faulty: readonly Member[], well: readonly Member[]): Promise<number> {
  const before = healthy.received.length;
  for (const member of faulty) await write(member);
  for (const member of well) await write(member);
  const startedMs = performance.now();
  const arrived = (): number => {
    app.clock.pass(20);
    return healthy.received.length - before;
  };
  await expect.poll(arrived, { timeout: 2 * longestMs(), interval: 20 }).toBe(well.length * devicesEach);
  return performance.now() - startedMs;
}

test(
  'fifty devices get each push once while eight other services fail: within a deadline for each silent one, then at once',
  async () => {
    const well: Member[] = [];
    for (let i = 0; i < healthyMembers; i++) well.push(await memberAt(healthy));
    const faulty: Member[] = [];
    for (const service of services.slice(1, -silent.length)) faulty.push(await memberAt(service));
    for (let i = 0; i < membersOfSilentService; i++) {
      for (const service of services.slice(-silent.length)) faulty.push(await memberAt(service));
      faulty.push(await memberAt(healthy, muteUrl()));
    }
    const counting = setInterval(() => {
      mostSockets = Math.max(mostSockets, openSockets.size);
    }, 5);
    try {
      expect(await pushTo(faulty, well)).toBeLessThan(longestMs());
      // Everything that failed is due again, with the next messages.
      app.clock.pass(5_000);
      expect(await pushTo(faulty, well)).toBeLessThan(busyMs());
    } finally {
      clearInterval(counting);
    }
    // This service fails without asking for a pause, and still gets few attempts.
    expect(services[1]?.received.length).toBeGreaterThan(0);
    expect(services[1]?.received.length).toBeLessThanOrEqual(8 * devicesEach);
    const counts = Map.groupBy(healthy.received, ({ endpoint }) => endpoint);
    expect([...counts.values()].map((pushes) => pushes.length)).toEqual(Array(healthyMembers * devicesEach).fill(2));
    // The server hears of closed connections a little later.
    expect(mostSockets).toBeLessThanOrEqual(2 * maxInFlight);
    await expect.poll(() => openSockets.size).toBe(0);
  },
  testMs,
);
