// The app lock: storage while it is locked, unlocking, and the wipe after ten wrong PINs or panic.
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { signUp, type Member } from './support/member.ts';
import { deviceDump } from './support/device-dump.ts';
import { openPerson, type Person } from './support/person.ts';
import { deliverUntilShown, replaceSubscribing, shown } from './support/push.ts';
import { startServer, until, type RunningServer } from './support/server.ts';
import { keptEntry, keptText } from './support/kept-data.ts';
import { goOffline, whenWorkerReady } from './support/worker.ts';

const pin = 'blue-74-kettle';
const place = { type: 'override', lat: 47.3714159, lng: 8.5426535, fixMs: null };

let server: RunningServer;
let ada: Member;
let ben: Member;
let person: Person;

beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: 'loopback' });
  ben = await signUp(server, 'Benedictus');
});

afterAll(() => server.stop());

beforeEach(async () => {
  ada = await newAda();
  person = await openPerson({ isSlow: true });
});

afterEach(() => person.leave());

async function useNotifications(): Promise<void> {
  await person.leave();
  person = await openPerson({ hasNotifications: true, isSlow: true });
}

let adas = 0;

/** A member with a message from Ben. */
async function newAda(): Promise<Member> {
  adas += 1;
  const member = await signUp(server, `Adalberta${adas}`, `10.0.0.${adas}`);
  await ben.say('Meet me at the lighthouse', member.profileId);
  return member;
}

const conversation = (): string => `/chat/personal/${ben.profileId}`;
const editor = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const heading = (page: Page) => page.getByRole('heading', { name: 'Locked', exact: true });
const heardByBen = async (): Promise<string[]> => {
  const messages = await ben.ask('GET', `/api/messages/between/${ben.profileId}/${ada.profileId}`);
  return (messages as { senderProfileId: string; bodyText: string }[])
    .filter(({ senderProfileId }) => senderProfileId === ada.profileId)
    .map(({ bodyText }) => bodyText);
};

/** Ada reads Ben's message, drafts a reply, and has opened a picture and the map. */
async function lookAround(): Promise<void> {
  await ada.open(person, '/');
  const { page } = person;
  await whenWorkerReady(page);
  await page.evaluate(async (lastLocation) => {
    localStorage.setItem('lastLocation', JSON.stringify(lastLocation));
    localStorage.setItem('mapViewState', JSON.stringify({ lat: 47.3714159, lon: 8.5426535, zoom: 12 }));
    await (await caches.open('member-pictures')).put('/api/profile-pic/1', new Response('a picture of a person'));
  }, place);
  await page.goto(server.origin + conversation());
  await page.getByText('Meet me at the lighthouse').last().waitFor();
  await editor(page).fill('I would rather go to the orchard');
  await until('the draft on the device', async () => (await keptText(page)).includes('orchard'));
}

async function setPin(page: Page, chosen = pin): Promise<void> {
  await page.goto(`${server.origin}/settings#lock`);
  await page.getByRole('button', { name: 'Lock with a PIN' }).click();
  await page.getByLabel('New PIN').fill(chosen);
  await page.getByLabel('Repeat the PIN').fill(chosen);
  await page.getByRole('button', { name: 'Set the lock' }).click();
  await page.getByRole('button', { name: 'Lock now' }).waitFor({ timeout: 60_000 });
}

async function lock(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Lock now' }).click();
  await heading(page).waitFor();
}

async function tryPin(page: Page, typed: string): Promise<void> {
  await page.getByRole('textbox', { name: 'PIN', exact: true }).fill(typed);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
}

