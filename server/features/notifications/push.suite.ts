// Push to a test push service over TLS that decrypts its content, for both databases.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { messages, type Message } from '#shared/contract/messages.ts';
import { session } from '#shared/contract/session.ts';
import { sessions } from '#shared/contract/sessions.ts';
import { settings } from '#shared/contract/settings.ts';
import type { LiveCommand } from '#shared/contract/live.ts';
import { minuteMs } from '#shared/rules/durations.ts';
import { serverLimits } from '#server/limits.ts';
import { newPushKeys } from '#server/outside/push-keys.ts';
import { webPushSender, type PushOutcome, type PushSender } from '#server/outside/web-push.ts';
import { browserOf } from '#server/testing/app/browser.ts';
import { memberOf, type Member, type NewMember } from '#server/testing/app/members.ts';
import { startPushEndpoint } from '#server/testing/fakes/push-endpoint.ts';
import { setLock } from '#server/testing/members/locks.ts';
import { change } from '#server/testing/members/settings.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import type { OpenTestApp, TestApp } from '#server/testing/app/test-app.ts';
import { notificationsOf, write } from '#server/testing/members/actions.ts';

const put = (from: Member, to: Member, like: { likeType?: 'LIKE' | 'UNDETERMINED'; blocked?: boolean }) =>
  from.call(likes.putProfileLike, { body: { likerProfileId: from.profileId, likedProfileId: to.profileId, ...like } });

const minutes = (n: number) => n * minuteMs;
const hours = (n: number) => minutes(60 * n);

