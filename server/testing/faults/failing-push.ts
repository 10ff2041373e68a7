// Sends messages to members whose push services fail in every way; checks pushes and devices afterwards.
import { messages } from '#shared/contract/messages.ts';
import { hourMs, minuteMs } from '#shared/rules/durations.ts';
import { newPushKeys } from '#server/outside/push-keys.ts';
import { webPushSender, type PushOutcome } from '#server/outside/web-push.ts';
import type { Member } from '#server/testing/app/members.ts';
import { startPushEndpoint, type PushAnswer } from '#server/testing/fakes/push-endpoint.ts';
import { seeded } from '#server/testing/app/seeded.ts';
import { change } from '#server/testing/members/settings.ts';
import { openTestApp } from '#server/testing/app/test-app.ts';

export interface PushResult {
  readonly sends: number;
  readonly tries: number;
  /** Number of attempts by outcome. */
  readonly ended: Readonly<Record<PushOutcome['kind'], number>>;
  /** Attempts to a device that its service had reported as gone, or as belonging to another server. */
  readonly afterItsEnd: number;
  /** Attempts before the end of Retry-After or of our shortest pause. */
  readonly tooSoon: number;
  /** Pushes that arrived a second time without anything new. */
  readonly doubled: number;
  /** Devices that never received their last message after their service had recovered. */
  readonly unreceived: number;
  /** Devices that are stored but should not be, or the reverse. */
  readonly wrongDevices: number;
}

interface Device {
  hasEnded: boolean;
  /** A message was sent, and its push was neither delivered nor given up. */
  isExpected: boolean;
  notBeforeMs: number;
}

const memberCount = 10;
const minPauseMs = 1_000;
const askedPauseS = 120;
/** Short, so that a silent service does not slow the test down. */
const deadlineMs = 500;

const failures: readonly PushAnswer[] = [
  { status: 404 },
  { status: 410 },
  { status: 401 },
  { status: 403 },
  { status: 400 },
  { status: 429, headers: { 'retry-after': String(askedPauseS) } },
  { status: 500 },
  { status: 503 },
  () => undefined,
  { status: 302, headers: { location: 'https://169.254.169.254/' } },
];
const endings: readonly PushOutcome['kind'][] = ['gone', 'refused'];

/** Half of all attempts fail, reproducibly by seed. */
export async function testFailingPush(sends: number, seed = 1): Promise<PushResult> {
  const random = seeded(seed);
  const service = await startPushEndpoint();
  const pushKeys = newPushKeys();
  const sender = webPushSender({ keys: pushKeys, subject: 'mailto:a@example.org', forTests: service.forTests, deadlineMs });
  const devices = new Map<string, Device>();
  const answers = new Map<string, PushAnswer>();
  const ended = { delivered: 0, gone: 0, refused: 0, later: 0, 'too-large': 0, rejected: 0 };
  const wrong = { afterItsEnd: 0, tooSoon: 0, doubled: 0 };
  let isHealthy = false;
  service.answer = (request, response) => {
    const answer = answers.get(`${service.url}${request.url}`) ?? { status: 500 };
    if (typeof answer === 'function') answer(request, response);
    else response.writeHead(answer.status, answer.headers).end();
  };
  const push: typeof sender = {
    async send(subscription, ...rest) {
      const device = devices.get(subscription.endpoint);
      if (device?.hasEnded !== false) wrong.afterItsEnd++;
      if (device && app.clock.now() < device.notBeforeMs) wrong.tooSoon++;
      const failure = failures[Math.floor(random() * failures.length * 2)];
      answers.set(subscription.endpoint, isHealthy || failure === undefined ? { status: 201 } : failure);
      const outcome = await sender.send(subscription, ...rest);
      ended[outcome.kind]++;
      if (device === undefined) return outcome;
      if (outcome.kind === 'delivered' && !device.isExpected) wrong.doubled++;
      if (outcome.kind === 'later') device.notBeforeMs = app.clock.now() + (outcome.retryAfterMs ?? minPauseMs);
      else device.isExpected = false;
      device.hasEnded ||= endings.includes(outcome.kind);
      return outcome;
    },
  };
  const app = await openTestApp({
    env: { PUSH_ENDPOINT_HOSTS: new URL(service.url).host, LOG_LEVEL: 'silent' },
    parts: { push, pushKeys },
  });

  async function subscribe(member: Member): Promise<string> {
    const { endpoint, auth, p256dh } = service.subscribe(pushKeys.publicKey);
    devices.set(endpoint, { hasEnded: false, isExpected: false, notBeforeMs: 0 });
    const subscription = { deviceName: 'Phone', endpoint, expirationTime: null, auth_base64: auth, p256dh_base64: p256dh };
    await change(member, { pushSubscriptions: [subscription] });
    return endpoint;
  }

  /** Waits until no push is due or being sent. */
  async function settle(): Promise<void> {
    app.world.bus.publish({ type: 'pushQueued', profileId: '' });
    const claimedMs = 60_000;
    const busy = app.world.db.read
      .selectFrom('push_queue')
      .select('id')
      .where((row) => row.or([row('next_ms', '<=', app.clock.now()), row('next_ms', '=', app.clock.now() + claimedMs)]));
    while ((await busy.execute()).length > 0) await new Promise((resolve) => setTimeout(resolve, 2));
  }

  try {
    const anton = await app.member();
    const crowd: { readonly member: Member; endpoint: string }[] = [];
    for (let count = 0; count < memberCount; count++) {
      const member = await app.member();
      crowd.push({ member, endpoint: await subscribe(member) });
    }
    for (let sent = 0; sent < sends; sent++) {
      const one = crowd[Math.floor(random() * crowd.length)];
      if (one === undefined) continue;
      // The application notices when it is next opened that its device was removed.
      if (devices.get(one.endpoint)?.hasEnded) one.endpoint = await subscribe(one.member);
      const device = devices.get(one.endpoint);
      if (device) device.isExpected = true;
      const body = { senderProfileId: anton.profileId, recipientProfileId: one.member.profileId, bodyText: String(sent) };
      await anton.call(messages.postMessage, { body: { ...body, profilePicIds: [] } });
      await settle();
      app.clock.pass(Math.floor(random() * minuteMs));
      await settle();
    }
    isHealthy = true;
    for (let hour = 0; hour < 6; hour++) {
      app.clock.pass(hourMs);
      await settle();
    }
    const known = await app.world.db.read.selectFrom('push_subscriptions').select('endpoint').execute();
    const left = [...devices].filter(([, { hasEnded }]) => !hasEnded).map(([endpoint]) => endpoint);
    const isIn = (list: readonly string[]) => (endpoint: string) => list.includes(endpoint);
    const knownEndpoints = known.map(({ endpoint }) => endpoint);
    return {
      sends,
      tries: Object.values(ended).reduce((sum, count) => sum + count, 0),
      ended,
      ...wrong,
      unreceived: left.filter((endpoint) => devices.get(endpoint)?.isExpected).length,
      wrongDevices:
        left.filter((one) => !isIn(knownEndpoints)(one)).length + knownEndpoints.filter((one) => !isIn(left)(one)).length,
    };
  } finally {
    await app.close();
    await service.close();
  }
}
