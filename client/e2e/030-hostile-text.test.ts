// Hostile texts of members are shown as plain text, those in addresses do nothing, and the headers of pages forbid foreign scripts.
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brands } from '#manifest/index.ts';
import { likes } from '#shared/contract/likes.ts';
import { messages } from '#shared/contract/messages.ts';
import { notes } from '#shared/contract/notes.ts';
import { positions } from '#shared/contract/positions.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { screenRoutes } from '#shared/rules/routes.ts';
import type { Member } from '#server/testing/app/members.ts';
import { ask } from '#server/testing/faults/raw-request.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { hostileAddresses, hostileTexts, forbiddenCharacters, invisibleCharacters } from './support/hostile-texts.ts';
import { openPerson, type Person } from './support/person.ts';
import { visit } from './support/visit.ts';
import { whenWorkerReady } from './support/worker.ts';

let app: TestApp;
let boris: Member;
let hostile: Member[];
let person: Person;
let dialogs = 0;

beforeAll(async () => {
  app = await openTestApp({ distDir: path.join(import.meta.dirname, '../../dist') });
  boris = await app.member({ name: 'Boris' });
  await report(boris, 0);
  hostile = [];
  for (const [number, text] of hostileTexts.entries()) hostile.push(await hostileMember(text, number));
  person = await openPerson({ isWithoutWorker: true, geolocation: { latitude: 33.45, longitude: -112.07 } });
  person.page.on('dialog', (dialog) => {
    dialogs += 1;
    void dialog.dismiss();
  });
  await logIn(person, boris);
  await person.page.goto(app.origin);
});

afterAll(async () => {
  await person.leave();
  await app.close();
});

const report = ({ call, profileId }: Member, number: number) =>
  call(positions.putPosition, {
    params: { profileId },
    body: {
      profileId,
      use: 'OVERRIDE',
      overrideLat: 33.45 + number / 200,
      overrideLon: -112.07,
      hide: false,
      tsEffectiveUntil: app.clock.now() + 7_200_000,
    },
  });

/** A member with the text in their profile, in messages to Boris and to the area, and in Boris's note. They also like Boris. */
async function hostileMember(text: string, number: number): Promise<Member> {
  const member = await app.member({ name: 'x' });
  const { profileId } = member;
  const body = {
    id: profileId,
    profilename: text.slice(0, 60),
    profilePicIds: [],
    profilePicIdsPrivate: [],
    height: text.slice(0, 40),
    weight: text.slice(0, 40),
    description: `${text}\n\n${text} http://evil.test/${text}`,
    characteristics: [],
  };
  await member.call(profiles.putProfile, { body });
  await report(member, number);
  await member.call(likes.putProfileLike, {
    body: { likerProfileId: profileId, likedProfileId: boris.profileId, likeType: 'LIKE' },
  });
  const message = { senderProfileId: profileId, recipientProfileId: boris.profileId, bodyText: text, profilePicIds: [] };
  await member.call(messages.postMessage, { body: message });
  await member.call(messages.postMessage, { body: { senderProfileId: profileId, bodyText: text, profilePicIds: [] } });
  const privateTags = [...new Set(text.split(' '))].map((tag) => tag.slice(0, 40)).slice(0, 50);
  await boris.call(notes.putProfileNote, {
    body: { authorProfileId: boris.profileId, aboutProfileId: profileId, bodyText: text, privateTags },
  });
  return member;
}

async function logIn({ context, page }: Person, { cookies, profileId }: Member): Promise<void> {
  const expires = Date.now() / 1_000 + 86_400;
  await context.addCookies([{ name: 'sid', value: cookies.get('sid') ?? '', url: app.origin, expires }]);
  await page.goto(`${app.origin}/tos`);
  await page.evaluate((id) => {
    localStorage.setItem('session', JSON.stringify({ profileId: id, roles: ['USER'] }));
    localStorage.setItem('lastProfileId', JSON.stringify(id));
  }, profileId);
}

/** No script ran, every link has http or https, no dialog opened, no other host was contacted, and the policy blocked nothing. */
async function expectNothingRan(where: string): Promise<void> {
  expect([where, await person.page.evaluate(() => Reflect.get(window, '__xss'))]).toEqual([where, undefined]);
  const links = await person.page.evaluate(() =>
    [...document.querySelectorAll('a[href]')].map((link) => Reflect.get(link, 'protocol')),
  );
  expect([where, links.filter((protocol) => protocol !== 'http:' && protocol !== 'https:')]).toEqual([where, []]);
  expect([where, dialogs, person.complaints, [...person.hosts]]).toEqual([where, 0, [], [new URL(app.origin).host]]);
}

const shownTexts = () =>
  person.page.evaluate(() =>
    [...document.querySelectorAll('main a, main h1, main h2, main li')].map((one) => one.textContent ?? ''),
  );