export function pushReachesDevices(open: OpenTestApp, { hasOneProcess = true } = {}): void {
  const keys = newPushKeys();
  let endpoint: Awaited<ReturnType<typeof startPushEndpoint>>;
  let sender: PushSender;
  /** Wraps the sending of each push in a test. */
  let onSend: (push: () => Promise<PushOutcome>) => Promise<PushOutcome>;
  let tries: number;
  let app: TestApp;

  beforeAll(async () => {
    endpoint = await startPushEndpoint();
    sender = webPushSender({ keys, subject: 'mailto:operator@example.org', forTests: endpoint.forTests });
  });
  afterAll(() => endpoint.close());
  beforeEach(async () => {
    onSend = (push) => push();
    tries = 0;
    endpoint.received.length = 0;
    endpoint.answer = { status: 201 };
    const push: PushSender = {
      send(...args) {
        tries += 1;
        return onSend(() => sender.send(...args));
      },
    };
    app = await open({
      env: { PUSH_ENDPOINT_HOSTS: new URL(endpoint.url).host, LOG_LEVEL: 'silent' },
      parts: { push, pushKeys: keys },
    });
  });
  afterEach(() => app.close());

  async function withDevice(given: NewMember = {}, origin = app.origin): Promise<Member> {
    const member = await memberOf(app.world, browserOf(origin), given);
    await subscribe(member);
    return member;
  }

  async function subscribe(member: Member, language = 'en'): Promise<string> {
    const device = endpoint.subscribe(keys.publicKey);
    const { auth: auth_base64, p256dh: p256dh_base64 } = device;
    const pushSubscriptions = [
      { deviceName: 'Phone', endpoint: device.endpoint, expirationTime: null, auth_base64, p256dh_base64 },
    ];
    await member.call(settings.putSettings, { body: { pushSubscriptions } }, { 'accept-language': language });
    return device.endpoint;
  }

  const read = () => app.world.db.read;
  const waiting = () => read().selectFrom('push_queue').selectAll().execute();
  const devices = () => read().selectFrom('push_subscriptions').select('endpoint').execute();
  const received = () => endpoint.received.map(({ payload }) => JSON.parse(payload));
  /** Wakes the queue and waits until no push is due or claimed. */
  async function settled(): Promise<void> {
    app.world.bus.publish({ type: 'pushQueued', profileId: '' });
    await vi.waitFor(async () => {
      const nowMs = app.clock.now();
      const dueOrClaimed = await read()
        .selectFrom('push_queue')
        .select('id')
        .where((row) => row.or([row('next_ms', '<=', nowMs), row('next_ms', '=', nowMs + minutes(1))]))
        .execute();
      expect(dueOrClaimed).toEqual([]);
    });
  }
  async function isLooking(member: Member, looking: Omit<Extract<LiveCommand, { type: 'looking' }>, 'type'>) {
    const socket = await openSocket(member);
    socket.say({ type: 'looking', ...looking });
    await socket.settled();
    return socket;
  }

  test('a message is pushed with a text that discloses nothing', async () => {
    const anton = await app.member({ name: 'Anton' });
    const boris = await withDevice({ name: 'Boris' });
    await write(anton, boris, 'Shall we meet at the lake?');
    await vi.waitFor(() => expect(endpoint.received).toHaveLength(1));
    await settled();
    const [news] = await notificationsOf(boris);
    const topic = String(endpoint.received[0]?.headers.topic);
    expect(endpoint.received[0]).toMatchObject({
      vapid: { publicKey: keys.publicKey, sub: 'mailto:operator@example.org' },
      headers: { ttl: '86400', urgency: 'high', 'content-encoding': 'aes128gcm' },
    });
    expect(received()).toEqual([
      {
        web_push: 8030,
        notification: {
          title: 'Hearthside',
          body: 'Something new is waiting for you',
          navigate: `${app.origin}/notifications/open/${news?.id}`,
          tag: topic,
        },
        app_badge: '1',
      },
    ]);
    expect(topic).toMatch(/^[\w-]{24}$/);
    expect(await waiting()).toEqual([]);
  });

  test('with previews on, a push contains the short name and the first words', async () => {
    const anton = await app.member({ name: 'Anton of the long lake' });
    const boris = await withDevice({ preferences: { previews: true } });
    await write(anton, boris, `Shall we\nmeet  ${'at the lake '.repeat(20)}?`);
    await settled();
    const { title, body, navigate, actions } = received()[0].notification;
    expect(title).toBe('Anton of the…');
    expect(actions).toEqual([
      { action: 'reply', title: 'Reply', navigate: `${navigate}?then=reply` },
      { action: 'mute', title: 'Mute for 8 hours', navigate: `${navigate}?then=mute` },
    ]);
    expect(body).toMatch(/^Shall we meet at the lake at the lake .*\S…$/);
    expect([...body].length).toBeLessThanOrEqual(80);
    await put(anton, boris, { likeType: 'LIKE' });
    await settled();
    expect(received()[1].notification).toMatchObject({ title: 'Anton of the…', body: 'Anton of the long lake likes you.' });
    expect(received()[1].notification).not.toHaveProperty('actions');
  });

  test('with an app lock on the device, a push has no preview', async () => {
    const anton = await app.member({ name: 'Anton' });
    const boris = await withDevice({ preferences: { previews: true } });
    await setLock(boris);
    await write(anton, boris, 'Shall we meet at the lake?');
    await settled();
    expect(received()[0].notification).toMatchObject({ title: 'Hearthside', body: 'Something new is waiting for you' });
    expect(received()[0].notification).not.toHaveProperty('actions');
  });

  test('a push is in the language of its device until the member chooses one for all devices', async () => {
    const anton = await app.member({ name: 'Anton' });
    const boris = await withDevice({ preferences: { previews: true } });
    await subscribe(boris, 'de-AT,de;q=0.9,en;q=0.8');
    await put(anton, boris, { likeType: 'LIKE' });
    await settled();
    await write(anton, boris, 'Hi');
    await settled();
    await change(boris, { language: 'en', previews: false });
    await write(await app.member(), boris, 'Hello');
    await settled();
    await change(boris, { language: 'de' });
    await write(await app.member(), boris, 'Hello');
    await settled();
    expect(received().map(({ notification: { body, actions } }) => [body, actions?.[1].title])).toEqual([
      ['Anton mag dich.', undefined],
      ['Hi', '8 Stunden stumm'],
      ['Something new is waiting for you', undefined],
      ['Etwas Neues wartet auf dich', undefined],
    ]);
  });

  test('a push to a device of the discreet brand has the brand’s name and links', async () => {
    const anton = await app.member();
    const origin = app.origin.replace('localhost', 'almanac.localhost');
    const boris = await withDevice({}, origin);
    await write(anton, boris, 'hello');
    await settled();
    const { title, body, navigate } = received()[0].notification;
    expect([title, body, new URL(navigate).origin]).toEqual(['Almanac', 'You have an update', origin]);
  });

  test('a like and a mutual like are pushed, once per member, and the badge counts them', async () => {
    const [anton, carl] = [await app.member(), await app.member()];
    const boris = await withDevice();
    await put(anton, boris, { likeType: 'LIKE' });
    await settled();
    await put(carl, boris, { likeType: 'LIKE' });
    await settled();
    expect(received().map((push) => push.app_badge)).toEqual(['1', '2']);
    expect(new Set(received().map((push) => push.notification.tag)).size).toBe(2);
    const dieter = await withDevice();
    await put(dieter, anton, { likeType: 'LIKE' });
    await put(anton, dieter, { likeType: 'LIKE' });
    await settled();
    expect(endpoint.received).toHaveLength(3);
  });

  test('messages that arrive during a push cause only one further push', async () => {
    const anton = await app.member();
    const boris = await withDevice({ preferences: { previews: true } });
    const gate = Promise.withResolvers<void>();
    onSend = async (push) => {
      const outcome = push();
      await gate.promise;
      return outcome;
    };
    await write(anton, boris, 'one');
    await vi.waitFor(() => expect(endpoint.received).toHaveLength(1));
    for (const text of ['two', 'three', 'four']) await write(anton, boris, text);
    expect(await waiting()).toHaveLength(1);
    gate.resolve();
    await settled();
    expect(received().map((push) => push.notification.body)).toEqual(['one', 'four']);
    expect(new Set(received().map((push) => push.notification.tag)).size).toBe(1);
  });

  test('a notification that is visible on a screen is not pushed', async () => {
    const [anton, carl] = [await app.member(), await app.member()];
    const boris = await withDevice();
    const screen = await isLooking(boris, { isVisible: true, conversationWith: anton.profileId });
    await write(anton, boris, 'here you read it');
    await put(carl, boris, { likeType: 'LIKE' });
    await settled();
    // A process other than that of the screen asks again later.
    app.clock.pass(serverLimits.presence.keptMs);
    await settled();
    expect(endpoint.received).toHaveLength(0);
    await write(carl, boris, 'this conversation is not open');
    await settled();
    expect(endpoint.received).toHaveLength(1);
    screen.say({ type: 'looking', isVisible: false, conversationWith: anton.profileId });
    await screen.settled();
    await write(anton, boris, 'the phone is in the pocket');
    await settled();
    expect(endpoint.received).toHaveLength(2);
    await isLooking(boris, { isVisible: true, conversationWith: anton.profileId });
    await write(anton, boris, 'read on the other device');
    await settled();
    expect(endpoint.received).toHaveLength(2);
  });

  test('notifications in quiet hours are not pushed, even later', async () => {
    const anton = await app.member();
    const [boris, carl] = [await withDevice(), await withDevice()];
    const allWeek = Array.from({ length: 7 }, (_, day) => ({ day, fromMinute: 0, untilMinute: 1_440 }));
    await change(boris, { quietHours: { zone: 'Europe/Berlin', spans: allWeek } });
    await write(anton, boris, 'sleep well');
    await write(anton, carl, 'good morning');
    await settled();
    expect(endpoint.received).toHaveLength(1);
    await change(boris, { quietHours: null });
    await settled();
    expect(endpoint.received).toHaveLength(1);
  });

  test.each([
    ['read', (boris: Member, _anton: Member, sent: Message) => boris.call(messages.putMessageRead, { params: { id: sent.id } })],
    [
      'taken back',
      (_boris: Member, anton: Member, sent: Message) =>
        anton.call(messages.deleteMessage, { params: { id: sent.id }, query: { forBoth: true } }),
    ],
    ['from somebody who is blocked now', (boris: Member, anton: Member) => put(boris, anton, { blocked: true })],
  ])('a waiting push is dropped once its message is %s', async (_, happen) => {
    const anton = await app.member();
    const boris = await withDevice();
    onSend = async () => ({ kind: 'later' });
    const sent = await write(anton, boris, 'hello');
    await settled();
    expect([tries, (await waiting()).length]).toEqual([1, 1]);
    await happen(boris, anton, sent);
    app.clock.pass(minutes(5));
    await settled();
    expect([tries, (await waiting()).length]).toEqual([1, 0]);
  });

  test.each([404, 410, 401, 403])('a device whose push service answers %i is removed', async (status) => {
    const anton = await app.member();
    const boris = await withDevice();
    endpoint.answer = { status };
    await write(anton, boris, 'hello');
    await settled();
    expect([await devices(), await waiting()]).toEqual([[], []]);
  });

  test.each([400, 413])('a push answered with %i is dropped without removing its device', async (status) => {
    const anton = await app.member();
    const boris = await withDevice();
    endpoint.answer = { status };
    await write(anton, boris, 'hello');
    await settled();
    app.clock.pass(hours(2));
    await settled();
    expect([tries, await waiting(), (await devices()).length]).toEqual([1, [], 1]);
  });

  test('a push is retried after the delay that the push service requests', async () => {
    const anton = await app.member();
    const boris = await withDevice();
    endpoint.answer = { status: 429, headers: { 'retry-after': '600' } };
    await write(anton, boris, 'hello');
    await settled();
    app.clock.pass(minutes(8));
    await write(anton, boris, 'are you there?');
    await settled();
    expect(tries).toBe(1);
    endpoint.answer = { status: 201 };
    app.clock.pass(minutes(2));
    await settled();
    expect([tries, await waiting(), (await devices()).length]).toEqual([2, [], 1]);
  });

  test('a push is retried for a day with increasing delays, without removing its device', async () => {
    const anton = await app.member();
    const boris = await withDevice();
    onSend = async () => ({ kind: 'later' });
    await write(anton, boris, 'hello');
    await settled();
    const startMs = app.clock.now();
    const waits: number[] = [];
    for (let [next] = await waiting(); next; [next] = await waiting()) {
      const waitMs = Number(next.next_ms) - app.clock.now();
      waits.push(waitMs / 1_000);
      app.clock.pass(waitMs);
      await settled();
    }
    expect(waits.slice(0, 14)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 3_600, 3_600]);
    expect(Math.max(...waits)).toBe(3_600);
    const triedMs = app.clock.now() - startMs;
    expect(triedMs).toBeGreaterThan(hours(22));
    expect(triedMs).toBeLessThan(hours(24));
    expect(await devices()).toHaveLength(1);
  });

  // Each process has its own limit.
  test.runIf(hasOneProcess)(
    'a push service that does not answer does not delay messages, and at most 20 pushes wait for it',
    async () => {
      const anton = await app.member();
      const crowd = await Promise.all(Array.from({ length: 40 }, () => withDevice()));
      const silence = Promise.withResolvers<void>();
      onSend = async (push) => {
        await silence.promise;
        return push();
      };
      for (const boris of crowd) await write(anton, boris, 'hello');
      await vi.waitFor(() => expect(tries).toBe(20));
      for (const boris of crowd) await write(anton, boris, 'are you there?');
      expect([tries, endpoint.received.length]).toEqual([20, 0]);
      silence.resolve();
      await settled();
      // The 20 pushes in flight contain only the first message.
      expect([endpoint.received.length, (await waiting()).length]).toEqual([60, 0]);
    },
  );

  test('a device whose session has ended gets no push', async () => {
    const anton = await app.member();
    const boris = await withDevice();
    const carl = await withDevice();
    const dieter = await withDevice();
    await boris.call(session.deleteAuth);
    await carl.call(sessions.deleteSessions);
    await write(anton, boris, 'hello');
    await write(anton, carl, 'hello');
    // Dieter's session expires, which sends no event.
    app.clock.pass(8 * hours(24));
    await write(await app.member(), dieter, 'hello');
    await settled();
    expect([tries, await waiting()]).toEqual([0, []]);
  });

  test('a browser in which another member signed in gets no pushes for the first member', async () => {
    const anton = await app.member();
    const [boris, carl] = [await app.member({ name: 'Boris' }), await app.member({ name: 'Carl' })];
    const shared = endpoint.subscribe(keys.publicKey);
    const phone = { deviceName: 'Phone', endpoint: shared.endpoint, expirationTime: null };
    const device = { ...phone, auth_base64: shared.auth, p256dh_base64: shared.p256dh };
    await change(boris, { pushSubscriptions: [device], previews: true });
    await change(carl, { pushSubscriptions: [device], previews: true });
    await write(anton, boris, 'for Boris alone');
    await write(anton, carl, 'for Carl');
    await settled();
    expect(received().map((push) => push.notification.body)).toEqual(['for Carl']);
  });
}
