// Each brand's pages for visitors: rendered for its host, complete, and neutral on the discreet brand.
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brands, defaultBrand } from '#manifest/index.ts';
import { revealingWordIn } from '#server/testing/privacy/revealing-words.ts';
import { screenRoutes, type ScreenRoute } from '#shared/rules/routes.ts';
import { signUp } from './support/member.ts';
import { openPerson, type Person } from './support/person.ts';
import { linkIn, startServer, type RunningServer } from './support/server.ts';

const publicRoutes = screenRoutes.filter((route: ScreenRoute) => route.isPrerendered);
const discreet = brands.find((brand) => brand.discreet) ?? defaultBrand;

let server: RunningServer;
let visitor: Person;

beforeAll(async () => {
  server = await startServer();
  visitor = await openPerson();
});

afterAll(async () => {
  await visitor.leave();
  await server.stop();
});

const originOf = (key: string) => `http://${key}.localhost:${server.port}`;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
/** Hydration replaces prerendered text; the menu button works only afterwards. */
const open = (path: string, key = defaultBrand.key) => visitor.page.goto(originOf(key) + path, { waitUntil: 'networkidle' });

describe.each(brands.map((brand) => [brand.key, brand] as const))('%s', (key, brand) => {
  test('paints title, description, colours and text of each public page without JavaScript, and has one canonical URL', async () => {
    const context = await visitor.context.browser()?.newContext({ javaScriptEnabled: false });
    const page = await context?.newPage();
    if (page === undefined) throw new Error('No browser to open a page in');
    for (const { path, title } of publicRoutes) {
      const answer = await page.goto(originOf(key) + path);
      const content = (selector: string) => page.locator(selector).getAttribute('content');
      expect(await page.title()).toBe(brand.discreet ? brand.name : `${title} · ${brand.name}`);
      expect(await content('meta[name=description]')).toBe(brand.manifest.description);
      expect(await content('meta[name=theme-color][media*=light]')).toBe(brand.themeColor.light);
      expect(await content('meta[name=theme-color][media*=dark]')).toBe(brand.themeColor.dark);
      expect(await content('meta[name=viewport]')).toContain('width=device-width');
      expect(await page.locator('html').getAttribute('lang')).toBe('en');
      expect(await page.getByRole('banner').innerText()).toContain(brand.name);
      expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(40);
      const { link, 'x-robots-tag': robots } = answer?.headers() ?? {};
      if (brand.discreet) expect([link, robots]).toEqual([undefined, 'noindex, nofollow']);
      else expect([link, robots]).toEqual([`<https://${brand.canonicalHost}${path}>; rel="canonical"`, undefined]);
    }
    await context?.close();
  });

  test('names itself on the pages about it', async () => {
    await open('/aboutus', key);
    await visitor.page.getByText(brand.texts.about).waitFor();
    await open('/tos', key);
    await visitor.page.getByText(brand.texts.tosExtra).waitFor();
    await open('/support', key);
    await visitor.page.getByText(brand.texts.support).waitFor();
    expect(visitor.complaints).toEqual([]);
  });
});

test.each(brands.map((brand) => [brand.key, brand] as const))(
  'the first screen of %s shows the app in the colours of the theme, unless the brand is discreet',
  async (key, { discreet: isDiscreet }) => {
    const { page } = visitor;
    for (const [colorScheme, file] of [
      ['light', 'screenshot-narrow.webp'],
      ['dark', 'screenshot-narrow-dark.webp'],
    ] as const) {
      const pictures: string[] = [];
      const note = (request: Request) => {
        const { pathname } = new URL(request.url());
        if (pathname.endsWith('.webp')) pictures.push(pathname);
      };
      await page.goto('about:blank');
      await page.emulateMedia({ colorScheme });
      page.on('request', note);
      await open('/', key);
      page.off('request', note);
      expect(pictures).toEqual(isDiscreet ? [] : [`/icons/${file}`]);
      expect(await page.locator('.hero-look').count()).toBe(isDiscreet ? 0 : 1);
    }
    await page.emulateMedia({ colorScheme: null });
  },
);