describe('forty hostile members', () => {
  test.each([
    ['/search/tile', '<script>'],
    ['/likes/profilelikedyou', 'Anton'],
    ['/chat/personal', 'Anton'],
    ['/chat/broadcast', '<script>'],
    ['/notes', '<script>'],
    ['/notifications', 'wrote to you'],
    ['/search/swype', null],
    ['/search/map', null],
    ['/', null],
    ['/settings', null],
    ['/profileEdit', null],
  ] as const)('are listed on %s as plain text', async (address, shown) => {
    await visit(person.page, address);
    if (shown !== null) await person.page.getByRole('main').getByText(shown).first().waitFor();
    else
      await person.page
        .locator(address === '/search/map' ? '.map-view-target canvas' : 'main h1')
        .first()
        .waitFor();
    expect((await shownTexts()).filter((text) => forbiddenCharacters.test(text))).toEqual([]);
    await expectNothingRan(address);
  });

  test('have profiles that show their texts verbatim', async () => {
    for (const [number, { profileId }] of hostile.entries()) {
      await visit(person.page, `/profile/${profileId}`);
      const main = person.page.getByRole('main');
      await main.getByRole('button', { name: 'Like', exact: true }).waitFor();
      const { profilename, description } = await boris.call(profiles.getProfile, {
        params: { id: profileId },
        query: { admin: false },
      });
      expect(profilename).not.toMatch(invisibleCharacters);
      await expect.poll(() => main.getByRole('heading').first().textContent()).toContain(profilename);
      await expect.poll(() => main.textContent()).toContain(description);
      await expectNothingRan(`profile ${number}`);
    }
  });

  test('write to Boris, who sees the beginning of every fourth text verbatim', async () => {
    for (const [number, { profileId }] of hostile.entries()) {
      if (number % 4 !== 0) continue;
      await visit(person.page, `/chat/personal/${profileId}`);
      await person.page
        .getByRole('log')
        .getByText(hostileTexts[number]?.slice(0, 20) ?? '')
        .first()
        .waitFor();
      await expectNothingRan(`conversation ${number}`);
    }
  });
});

test('a hostile text in a URL has no effect', async () => {
  for (const text of hostileTexts) {
    for (const address of [`/profile/${encodeURIComponent(text)}`, `/login?next=${encodeURIComponent(text)}`]) {
      await person.page.goto(app.origin + address);
      await person.page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(new URL(person.page.url()).origin).toBe(app.origin);
    }
  }
  await expectNothingRan('addresses');
});

test('a notification only leads to URLs inside the app', async () => {
  const reader = await openPerson({ hasNotifications: true });
  await logIn(reader, boris);
  await whenWorkerReady(reader.page);
  const worker = reader.context.serviceWorkers().at(-1) ?? (await reader.context.waitForEvent('serviceworker'));
  const opened = await worker.evaluate(
    async (addresses) => {
      const registration: ServiceWorkerRegistration = Reflect.get(self, 'registration');
      const clients: object = Reflect.get(self, 'clients');
      const Click: new (type: string, options: object) => Event = Reflect.get(self, 'NotificationEvent');
      const paths: string[] = [];
      const [matchAll, openWindow] = [Reflect.get(clients, 'matchAll'), Reflect.get(clients, 'openWindow')];
      Object.assign(clients, { matchAll: async () => [], openWindow: async (to: string) => void paths.push(to) });
      for (const [number, address] of addresses.entries()) {
        await registration.showNotification('x', { tag: `hostile-${number}`, data: { path: address } });
        const [notification] = await registration.getNotifications({ tag: `hostile-${number}` });
        self.dispatchEvent(new Click('notificationclick', { notification }));
        while (paths.length <= number) await new Promise((resolve) => setTimeout(resolve, 5));
      }
      Object.assign(clients, { matchAll, openWindow });
      return paths;
    },
    [...hostileAddresses, '/chat/personal'],
  );
  expect(opened).toEqual([...hostileAddresses.map(() => '/notifications'), '/chat/personal']);
  await reader.leave();
});

test('every page of every brand forbids framing, foreign and inline scripts, and sends no referrer', async () => {
  const port = Number(new URL(app.origin).port);
  const addresses = [...screenRoutes.map((route) => route.path.replaceAll(/\{\w+\}/g, 'x')), '/no/such/page', '/login?token=abc'];
  const stored = ['/no/such/page', ...screenRoutes.filter((route) => 'isPrerendered' in route).map(({ path }) => path)];
  for (const { canonicalHost } of brands)
    for (const target of addresses) {
      const { headers, status } = await ask(port, {
        target,
        headers: [
          ['host', canonicalHost],
          ['accept', 'text/html'],
        ],
      });
      const where = `${canonicalHost}${target}`;
      expect([where, status, headers.get('content-type')]).toEqual([
        where,
        target.startsWith('/no/') ? 404 : 200,
        'text/html; charset=utf-8',
      ]);
      const policy = headers.get('content-security-policy') ?? '';
      for (const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        `connect-src 'self' wss://${canonicalHost}`,
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types default',
      ])
        expect([where, policy.includes(rule) ? rule : policy]).toEqual([where, rule]);
      expect([where, /unsafe|\*|https?:/.test(policy)]).toEqual([where, false]);
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': 'max-age=31536000',
        'permissions-policy': expect.stringContaining('geolocation=(self)'),
        'cache-control': stored.includes(target) && target !== '/login' ? 'no-cache' : 'no-store',
      });
    }
});

test('a missing asset does not return a page', async () => {
  const port = Number(new URL(app.origin).port);
  for (const target of ['/assets/gone-12345678.js', '/assets/../sw.jss', '/api/assets/x.js', '/settings.css']) {
    const { status, headers } = await ask(port, { target, headers: [['host', new URL(app.origin).host]] });
    expect([target, status, headers.get('content-type')?.includes('html')]).toEqual([target, 404, false]);
  }
});
