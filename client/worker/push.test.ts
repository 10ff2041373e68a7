// Pushes and the buttons below them: each shown exactly once whatever happens, and answered exactly once.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MemberDatabase } from '#client/offline/database.ts';
import type { Outbox } from '#client/offline/outbox/outbox.ts';
import { message } from '#client/testing/messages.ts';

const origin = 'https://example.test';
const [ada, ben, cem] = [1, 2, 3].map((n) => `11111111-1111-4111-8111-00000000000${n}`) as [string, string, string];
const newsId = '22222222-2222-4222-8222-222222222222';

/** What the server says to a message. */
const stored = message(1, { senderProfileId: ada, recipientProfileId: ben });

interface ShownOptions {
  readonly body: string;
  readonly tag?: string;
  readonly data: { readonly path: string };
  readonly actions?: readonly { readonly action: string; readonly title: string; readonly type?: string }[];
}

let shown: [title: string, options: ShownOptions][];
let asked: { line: string; key: string | null; body: unknown }[];
let opened: string[];
let synced: string[];
let answer: (line: string) => Response | Promise<Response>;
let database: MemberDatabase;
let outbox: Outbox;
let worker: typeof import('./push.ts');

const news = (url = `/chat/personal/${ben}`) => Response.json([{ id: newsId, bodyText: 'Ben wrote to you.', url, tsCreated: 1 }]);

beforeEach(async () => {
  vi.resetModules();
  [shown, asked, opened, synced] = [[], [], [], []];
  answer = (line) => {
    if (line.startsWith('GET')) return news();
    return line.startsWith('DELETE') ? new Response(null, { status: 204 }) : Response.json(stored);
  };
  const showNotification = async (title: string, options: ShownOptions) => void shown.push([title, options]);
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('self', {
    workerHost: { notification: { title: 'Hearthside', body: 'Something new is waiting for you' } },
    registration: { showNotification, sync: { register: async (tag: string) => void synced.push(tag) } },
    navigator: { setAppBadge: async () => undefined },
    clients: { matchAll: async () => [], openWindow: async (path: string) => void opened.push(path) },
  });
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    const line = `${method} ${path}`;
    const said = typeof body === 'string' ? JSON.parse(body) : null;
    asked.push({ line, key: new Headers(headers).get('idempotency-key'), body: said });
    return answer(line);
  });
  ({ memberDatabase: database } = await import('#client/offline/database.ts'));
  ({ outbox } = await import('#client/offline/outbox/outbox.ts'));
  worker = await import('./push.ts');
  await database.claim(ada);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await database.wipe();
});

const sent = (start: string) => asked.filter(({ line }) => line.startsWith(start));
const setLock = () => database.run(['meta'], (transaction) => transaction.objectStore('meta').put('set', 'lock'), undefined);

const whole = {
  web_push: 8030,
  notification: {
    title: 'Ben',
    body: 'At seven?',
    navigate: `${origin}/notifications/open/${newsId}`,
    tag: 'conversation',
    actions: [
      { action: 'reply', title: 'Reply', navigate: `${origin}/notifications/open/${newsId}?then=reply` },
      { action: 'mute', title: 'Mute for 8 hours', navigate: `${origin}/notifications/open/${newsId}?then=mute` },
    ],
  },
  app_badge: '2',
};
const plain = { ...whole, notification: { ...whole.notification, actions: undefined } };

const push = (payload: unknown): Promise<void> =>
  worker.showPush({ data: payload === null ? null : { json: () => JSON.parse(String(payload)) } });

/** The member does something with the notification that was shown last. */
const act = (action = '', reply: string | null = null): Promise<void> =>
  worker.openPushed({
    notification: { close: () => undefined, data: structuredClone(shown.at(-1)?.[1].data) },
    action,
    reply,
  });

const silence = (): Promise<Response> => new Promise(() => undefined);
const lost = (): never => {
  throw new TypeError('Failed to fetch');
};

