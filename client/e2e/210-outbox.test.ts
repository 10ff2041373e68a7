// Outbox, live connection and service worker with several tabs, against the real server over a bad network.
import type { BrowserContext, Page, WebSocket } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Message } from '#shared/contract/messages.ts';
import { startBadNetwork, type BadNetwork } from './support/bad-network.ts';
import { openPerson, type Person } from './support/person.ts';
import { startServer, until, type RunningServer } from './support/server.ts';
import { keptEntry, keptRows } from './support/kept-data.ts';
import { countMissingFiles, goOnlineInWorker, letWorkerSend, outboxSize, whenWorkerReady } from './support/worker.ts';

let server: RunningServer;
/** The proxy between Ada's browser and the server. */
let network: BadNetwork;
let ada: Person;
let adaId: string;
let ben: Caller;

beforeEach(async () => {
  server = await startServer();
  network = await startBadNetwork(server.port);
  ben = await signUp('Ben', 'ben@example.org');
  ada = await openPerson({ hasNotifications: true });
  adaId = await logIn();
  await nameProfile({ cookie: await cookieOf(ada.context), profileId: adaId }, 'Ada');
  await ada.page.goto(network.origin);
  await waitForDatabase(ada.page);
});

afterEach(async () => {
  await ada.leave();
  await network.close();
  await server.stop();
});

test('messages written in two tabs over a network that drops every second call arrive once each and in order', async () => {
  const other = await openTab();
  let calls = 0;
  network.cuts = ({ path }) => {
    if (path !== '/api/message') return null;
    calls++;
    if (calls % 4 === 1) return 'before';
    // Stored by the server, but the reply is lost.
    return calls % 4 === 3 ? 'after' : null;
  };
  const texts = Array.from({ length: 20 }, (_, n) => `message ${n}`);
  for (const [n, text] of texts.entries()) await write(n % 2 === 0 ? ada.page : other, text);
  await until(
    'an empty outbox',
    async () => {
      await Promise.all([ada.page, other].map(tellOnline));
      return (await outboxSize(ada.page)) === 0;
    },
    60_000,
  );
  expect((await heardByBen()).map(({ bodyText }) => bodyText)).toEqual(texts);
  expect(calls).toBeGreaterThan(25);
});

test('messages written offline are sent once by the service worker when the device is online', async () => {
  await ada.context.grantPermissions(['background-sync']);
  await whenWorkerReady(ada.page);
  await ada.page.reload();
  await waitForDatabase(ada.page);
  await ada.context.setOffline(true);
  for (const text of ['one', 'two', 'three']) await write(ada.page, text);
  await ada.page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await Reflect.get(registration, 'sync').register('outbox');
  });
  // No page of the app is open any more.
  await ada.page.goto('about:blank');
  await goOnlineInWorker(ada.page, network.origin);
  await until('the messages', async () => (await heardByBen()).length === 3);
  await ada.page.goto(network.origin);
  await until('an empty outbox', async () => (await outboxSize(ada.page)) === 0);
  expect((await heardByBen()).map(({ bodyText }) => bodyText)).toEqual(['one', 'two', 'three']);
});

