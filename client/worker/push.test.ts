// Pushes: each is shown exactly once, and its buttons act exactly once.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MemberDatabase } from '#client/offline/database.ts';
import type { Outbox } from '#client/offline/outbox/outbox.ts';
import { message } from '#client/testing/messages.ts';

const origin = 'https://example.test';
const [ada, ben, cem] = [1, 2, 3].map((n) => `11111111-1111-4111-8111-00000000000${n}`) as [string, string, string];
const notificationId = '22222222-2222-4222-8222-222222222222';

/** The server's reply to a sent message. */
const stored = message(1, { senderProfileId: ada, recipientProfileId: ben });

interface TestNotificationOptions {
  readonly body: string;
  readonly tag?: string;
  readonly data: { readonly path: string };
  readonly actions?: readonly { readonly action: string; readonly title: string; readonly type?: string }[];
}

let shown: [title: string, options: TestNotificationOptions][];
let requests: { line: string; key: string | null; body: unknown }[];
let opened: string[];
let synced: string[];
let badges: number[];
let unsubscribe: () => Promise<boolean>;
let respond: (line: string) => Response | Promise<Response>;
let database: MemberDatabase;
let outbox: Outbox;
let worker: typeof import('./push.ts');

const notifications = (url = `/chat/personal/${ben}`) =>
  Response.json([{ id: notificationId, bodyText: 'Ben wrote to you.', url, tsCreated: 1 }]);

beforeEach(async () => {
  vi.resetModules();
  [shown, requests, opened, synced, badges] = [[], [], [], [], []];
  unsubscribe = vi.fn(async () => true);
  respond = (line) => {
    if (line.startsWith('GET')) return notifications();
    return line.startsWith('DELETE') ? new Response(null, { status: 204 }) : Response.json(stored);
  };
  const showNotification = async (title: string, options: TestNotificationOptions) => void shown.push([title, options]);
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('self', {
    workerHost: {
      build: 'newest',
      notification: {
        title: 'Hearthside',
        bodies: { en: 'Something new is waiting for you', de: 'Etwas Neues wartet auf dich' },
      },
    },
    registration: {
      showNotification,
      sync: { register: async (tag: string) => void synced.push(tag) },
      pushManager: { getSubscription: async () => ({ unsubscribe }) },
    },
    navigator: { setAppBadge: async (unread: number) => void badges.push(unread) },
    clients: { matchAll: async () => [], openWindow: async (path: string) => void opened.push(path) },
  });
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    const line = `${method} ${path}`;
    const parsedBody = typeof body === 'string' ? JSON.parse(body) : null;
    requests.push({ line, key: new Headers(headers).get('idempotency-key'), body: parsedBody });
    return respond(line);
  });
  ({ memberDatabase: database } = await import('#client/offline/database.ts'));
  ({ outbox } = await import('#client/offline/outbox/outbox.ts'));
  worker = await import('./push.ts');
  await database.claim(ada);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await database.wipe();
});

const sent = (start: string) => requests.filter(({ line }) => line.startsWith(start));
const setLock = () => database.run(['meta'], undefined, (transaction) => transaction.objectStore('meta').put('set', 'lock'));

const complete = {
  web_push: 8030,
  notification: {
    title: 'Ben',
    body: 'At seven?',
    navigate: `${origin}/notifications/open/${notificationId}`,
    tag: 'conversation',
    actions: [
      { action: 'reply', title: 'Reply', navigate: `${origin}/notifications/open/${notificationId}?then=reply` },
      { action: 'mute', title: 'Mute for 8 hours', navigate: `${origin}/notifications/open/${notificationId}?then=mute` },
    ],
  },
  app_badge: '2',
};
const plain = { ...complete, notification: { ...complete.notification, actions: undefined } };

const push = (payload: unknown): Promise<void> =>
  worker.showPush({ data: payload === null ? null : { json: () => JSON.parse(String(payload)) } });

/** A click on the newest notification, or on one of its buttons. */
const click = (action = '', reply: string | null = null): Promise<void> =>
  worker.handleClick({
    notification: { close: () => undefined, data: structuredClone(shown.at(-1)?.[1].data) },
    action,
    reply,
  });

const neverRespond = (): Promise<Response> => new Promise(() => undefined);
const failToFetch = (): never => {
  throw new TypeError('Failed to fetch');
};

