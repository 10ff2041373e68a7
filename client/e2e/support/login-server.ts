// Starts a server that sends its emails through SMTP, so that its log has no links, and helps to register and log in.
import type { Locator } from 'playwright-core';
import { messages } from '#shared/contract/messages.ts';
import { positions } from '#shared/contract/positions.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { session } from '#shared/contract/session.ts';
import { settings } from '#shared/contract/settings.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { browserOf, type Browser } from '#server/testing/app/browser.ts';
import { startSmtp } from '#server/testing/fakes/smtp.ts';
import { openPerson, type Person, type PersonOptions } from './person.ts';
import { linkIn, startServer, until, type RunningServer } from './server.ts';

export interface LoginServer {
  readonly server: RunningServer;
  readonly origin: string;
  /** The person has an IP address of their own. */
  openPerson(options?: PersonOptions): Promise<Person>;
  /** Closes the browsers of everybody opened so far. */
  closeBrowsers(): Promise<void>;
  /** Gives the person an IP address of their own, since some limits count by address. */
  giveAddress(person: Person): Promise<void>;
  /** Waits for the newest link to an email address that was not returned before. */
  linkTo(email: string): Promise<string>;
  /** Returns the link with which the newest email to an address offers to stop such emails. */
  unwantedLinkTo(email: string): string;
  /** Returns the number of emails to an address so far. */
  mailsTo(email: string): number;
  /** Registers a member on the screen and opens the link in the same browser. */
  register(person: Person, email: string): Promise<void>;
  /** Requests a link on the screen and returns it. */
  requestLink(person: Person, email: string): Promise<string>;
  /** Requests a link without a browser. */
  askForLinkDirectly(email: string): Promise<string>;
  /** Creates a member with a name who uses the API directly. */
  member(email: string, name: string): Promise<Browser & { readonly profileId: string }>;
  close(): Promise<void>;
}

export async function startLoginServer(): Promise<LoginServer> {
  const smtp = await startSmtp();
  const server = await startServer({ SMTP_URL: smtp.url, LOG_LEVEL: 'debug', TRUST_PROXY: 'true' });
  const { origin } = server;
  const handedOut = new Set<string>();
  const people: Person[] = [];
  let addresses = 0;

  const mailsTo = (email: string) => smtp.received.filter(({ to }) => to.includes(email));
  const linkTo = (email: string): Promise<string> =>
    until(`a link to ${email}`, async () => {
      const mail = smtp.received.findLast(({ to, text }) => to.includes(email) && text.includes('token='));
      const link = mail && linkIn(mail.text);
      if (link === undefined || handedOut.has(link)) return null;
      handedOut.add(link);
      return link;
    });

  async function requestLink({ page }: Person, email: string): Promise<string> {
    await page.goto(`${origin}/register`, { waitUntil: 'networkidle' });
    await page.getByLabel('Email').fill(email);
    for (const box of ['Technical', 'Age', 'Law']) await page.getByRole('checkbox', { name: box }).check();
    await page.getByRole('button', { name: 'Send Login Link' }).click();
    await page.getByText('a login link is on its way').waitFor();
    return linkTo(email);
  }

  async function askForLinkDirectly(email: string): Promise<string> {
    await browserOf(origin).call(session.postRegister, { body: { email, acknowledgements: ['technical', 'age', 'law'] } });
    return linkTo(email);
  }

  function giveAddress({ context }: Person): Promise<void> {
    addresses += 1;
    return context.setExtraHTTPHeaders({ 'x-forwarded-for': `10.0.0.${addresses}` });
  }

  return {
    server,
    origin,
    async openPerson(options) {
      const person = await openPerson(options);
      people.push(person);
      await giveAddress(person);
      return person;
    },
    async closeBrowsers() {
      for (const person of people.splice(0)) await person.leave();
    },
    giveAddress,
    linkTo,
    unwantedLinkTo: (email) => /\S+\/unwanted-emails\S+/.exec(mailsTo(email).at(-1)?.text ?? '')?.[0] ?? '',
    mailsTo: (email) => mailsTo(email).length,
    requestLink,
    async register(person, email) {
      const link = await requestLink(person, email);
      await person.page.goto(link);
      await person.page.getByRole('heading', { name: 'Hello' }).waitFor();
    },
    askForLinkDirectly,
    async member(email, profilename) {
      const browser = browserOf(origin);
      await browser.form('/api/auth', { ...pairIn(await askForLinkDirectly(email)), remember: 'true' });
      return { ...browser, profileId: await giveName(browser, profilename) };
    },
    async close() {
      await server.stop();
      await smtp.close();
    },
  };
}

/** Gives the member a public name. Returns the profile id. */
export async function giveName(browser: Browser, profilename: string): Promise<string> {
  const { defaultProfileId: id } = await browser.call(settings.getSettings);
  const rest = { birthdate: '1990-05-17', height: '', weight: '', description: '' };
  const lists = { profilePicIds: [], profilePicIdsPrivate: [], characteristics: [] };
  await browser.call(profiles.putProfile, { body: { id, profilename, ...rest, ...lists } });
  return id;
}

/** Returns the credentials in a link. */
export function pairIn(link: string): { username: string; password: string } {
  const token = /token=([\w-]+)/.exec(link)?.[1] ?? '';
  const [username = '', password = ''] = Buffer.from(token, 'base64url').toString().split(':');
  return { username, password };
}

export const main = ({ page }: Person): Locator => page.getByRole('main');

/** Returns a caller with the session cookie of a person's browser, as a thief would have it. */
export async function sessionOf(person: Person, origin: string): Promise<Browser> {
  const browser = browserOf(origin);
  for (const { name, value } of await person.context.cookies(origin)) if (name === 'sid') browser.cookies.set(name, value);
  return browser;
}

export const isAlive = async (browser: Browser): Promise<boolean> => (await browser.ask(settings.getSettings)).status === 200;

export const say = (from: Browser & { readonly profileId: string }, bodyText: string, to: string): Promise<unknown> =>
  from.call(messages.postMessage, {
    body: { senderProfileId: from.profileId, recipientProfileId: to, bodyText, profilePicIds: [] },
  });

/** Gives the member a position, so that others find them. */
export const place = (
  who: Browser & { readonly profileId: string },
  overrideLat: number,
  overrideLon: number,
): Promise<unknown> =>
  who.call(positions.putPosition, {
    params: { profileId: who.profileId },
    body: {
      profileId: who.profileId,
      use: 'OVERRIDE',
      overrideLat,
      overrideLon,
      hide: false,
      tsEffectiveUntil: Date.now() + hourMs,
    },
  });

/** Stores a hand-placed position of the member in this browser. */
export const standAt = ({ page }: Person, lat: number, lng: number): Promise<void> =>
  page.evaluate((at) => localStorage.setItem('lastLocation', JSON.stringify({ type: 'override', ...at, fixMs: null })), {
    lat,
    lng,
  });