test('a message that the service worker deleted is not shown again, even if the next start is offline', async () => {
  const { page, context } = ada;
  await context.grantPermissions(['background-sync']);
  for (const text of ['Keep this', 'Forget this']) await ben.say(text, adaId);
  const conversation = `${network.origin}/chat/personal/${ben.profileId}`;
  await whenWorkerReady(page);
  await page.goto(conversation);
  const log = page.getByRole('log');
  await until('the messages on the device', async () => (await cachedTexts(page)).length === 2);
  await until("the service worker's files", async () => (await page.evaluate(countMissingFiles)) === 0);
  await context.setOffline(true);
  await log.getByRole('listitem').filter({ hasText: 'Forget this' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete for me' }).click();
  await until('the waiting deletion', async () => (await outboxSize(page)) === 1);
  const between = `${network.origin}/api/messages/between/${ben.profileId}/${adaId}`;
  await letWorkerSend(page, network.origin, () =>
    until('the deletion', async () => !(await (await context.request.get(between)).text()).includes('Forget this')),
  );
  await page.goto(conversation);
  await log.getByText('Keep this').waitFor();
  expect(await page.getByText('Forget this').count()).toBe(0);
});

test('five tabs share one live connection, which survives the closing of its tab and a restart of the server', async () => {
  const sockets: { page: Page; socket: WebSocket }[] = [];
  const greeted = new Set<WebSocket>();
  const count = (page: Page) =>
    page.on('websocket', (socket) => {
      sockets.push({ page, socket });
      socket.on('framereceived', ({ payload }) => String(payload).includes('"hello"') && greeted.add(socket));
    });
  // A closed page's connections end without a close event.
  const openNow = () => sockets.filter(({ page, socket }) => !page.isClosed() && !socket.isClosed()).length;
  // Leaves the app first, so that no connection of an earlier page is counted.
  await ada.page.goto('about:blank');
  ada.context.on('page', count);
  count(ada.page);
  await ada.page.goto(network.origin);
  const tabs = [await openTab(), await openTab(), await openTab(), await openTab()];
  // Messages from before the first connection are loaded by their screens, not sent over the socket.
  await until('the first connection', async () => greeted.size > 0);
  await ben.say('hello', adaId);
  await until('the message on the device', async () => (await cachedTexts(ada.page)).includes('hello'));
  expect(openNow()).toBe(1);

  await ada.page.close();
  const [next] = tabs;
  if (next === undefined) throw new Error('no tab');
  await until('the next connection', async () => openNow() === 1);
  await ben.say('still there?', adaId);
  await until('the message on the device', async () => (await cachedTexts(next)).includes('still there?'));
  expect(openNow()).toBe(1);

  await server.kill('SIGKILL');
  await server.start();
  await ben.say('and now?', adaId);
  await until('the message on the device', async () => (await cachedTexts(next)).includes('and now?'), 45_000);
  expect((await cachedTexts(next)).toSorted()).toEqual(['and now?', 'hello', 'still there?']);
});

test('a logout in one tab deletes all member data on the device, whatever other tabs are doing', async () => {
  const other = await openTab();
  await other.goto(`${network.origin}/settings`);
  await cursorIsStored(other);
  await ben.say('hello', adaId);
  await until('the message on the device', async () => (await cachedTexts(other)).includes('hello'));
  await other.evaluate(async () => {
    await (await caches.open('member-pictures')).put('/api/profile-pic/1', new Response('picture'));
  });
  await ada.page.goto(`${network.origin}/logout`);
  await ada.page.getByRole('link', { name: 'Login Again' }).waitFor();
  await until('an empty device', () =>
    ada.page.evaluate(async () => {
      const databases = await indexedDB.databases();
      const names = await caches.keys();
      return (
        databases.length === 0 && !names.some((name) => name.startsWith('member-')) && localStorage.getItem('vault') === null
      );
    }),
  );
  await until('the other tab at /login', async () => new URL(other.url()).pathname === '/login');
  await ben.say('after the logout', adaId).catch(() => undefined);
  expect(await ada.page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
});

test('after the session has ended, unsent messages wait for the login and are then sent once', async () => {
  await ada.context.clearCookies();
  await write(ada.page, 'one');
  await until('the end of the session', async () => (await keptEntry(ada.page, 'session')) === null);
  expect(await outboxSize(ada.page)).toBe(1);
  await logIn();
  await ada.page.goto(network.origin);
  await until('an empty outbox', async () => (await outboxSize(ada.page)) === 0);
  expect((await heardByBen()).map(({ bodyText }) => bodyText)).toEqual(['one']);
});

/** Returns the member's profile id. */
async function logIn(): Promise<string> {
  await register('ada@example.org');
  await ada.page.goto((await server.linkTo('ada@example.org')).replace(server.origin, network.origin));
  const button = ada.page.getByRole('button', { name: 'Log in', exact: true });
  const profileId = await until('the login', async () => {
    if (await button.isVisible().catch(() => false)) await button.click({ timeout: 1_000 }).catch(() => undefined);
    return (await keptEntry<{ profileId: string }>(ada.page, 'session').catch(() => null))?.profileId;
  });
  // The page reloads after a login.
  await ada.page.waitForURL(({ pathname }) => pathname !== '/login');
  return String(profileId);
}

async function openTab(): Promise<Page> {
  const page = await ada.context.newPage();
  await page.goto(network.origin);
  await waitForDatabase(page);
  return page;
}

const waitForDatabase = (page: Page): Promise<boolean> =>
  until('the device database', () =>
    page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'member')).catch(() => false),
  );

/** Adds a message to Ben to the outbox, as a screen does, and starts sending. */
async function write(page: Page, text: string): Promise<void> {
  const body = { senderProfileId: adaId, recipientProfileId: ben.profileId, bodyText: text, profilePicIds: [] };
  await page.evaluate(
    async ({ body, profile }) => {
      const row = {
        id: crypto.randomUUID(),
        profile,
        queue: `messages:${body.recipientProfileId}`,
        state: 'waiting',
        tries: 0,
        nextMs: 0,
        createdMs: Date.now(),
        key: crypto.randomUUID(),
        version: null,
        reason: null,
        write: { method: 'POST', path: '/api/message', body, label: body.bodyText, keeps: 'message' },
      };
      const sealed = await globalThis.sealedRow(row, { names: ['profile', 'queue'], content: 'write' });
      const database = await openMember();
      const request = database.transaction('outbox', 'readwrite').objectStore('outbox').add(sealed);
      await new Promise((resolve, reject) => {
        request.addEventListener('success', resolve);
        request.addEventListener('error', reject);
      });
      database.close();
      dispatchEvent(new Event('online'));

      function openMember(): Promise<IDBDatabase> {
        return new Promise((resolve, reject) => {
          const opening = indexedDB.open('member');
          opening.addEventListener('success', () => resolve(opening.result));
          opening.addEventListener('error', reject);
        });
      }
    },
    { body, profile: adaId },
  );
}

const tellOnline = (page: Page): Promise<boolean> => page.evaluate(() => dispatchEvent(new Event('online')));

/**
 * Messages that come before the first connection are fetched when their screen is opened; from then on each is stored as it comes.
 * The cursor is on the device after the first hello.
 */
const cursorIsStored = (page: Page): Promise<boolean> =>
  until("the live connection's cursor", async () => (await metaKeys(page)).includes('cursor'));

const metaKeys = (page: Page): Promise<unknown[]> =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('member');
        opening.addEventListener('error', reject);
        opening.addEventListener('success', () => {
          const all = opening.result.transaction('meta').objectStore('meta').getAllKeys();
          all.addEventListener('success', () => {
            opening.result.close();
            resolve(all.result);
          });
        });
      }),
  );