describe('the discreet brand', () => {
  test('has no revealing word on any page open to visitors, or in its menu, manifest, icon and neutral notification', async () => {
    const found: string[] = [];
    const look = (where: string, text: string) => {
      const word = revealingWordIn(text);
      if (word !== null) found.push(`${where}: ${word}`);
    };
    for (const path of [...publicRoutes.map((route) => route.path), '/no/such/page', '/settings']) {
      const answer = await open(path, discreet.key);
      // Paths of scripts and screens are not visible.
      look(`source of ${path}`, ((await answer?.text()) ?? '').replace(/(src|href)="[^"]*"/g, ''));
      await heading(visitor.page).waitFor();
      await visitor.page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) {
          details.removeAttribute('name');
          details.open = true;
        }
      });
      look(path, `${await visitor.page.title()} ${await visitor.page.locator('body').innerText()}`);
    }
    await visitor.page.getByRole('button', { name: 'Menu' }).click();
    look('menu', await visitor.page.getByRole('dialog', { name: 'Menu' }).innerText());
    // The API refuses to be opened as a page.
    look('/api/version', await visitor.page.evaluate(async () => (await fetch('/api/version')).text()));
    for (const path of ['/manifest.webmanifest', '/icons/icon.svg', '/robots.txt', '/version_frontend.json']) {
      const answer = await visitor.page.goto(originOf(discreet.key) + path);
      look(path, ((await answer?.text()) ?? '').replace(/"url":"[^"]*"|"action":"[^"]*"/g, ''));
    }
    const worker = (await visitor.page.goto(`${originOf(discreet.key)}/sw.js`))?.text();
    const [, notification] = /"notification":(\{.*?\})/.exec((await worker) ?? '') ?? [];
    expect(notification).toContain(discreet.notification.text);
    look('notification', notification ?? '');
    expect(found).toEqual([]);
    expect(visitor.complaints).toEqual([]);
    // The other brands use these words, so the search looks for the right ones.
    for (const { key } of brands.filter((brand) => !brand.discreet)) {
      await open('/aboutus', key);
      expect(revealingWordIn(await visitor.page.getByRole('main').innerText())).not.toBeNull();
    }
  });

  test('sends an email that reveals nothing, links to its own host, and explains the lambda only to members', async () => {
    const question = visitor.page.getByText('What does the lambda symbol (λ) mean?');
    await open('/support', discreet.key);
    await visitor.page.getByText('What should a problem report say?').waitFor();
    expect(await question.count()).toBe(0);

    await open('/register', discreet.key);
    await visitor.page.getByLabel('Email').fill('iris@example.org');
    for (const box of ['Technical', 'Age', 'Law']) await visitor.page.getByRole('checkbox', { name: box }).check();
    await visitor.page.getByRole('button', { name: 'Send Login Link' }).click();
    const mail = await server.mailTo('iris@example.org');
    expect(revealingWordIn(mail.replace(linkIn(mail), ''))).toBeNull();
    expect(mail).toContain(`From: ${discreet.mail.fromName} <${discreet.mail.fromAddress}>`);
    expect(new URL(linkIn(mail)).origin).toBe(originOf(discreet.key));

    await visitor.page.goto(linkIn(mail));
    await visitor.page
      .getByRole('banner')
      .getByRole('link', { name: /notifications/i })
      .waitFor();
    expect(await visitor.page.title()).toBe(discreet.name);
    await open('/support', discreet.key);
    await question.waitFor();
    await open('/profileEdit', discreet.key);
    await visitor.page.getByRole('checkbox', { name: discreet.productLabel, exact: true }).waitFor();
  });
});

test('the terms have every section, and the contents link to each of them and to the privacy policy', async () => {
  await open('/tos');
  const sections = visitor.page.getByRole('heading', { level: 2 });
  await expect
    .poll(() => sections.allInnerTexts())
    .toEqual([
      'Contents',
      '1. Eligibility',
      '2. Account responsibilities',
      '3. Prohibited activities',
      '4. Content licence',
      '5. Liability',
      '6. Termination',
      '7. Arbitration',
      '8. Changes',
      'Privacy policy',
    ]);
  await visitor.page.getByText('You have to be at least 18 years old').waitFor();
  const navigation = visitor.page.getByRole('navigation', { name: 'Contents' });
  const contents = navigation.getByRole('link');
  if (!(await contents.first().isVisible())) await navigation.getByText('Contents').click();
  expect(await contents.count()).toBe(9);
  for (const link of await contents.all()) {
    const target = (await link.getAttribute('href')) ?? '';
    await link.click();
    await expect.poll(() => new URL(visitor.page.url()).hash).toBe(target);
    await expect.poll(() => isInView(visitor.page, target)).toBe(true);
  }
});

test('the fragment #pp opens the privacy policy, also from another page', async () => {
  await open('/tos#pp');
  await expect.poll(() => isInView(visitor.page, '#pp')).toBe(true);
  await open('/aboutus');
  await visitor.page.getByRole('link', { name: 'privacy policy' }).click();
  await visitor.page.waitForURL('**/tos#pp');
  await expect.poll(() => isInView(visitor.page, '#pp')).toBe(true);
});