test.each<[string, unknown, (() => unknown)?]>([
  ['is complete', JSON.stringify(complete)],
  ['has no buttons', JSON.stringify(plain)],
  ['is no JSON', 'hello'],
  ['is empty', null],
  ['is an array', '[8030]'],
  ['has an invalid title', JSON.stringify({ notification: { title: { of: 'a thing' } } })],
  [
    'has invalid buttons',
    JSON.stringify({ ...complete, notification: { ...complete.notification, actions: [null, 7, { action: 'x' }] } }),
  ],
  [
    'has a URL of another origin',
    JSON.stringify({ ...complete, notification: { ...complete.notification, navigate: 'https://evil.test/' } }),
  ],
  ['arrives while locked', JSON.stringify(complete), () => setLock()],
  ['arrives without a logged-in member', JSON.stringify(complete), () => database.wipe()],
  ['arrives without a connection to the server', JSON.stringify(complete), () => (respond = failToFetch)],
  ['arrives while the server does not respond', JSON.stringify(complete), () => (respond = neverRespond)],
  ['arrives after the session has ended', JSON.stringify(complete), () => (respond = () => new Response('{}', { status: 401 }))],
  [
    'arrives while the badge cannot be set',
    JSON.stringify(complete),
    () => Object.assign(self.navigator, { setAppBadge: () => Promise.reject(new Error('no')) }),
  ],
])('a push that %s shows exactly one notification', async (_, payload, prepare) => {
  await prepare?.();
  await push(payload);
  expect(shown).toHaveLength(1);
});

test('pushes of one conversation share a tag, and each is shown', async () => {
  for (const text of ['one', 'two', 'three']) {
    const notification = { ...plain.notification, body: text };
    await push(JSON.stringify({ ...plain, notification }));
  }
  expect(shown.map(([, { body, tag }]) => [body, tag])).toEqual([
    ['one', 'conversation'],
    ['two', 'conversation'],
    ['three', 'conversation'],
  ]);
});

test('a notification shows the brand’s icon, and its badge in the status bar', async () => {
  await push(JSON.stringify(complete));
  expect(shown[0]?.[1]).toMatchObject({ icon: '/icons/icon-192.png', badge: '/icons/badge-96.png' });
});

test('a message with a preview has a reply field and a mute button', async () => {
  await push(JSON.stringify(complete));
  const [title, { actions }] = shown[0] ?? ['', { body: '', data: { path: '' } }];
  expect(title).toBe('Ben');
  expect(actions?.map(({ action, title, type }) => [action, title, type])).toEqual([
    ['reply', 'Reply', 'text'],
    ['mute', 'Mute for 8 hours', undefined],
  ]);
  expect(actions?.[0]).toMatchObject({ placeholder: 'Reply' });
});

test('while locked, the text is neutral, there are no buttons, and no request is sent', async () => {
  await setLock();
  await push(JSON.stringify(complete));
  const [title, options] = shown[0] ?? [];
  expect([title, options?.body, options?.actions]).toEqual(['Hearthside', 'Something new is waiting for you', undefined]);
  expect(requests).toEqual([]);
});

test.each<[string, () => Promise<unknown>, unsubscribes: number]>([
  ['a logout that had no connection', () => database.wipe(), 1],
  ['the session has ended on another device', () => database.release(), 0],
])('after %s, a push discloses nothing and sets no badge', async (_, end, unsubscribes) => {
  await end();
  await push(JSON.stringify(complete));
  const [title, options] = shown[0] ?? [];
  expect([title, options?.body, options?.actions]).toEqual(['Hearthside', 'Something new is waiting for you', undefined]);
  expect([badges, requests]).toEqual([[], []]);
  expect(unsubscribe).toHaveBeenCalledTimes(unsubscribes);
});

test('the badge is set while a member is logged in, even with a lock, and their subscription stays', async () => {
  await push(JSON.stringify(complete));
  await setLock();
  await push(JSON.stringify(complete));
  expect(badges).toEqual([2, 2]);
  expect(unsubscribe).not.toHaveBeenCalled();
});

test('a push does not delay an update, even if a page has the turn to send what waits', async () => {
  const page = Promise.withResolvers<void>();
  void navigator.locks.request('outbox', () => page.promise);
  let isEnded = false;
  void push(JSON.stringify(plain)).then(() => (isEnded = true));
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  const { finish } = await import('./finish.ts');
  finish();
  await vi.waitFor(() => expect(isEnded).toBe(true)).finally(page.resolve);
});