test.each<[string, unknown, (() => unknown)?]>([
  ['is whole', JSON.stringify(whole)],
  ['has no buttons', JSON.stringify(plain)],
  ['is no JSON', 'hello'],
  ['is empty', null],
  ['is something else', '[8030]'],
  ['has a strange title', JSON.stringify({ notification: { title: { of: 'a thing' } } })],
  [
    'has strange buttons',
    JSON.stringify({ ...whole, notification: { ...whole.notification, actions: [null, 7, { action: 'x' }] } }),
  ],
  ['leads elsewhere', JSON.stringify({ ...whole, notification: { ...whole.notification, navigate: 'https://evil.test/' } })],
  ['finds a lock', JSON.stringify(whole), () => setLock()],
  ['finds nobody logged in', JSON.stringify(whole), () => database.wipe()],
  ['finds no connection', JSON.stringify(whole), () => (answer = lost)],
  ['finds a server that does not answer', JSON.stringify(whole), () => (answer = silence)],
  ['finds an ended session', JSON.stringify(whole), () => (answer = () => new Response('{}', { status: 401 }))],
  [
    'finds a badge that can not be set',
    JSON.stringify(whole),
    () => Object.assign(self.navigator, { setAppBadge: () => Promise.reject(new Error('no')) }),
  ],
])('a push that %s shows exactly one notification', async (_, payload, prepare) => {
  await prepare?.();
  await push(payload);
  expect(shown).toHaveLength(1);
});

test('pushes of one conversation take the place of each other, and each is shown', async () => {
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

test('a message with a preview can be answered and muted where it is shown', async () => {
  await push(JSON.stringify(whole));
  const [title, { actions }] = shown[0] ?? ['', { body: '', data: { path: '' } }];
  expect(title).toBe('Ben');
  expect(actions?.map(({ action, title, type }) => [action, title, type])).toEqual([
    ['reply', 'Reply', 'text'],
    ['mute', 'Mute for 8 hours', undefined],
  ]);
});

test('while a lock is set it says nothing, has no buttons, and nothing is asked', async () => {
  await setLock();
  await push(JSON.stringify(whole));
  const [title, options] = shown[0] ?? [];
  expect([title, options?.body, options?.actions]).toEqual(['Hearthside', 'Something new is waiting for you', undefined]);
  expect(asked).toEqual([]);
});

test('an answer goes to the one who wrote, exactly once, and the notification is seen to', async () => {
  await push(JSON.stringify(whole));
  await act('reply', '  At eight, please.  ');
  expect(sent('POST').map(({ body }) => body)).toEqual([
    {
      senderProfileId: ada,
      recipientProfileId: ben,
      bodyText: 'At eight, please.',
      profilePicIds: [],
      tsCreated: expect.any(Number),
    },
  ]);
  expect(sent('DELETE').map(({ line }) => line)).toEqual([`DELETE /api/notification/${newsId}`]);
  expect(opened).toEqual([]);
  expect(await outbox.count(ada)).toBe(0);
});

test('an answer whose connection is lost waits on the device, and goes again under the same key', async () => {
  await push(JSON.stringify(whole));
  const before = answer;
  answer = lost;
  await act('reply', 'At eight');
  expect(synced).toEqual(['outbox']);
  expect((await outbox.entries(ada)).map(({ queue }) => queue)).toContain(`messages:${ben}`);
  answer = before;
  const { sendOutbox } = await import('./sync.ts');
  await sendOutbox();
  const keys = sent('POST').map(({ key }) => key);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  await sendOutbox();
  expect(sent('POST')).toHaveLength(2);
  expect(await outbox.count(ada)).toBe(0);
});

test('mute is for eight hours, and opens nothing', async () => {
  await push(JSON.stringify(whole));
  await act('mute');
  expect(sent('PUT').map(({ line, body }) => [line, body])).toEqual([['PUT /api/mute', { profileId: ben, lastsMs: 28_800_000 }]]);
  expect(opened).toEqual([]);
});

test('where a browser has no field for an answer, reply opens the conversation to write in', async () => {
  await push(JSON.stringify(whole));
  await act('reply');
  await act('reply', '   ');
  expect(opened).toEqual(Array(2).fill(`/notifications/open/${newsId}?then=reply`));
  expect(sent('POST')).toEqual([]);
});

test.each<[string, () => unknown, () => unknown]>([
  ['the server did not say whose message it is', () => (answer = silence), () => undefined],
  ['the device has become another member’s', () => undefined, () => database.claim(cem)],
  ['a lock was set meanwhile', () => undefined, () => setLock()],
])('when %s, the buttons open the application', async (_, before, meanwhile) => {
  await before();
  await push(JSON.stringify(whole));
  await meanwhile();
  asked = [];
  await act('mute');
  await act('reply');
  expect(opened).toEqual([`/notifications/open/${newsId}?then=mute`, `/notifications/open/${newsId}?then=reply`]);
  expect(asked).toEqual([]);
});

test('a notification that is not of a conversation has no field, and a click opens its page', async () => {
  answer = () => news(`/profile/${ben}`);
  await push(JSON.stringify(whole));
  expect(shown[0]?.[1].actions?.map(({ type }) => type)).toEqual([undefined, undefined]);
  await act();
  expect(opened).toEqual([`/notifications/open/${newsId}`]);
});