const cachedTexts = async (page: Page): Promise<string[]> =>
  (await keptRows<{ value: Message }>(page, 'messages')).map(({ value }) => value.bodyText);

/** The conversation of Ben and Ada, oldest first. */
const heardByBen = async (): Promise<Message[]> => {
  const response = await ben.ask('GET', `/api/messages/between/${ben.profileId}/${adaId}`);
  const messages = (await response.json()) as Message[];
  return messages.toReversed();
};

interface Caller {
  readonly profileId: string;
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Response>;
  readonly say: (text: string, to: string) => Promise<void>;
}

const register = (email: string): Promise<Response> =>
  fetch(`${server.origin}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.origin },
    body: JSON.stringify({ email, acknowledgements: ['technical', 'age', 'law'] }),
  });

/** A member without a browser. */
async function signUp(name: string, email: string): Promise<Caller> {
  await register(email);
  const token = /#token=([\w-]+)/.exec(await server.linkTo(email))?.[1] ?? '';
  const [username = '', password = ''] = Buffer.from(token, 'base64url').toString().split(':');
  const form = new FormData();
  form.set('username', username);
  form.set('password', password);
  const login = await fetch(`${server.origin}/api/auth`, { method: 'POST', headers: { origin: server.origin }, body: form });
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const ask = callerWith(cookie);
  const { defaultProfileId: profileId } = (await (await ask('GET', '/api/settings')).json()) as { defaultProfileId: string };
  await nameProfile({ cookie, profileId }, name);
  const say = async (bodyText: string, to: string): Promise<void> => {
    const answer = await ask('POST', '/api/message', {
      senderProfileId: profileId,
      recipientProfileId: to,
      bodyText,
      profilePicIds: [],
    });
    if (!answer.ok) throw new Error(await answer.text());
  };
  return { profileId, ask, say };
}

const callerWith =
  (cookie: string) =>
  (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(server.origin + path, {
      method,
      headers: { cookie, origin: server.origin, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    });

async function nameProfile({ cookie, profileId }: { cookie: string; profileId: string }, profilename: string): Promise<void> {
  const whole = {
    id: profileId,
    profilename,
    profilePicIds: [],
    birthdate: '1990-01-01',
    height: '',
    weight: '',
    description: '',
    characteristics: [],
  };
  const answer = await callerWith(cookie)('PUT', '/api/profile', whole);
  if (!answer.ok) throw new Error(await answer.text());
}

const cookieOf = async (context: BrowserContext): Promise<string> =>
  (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