test('the neutral text is in the language of the pages on this device, and in English if that is unknown', async () => {
  await setLock();
  for (const language of ['en', 'de', 'xx', null]) {
    const home = language === null ? undefined : new Response('', { headers: { 'content-language': language } });
    vi.stubGlobal('caches', {
      open: async (name: string) => ({ match: async () => (name === 'build-newest' ? home : undefined) }),
    });
    await push('not readable');
  }
  expect(shown.map(([, { body }]) => body)).toEqual([
    'Something new is waiting for you',
    'Etwas Neues wartet auf dich',
    'Something new is waiting for you',
    'Something new is waiting for you',
  ]);
});

test('a reply is sent exactly once, and deletes the notification', async () => {
  await push(JSON.stringify(complete));
  await click('reply', '  At eight, please.  ');
  expect(sent('POST').map(({ body }) => body)).toEqual([
    {
      senderProfileId: ada,
      recipientProfileId: ben,
      bodyText: 'At eight, please.',
      profilePicIds: [],
      tsCreated: expect.any(Number),
    },
  ]);
  expect(sent('DELETE').map(({ line }) => line)).toEqual([`DELETE /api/notification/${notificationId}?tsCreated=1`]);
  expect(opened).toEqual([]);
  expect(await outbox.count(ada)).toBe(0);
});

test('a reply waits in the outbox while offline, and is retried under the same key', async () => {
  await push(JSON.stringify(complete));
  const before = respond;
  respond = failToFetch;
  await click('reply', 'At eight');
  expect(synced).toEqual(['outbox']);
  expect((await outbox.entries(ada)).map(({ queue }) => queue)).toContain(`messages:${ben}`);
  respond = before;
  const { sendOutbox } = await import('./sync.ts');
  await sendOutbox();
  const keys = sent('POST').map(({ key }) => key);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  await sendOutbox();
  expect(sent('POST')).toHaveLength(2);
  expect(await outbox.count(ada)).toBe(0);
});

test('a reply that a full device cannot store is sent, and without a connection its conversation opens', async () => {
  await push(JSON.stringify(complete));
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('No room.', 'QuotaExceededError');
  });
  await click('reply', 'At eight');
  expect(sent('POST').map(({ body }) => body)).toEqual([expect.objectContaining({ bodyText: 'At eight' })]);
  expect(opened).toEqual([]);
  respond = failToFetch;
  await click('reply', 'At nine');
  expect(opened).toEqual([`/notifications/open/${notificationId}?then=reply`]);
});

test('mute lasts eight hours and opens no page', async () => {
  await push(JSON.stringify(complete));
  await click('mute');
  expect(sent('PUT').map(({ line, body }) => [line, body])).toEqual([['PUT /api/mute', { profileId: ben, lastsMs: 28_800_000 }]]);
  expect(opened).toEqual([]);
});

test('reply opens the conversation if the browser has no text field', async () => {
  await push(JSON.stringify(complete));
  await click('reply');
  await click('reply', '   ');
  expect(opened).toEqual(Array(2).fill(`/notifications/open/${notificationId}?then=reply`));
  expect(sent('POST')).toEqual([]);
});

test.each<[string, () => unknown, () => unknown]>([
  ['the server does not respond', () => (respond = neverRespond), () => undefined],
  ['another member has logged in', () => undefined, () => database.claim(cem)],
  ['a lock has been set', () => undefined, () => setLock()],
])('when %s, the buttons open the app', async (_, before, meanwhile) => {
  await before();
  await push(JSON.stringify(complete));
  await meanwhile();
  requests = [];
  await click('mute');
  await click('reply');
  expect(opened).toEqual([`/notifications/open/${notificationId}?then=mute`, `/notifications/open/${notificationId}?then=reply`]);
  expect(requests).toEqual([]);
});

test('a notification without a conversation has no text field, and a click opens its page', async () => {
  respond = () => notifications(`/profile/${ben}`);
  await push(JSON.stringify(complete));
  expect(shown[0]?.[1].actions?.map(({ type }) => type)).toEqual([undefined, undefined]);
  await click();
  expect(opened).toEqual([`/notifications/open/${notificationId}`]);
});