test('a locked device discloses neither names nor texts nor contacts, and everything is readable again after the PIN', async () => {
  await lookAround();
  const { page } = person;
  const secrets = [
    'Adalberta',
    'Benedictus',
    'lighthouse',
    'orchard',
    'a picture of a person',
    '47.3714',
    ada.profileId,
    ben.profileId,
  ];
  const before = await deviceDump(page);
  // Proves that the search finds what is stored as it is.
  expect(before).toContain('a picture of a person');
  const opened = await keptText(page);
  expect(secrets.filter((secret) => !opened.includes(secret) && secret !== 'Adalberta')).toEqual(['a picture of a person']);

  await setPin(page);
  await page.goto(server.origin + conversation());
  await tryPin(page, pin);
  await page.getByText('Meet me at the lighthouse').last().waitFor();
  await page.goto(`${server.origin}/settings#lock`);
  await tryPin(page, pin);
  await lock(page);
  const locked = await deviceDump(page);
  expect(secrets.filter((secret) => locked.includes(secret))).toEqual([]);
  expect(await page.content()).not.toMatch(/Adalberta|Benedictus|lighthouse/);
  expect(await page.title()).toBe('Locked');

  // Cached data can be read offline.
  await goOffline(person.page);
  await tryPin(page, 'not-the-pin');
  await page.getByText('That is not the PIN.').waitFor();
  await tryPin(page, pin);
  await page.getByRole('link', { name: 'Chats' }).first().click();
  await page.getByText('Benedictus').first().click();
  await page.getByText('Meet me at the lighthouse').last().waitFor();
  await expect.poll(() => editor(page).inputValue()).toBe('I would rather go to the orchard');
  await person.context.setOffline(false);

  await page.goto(`${server.origin}/settings#lock`);
  await tryPin(page, pin);
  await page.getByRole('button', { name: 'Remove the lock' }).click();
  await tryPin(page, pin);
  await page.getByRole('button', { name: 'Lock with a PIN' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Lock with a PIN' }).waitFor();
  expect(await keptEntry(page, 'lastLocation')).toEqual(place);
  expect(await keptText(page)).toContain('Meet me at the lighthouse');
  expect(person.complaints).toEqual([]);
});

test('messages written before the lock wait and are sent once after unlocking, and a push shows no details in the meantime', async () => {
  await useNotifications();
  await lookAround();
  const { page } = person;
  await setPin(page);
  await page.goto(server.origin + conversation());
  await tryPin(page, pin);
  await page.getByText('Meet me at the lighthouse').last().waitFor();
  await goOffline(person.page);
  await editor(page).fill('At noon then');
  await page.getByRole('button', { name: 'Send' }).click();
  await until('the message in the outbox', async () => (await rowCount(page, 'outbox')) === 1);
  await page.reload();
  await heading(page).waitFor();
  await person.context.setOffline(false);
  // A push wakes the worker, which tries to send.
  const notification = { title: 'Benedictus', body: 'Meet me', navigate: `${server.origin}/`, tag: 'one' };
  await deliverUntilShown(page, server.origin, JSON.stringify({ web_push: 8030, notification, app_badge: '1' }));
  await expect.poll(async () => (await shown(page)).length).toBe(1);
  const [seen] = await shown(page);
  expect(`${seen?.title} ${seen?.body}`).not.toMatch(/Benedictus|Meet me/);
  expect(await heardByBen()).toEqual([]);

  await tryPin(page, pin);
  await until('the message at Ben', async () => (await heardByBen()).length > 0, 60_000);
  await until('an empty outbox', async () => (await rowCount(page, 'outbox')) === 0);
  expect(await heardByBen()).toEqual(['At noon then']);
});

test('all tabs lock and unlock together', async () => {
  await lookAround();
  const { page } = person;
  await setPin(page);
  const other = await person.context.newPage();
  await other.goto(server.origin + conversation());
  // The new tab got the keys from the first one.
  await other.getByText('Meet me at the lighthouse').last().waitFor();
  await lock(page);
  await heading(other).waitFor();
  await tryPin(page, pin);
  await other.getByText('Meet me at the lighthouse').last().waitFor();
});

test('the app locks after a minute without use, or as soon as it is hidden', async () => {
  await lookAround();
  const { page } = person;
  await setPin(page);
  await page.getByLabel('Lock the app').selectOption({ label: 'After a minute without use' });
  await page.clock.install();
  await page.reload();
  await tryPin(page, pin);
  await page.getByRole('button', { name: 'Lock now' }).waitFor();
  await page.clock.fastForward(70_000);
  await heading(page).waitFor();
  await page.clock.resume();
  await tryPin(page, pin);
  await page.getByLabel('Lock the app').selectOption({ label: 'As soon as it is hidden' });
  await expect.poll(() => page.getByLabel('Lock the app').inputValue()).toBe('0');
  // A headless window is never hidden, so the test hides it.
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await heading(page).waitFor();
});

test('a passkey also unlocks, even offline', async () => {
  await lookAround();
  const { page } = person;
  await virtualAuthenticator(page);
  await page.goto(`${server.origin}/settings#lock`);
  await page.getByRole('button', { name: 'Lock with a passkey' }).click();
  await page.getByRole('button', { name: 'Lock now' }).waitFor();
  await lock(page);
  expect(await deviceDump(page)).not.toMatch(/lighthouse|Benedictus/);
  await goOffline(person.page);
  await page.getByRole('button', { name: 'Unlock with passkey' }).click();
  await page.getByRole('link', { name: 'Chats' }).first().click();
  await page.getByText('Benedictus').first().click();
  await page.getByText('Meet me at the lighthouse').last().waitFor();
});

test('ten wrong PINs in a row, even with a reload between, delete all member data on the device', async () => {
  await lookAround();
  const { page } = person;
  await setPin(page);
  await lock(page);
  for (let tries = 1; tries <= 9; tries++) {
    if (tries === 6) {
      await page.reload();
      await heading(page).waitFor();
    }
    await tryPin(page, `wrong-${tries}`);
    await page.getByText(/That is not the PIN/).waitFor({ timeout: 60_000 });
  }
  await page.getByText('After one more wrong try').waitFor();
  await tryPin(page, 'wrong-10');
  await page.getByRole('link', { name: 'Register' }).first().waitFor({ timeout: 60_000 });
  const left = await page.evaluate(() => globalThis.whatIsLeft());
  expect(left.databases).toEqual([]);
  expect(left.memberCaches).toEqual([]);
  expect(left.text).not.toContain(ada.profileId);
  await until(
    'the end of the session',
    async () => (await page.evaluate(async () => (await fetch('/api/settings')).status)) === 401,
  );
});

test('panic covers the app and deletes all data within a second, offline, and ends the session once online', async () => {
  await lookAround();
  const { page } = person;
  await page.goto(`${server.origin}/`);
  await page.getByRole('button', { name: 'More' }).first().click();
  const button = page.getByRole('button', { name: 'Hold to clear this app' });
  await button.waitFor();
  await button.click();
  // A short tap has no effect.
  expect(await keptEntry(page, 'session')).not.toBeNull();
  await goOffline(person.page);
  const tookMs = await heldAndGone(page);
  expect(tookMs).toBeLessThan(1_000);
  await page.getByText('Library books due on Thursday').waitFor();
  const left = await page.evaluate(() => globalThis.whatIsLeft());
  expect(left).toMatchObject({ databases: [], memberCaches: [], session: [] });
  expect(left.text).not.toMatch(new RegExp(`${ada.profileId}|${ben.profileId}|lighthouse`));
  expect(new URL(page.url()).pathname).toBe('/');
  // The title names neither the app nor a screen, also once the visitor's page is below the cover.
  await page.getByText('Register').first().waitFor({ state: 'attached' });
  expect(await page.title()).toBe('Notes');
  await person.context.setOffline(false);
  await page.reload();
  await until(
    'the end of the session',
    async () => (await page.evaluate(async () => (await fetch('/api/settings')).status)) === 401,
  );
});

test('panic also works on a locked app, ends its push subscription, and then shows the visitor’s page', async () => {
  await useNotifications();
  const key = Buffer.alloc(65, 4).toString('base64url');
  await replaceSubscribing(person, { endpoint: 'https://push.example.org/1', p256dh: key, auth: key });
  await lookAround();
  const { page } = person;
  await page.evaluate(() => Reflect.get(window, 'pushOfTheTest')('subscribe'));
  await setPin(page);
  await lock(page);
  expect(await heldAndGone(page)).toBeLessThan(1_000);
  await until('no subscription', () => page.evaluate(async () => !(await Reflect.get(window, 'pushOfTheTest')('get'))));
  const left = await page.evaluate(() => globalThis.whatIsLeft());
  // Behind the cover the app has restarted for a visitor.
  expect(left).toMatchObject({ databases: [], memberCaches: [] });
  expect(left.text).not.toContain(ada.profileId);
  expect(await page.evaluate(() => localStorage.getItem('lock'))).toBeNull();
  await page.getByText('Register').first().waitFor({ state: 'attached' });
  expect(await page.title()).toBe('Notes');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Register' }).first().waitFor();
  await until(
    'the end of the session',
    async () => (await page.evaluate(async () => (await fetch('/api/settings')).status)) === 401,
  );
});

/** Holds the button, and measures the time from its action until no member data is left on the device. */
function heldAndGone(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith('Hold to'));
        button?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
        let startMs: number | null = null;
        const look = async (): Promise<void> => {
          if (startMs === null && document.querySelector('.cover') !== null) startMs = performance.now();
          // Reading the texts of the app's own files would take most of the time.
          const isGone =
            startMs !== null &&
            (await indexedDB.databases()).length === 0 &&
            (await caches.keys()).every((name) => /^(hashed|builds|build-.*)$/.test(name));
          if (isGone && localStorage.getItem('vault') === null) resolve(performance.now() - (startMs ?? 0));
          else setTimeout(() => void look(), 20);
        };
        void look();
      }),
  );
}

async function virtualAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

const rowCount = (page: Page, store: string): Promise<number> =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('member');
        opening.addEventListener('error', reject);
        opening.addEventListener('success', () => {
          const counting = opening.result.transaction(name).objectStore(name).count();
          counting.addEventListener('success', () => {
            opening.result.close();
            resolve(counting.result);
          });
        });
      }),
    store,
  );