test('support explains the lambda and shows the version to quote', async () => {
  await open('/support');
  await visitor.page.getByText('What does the lambda symbol (λ) mean?').click();
  await visitor.page.getByText('The Greek letter lambda has stood for our community').waitFor();
  const { gitCommitHash } = (await (await fetch(`${server.origin}/api/version`)).json()) as { gitCommitHash: string };
  await visitor.page.getByText(gitCommitHash.slice(0, 10)).first().waitFor();
});

describe('the contact form', () => {
  const name = () => visitor.page.getByLabel('Full name');
  const message = () => visitor.page.getByLabel('Message', { exact: true });
  const send = () => visitor.page.getByRole('button', { name: 'Send' }).click();

  test('requires a full name, counts the characters of the message, and accepts at most 4000', async () => {
    await open('/contactus');
    await visitor.page.getByText('tell us in the message how we can reach you').waitFor();
    await message().fill('🙂'.repeat(4_001));
    await visitor.page.getByText('4000 / 4000').waitFor();
    await send();
    await visitor.page.getByText('Please provide your full name').waitFor();
    await expect.poll(() => name().evaluate((field) => field === document.activeElement)).toBe(true);
  });

  test('shows that it is sending and then sent, and the message reaches support without a reply address', async () => {
    await open('/contactus');
    await name().fill('Vera Visitor');
    await message().fill('Where is the map of the sea?');
    const held = Promise.withResolvers<void>();
    await visitor.page.route('**/api/contactus-messages', async (route) => {
      await held.promise;
      await route.continue();
    });
    await send();
    await visitor.page.getByText('Sending...').waitFor();
    held.resolve();
    await visitor.page
      .getByText('Message Sent, you may receive a reply to the email address asscoiated with your account.', { exact: true })
      .waitFor();
    await visitor.page.unroute('**/api/contactus-messages');
    expect(await message().inputValue()).toBe('');
    const mail = await server.mailTo(defaultBrand.supportAddress);
    expect(mail).toContain('Where is the map of the sea?');
    expect(mail).not.toMatch(/^Reply-To:/m);
  });

  test('shows that sending failed, and keeps the message', async () => {
    await open('/contactus');
    await name().fill('Vera Visitor');
    await message().fill('Still here');
    await visitor.page.route('**/api/contactus-messages', (route) => route.abort());
    await send();
    await visitor.page.getByText('Message sending failed, please try again another time.', { exact: true }).waitFor();
    expect(await message().inputValue()).toBe('Still here');
    await visitor.page.unroute('**/api/contactus-messages');
  });

  test('sends a member’s email address for the reply', async () => {
    const person = await openPerson();
    const nora = await signUp(server, 'Nora');
    await nora.open(person, '/contactus');
    await person.page.getByText('The reply goes to the email address of your account.').waitFor();
    await person.page.getByLabel('Full name').fill('Nora Nowak');
    await person.page.getByLabel('Message', { exact: true }).fill('A question of mine');
    await person.page.getByRole('button', { name: 'Send' }).click();
    const mail = await server.mailTo(defaultBrand.supportAddress);
    expect(mail).toContain('A question of mine');
    expect(mail).toMatch(/^Reply-To: nora@example\.org\r?$/m);
    await person.leave();
  });
});

test('membership dues: a visitor is redirected to the login, a member sees the prices and 0 volunteer credits', async () => {
  const person = await openPerson();
  await person.page.goto(`${server.origin}/billing`);
  await person.page.waitForURL('**/login');
  const paul = await signUp(server, 'Paul');
  await paul.open(person, '/billing');
  await person.page.getByRole('heading', { level: 1, name: 'Membership Dues' }).waitFor();
  await person.page.getByRole('definition').filter({ hasText: /^0$/ }).waitFor();
  const text = (await person.page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ');
  for (const said of [
    'Community membership is free, and paid contributing members fund it.',
    '$10 per month Contributing membership: sponsors 3 accounts, you plus 2 friends.',
    '$15 per month Contributing membership: sponsors 5 accounts, you plus 4 friends.',
    '$10 per month, or $100 per year Pro membership, paid by a bank-transfer service or credit card.',
    'Volunteer credits 0',
  ])
    expect(text).toContain(said);
  await person.leave();
});

/** True if a heading is in the viewport, below the sticky header. */
const isInView = (page: Page, selector: string): Promise<boolean> =>
  page.locator(selector).evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    return top >= 40 && top < innerHeight;
  });
