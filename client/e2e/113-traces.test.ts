// A visit from registration to logout leaves no trace of email address, login links or position where none belongs.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserOf } from '#server/testing/app/browser.ts';
import { isAlive, main, startLoginServer, pairIn, place, say, sessionOf, type LoginServer } from './support/login-server.ts';
import { openPerson, type Person } from './support/person.ts';
import { until } from './support/server.ts';
import { bytesOf, filesOf, findingsIn, tracesOf, rowsOf, watchRequests, type SeenRequests } from './support/traces.ts';
import { keptEntry } from './support/kept-data.ts';

const email = 'canary-in-the-mine@example.org';
const spot = { latitude: 33.4567891, longitude: -112.1234567 };

let loginServer: LoginServer;
let ada: Person;
let ben: Awaited<ReturnType<LoginServer['member']>>;
let requests: SeenRequests;
const links: string[] = [];

beforeAll(async () => {
  loginServer = await startLoginServer();
  ben = await loginServer.member('peer@example.org', 'Ben');
  await place(ben, 33.46, -112.1);
  ada = await openPerson({ geolocation: spot });
  requests = watchRequests(ada.context);
});
afterAll(async () => {
  await ada.leave();
  await loginServer.close();
});

const open = (to: string) => ada.page.goto(loginServer.origin + to);
const mails = { address: email, 'its name': email.split('@')[0] ?? '' };
const coordinates = { latitude: '33.45678', longitude: '112.12345' };
/** A whole token, and the secret in it that logs in. */
const tokens = () =>
  Object.fromEntries(
    links.flatMap((link, i) => [
      [`token ${i}`, link.split('token=')[1] ?? link],
      [`secret ${i}`, pairIn(link).password],
    ]),
  );

test('after registration and login, neither address bar, history nor storage has the link', async () => {
  links.push(await loginServer.requestLink(ada, email));
  await ada.page.goto(links[0] ?? '');
  await main(ada).getByRole('heading', { name: 'Hello' }).waitFor();
  expect(findingsIn(await tracesOf(ada), tokens())).toEqual([]);
});

test('a member fills in their profile, shows themself on the map, looks around, writes, and asks for help', async () => {
  await open('/profileEdit');
  await ada.page.getByLabel('Public name').fill('Ada');
  await ada.page.getByLabel('Birthdate').fill('1990-05-17');
  await ada.page.getByLabel('Height').focus();
  // 'Saved' may refer to the name alone, but only members with name and birthdate are shown to others.
  const own = `/api/profile/${await ownId()}`;
  await expect
    .poll(() => ada.page.evaluate(async (path) => (await fetch(path)).json(), own))
    .toMatchObject({ profilename: 'Ada', birthdate: '1990-05-17' });
  await open('/search/map');
  await ada.page.getByRole('button', { name: /Switch to GPS/ }).click();
  await until(
    'the report of their place',
    async () => (await ben.send('GET', '/api/profile-briefs/nearest?page=0&size=30')).bytes.includes('Ada'),
    60_000,
  );
  await open('/search/tile');
  await ada.page.getByRole('link', { name: /Ben/ }).waitFor();
  await open(`/chat/personal/${ben.profileId}`);
  await ada.page.getByRole('textbox', { name: /^Message to/ }).fill('Good morning');
  await ada.page.getByRole('button', { name: 'Send', exact: true }).click();
  await until('the message', async () =>
    (await ben.send('GET', `/api/messages/most-recent-with/${ben.profileId}`)).bytes.includes('Good morning'),
  );
  await say(ben, 'Good morning to you', await ownId());
  await ada.page.getByText('Good morning to you').filter({ visible: true }).first().waitFor();
  await open('/settings');
  await main(ada).getByRole('heading', { name: 'Account Settings' }).waitFor();
  await open('/contactus');
  await main(ada).getByLabel('Full name').fill('Ada');
  await main(ada).getByLabel('Message', { exact: true }).fill('Where are the stairs?');
  await main(ada).getByRole('button', { name: 'Send', exact: true }).click();
  await main(ada).getByText('Message Sent').waitFor();
});

test('during the visit the device stores the position only encrypted, and email address and links not at all', async () => {
  expect(JSON.stringify(await keptEntry(ada.page, 'lastLocation'))).toContain('33.4567891');
  expect(findingsIn(await tracesOf(ada), { ...mails, ...coordinates, ...tokens() })).toEqual([]);
});

test('another link logs in after the session has ended', async () => {
  await ada.page.evaluate(() => fetch('/api/auth', { method: 'DELETE' }));
  links.push(await loginServer.askForLinkDirectly(email));
  await ada.page.goto(links[1] ?? '');
  await main(ada).getByRole('button', { name: 'Log in', exact: true }).click();
  await ada.page.waitForURL(({ pathname }) => pathname !== '/login');
  await main(ada).getByText('You are now logged in as').waitFor();
});

test('after logout the device has no data, and no request has sent a link or had one as its referrer', async () => {
  const session = await sessionOf(ada, loginServer.origin);
  await open('/logout');
  await ada.page.getByRole('link', { name: 'Login Again' }).waitFor();
  await until('the end of the session on the server', async () => !(await isAlive(session)));
  const everything = { ...mails, ...coordinates, ...tokens(), name: 'Ada', message: 'Good morning' };
  await expect.poll(async () => findingsIn(await tracesOf(ada), everything)).toEqual([]);
  expect(requests.count()).toBeGreaterThan(50);
  expect(findingsIn({ requests: await requests.texts() }, { ...mails, ...coordinates, ...tokens() })).toEqual([]);
});

test('the server’s log contains no email address, link or position', () => {
  expect(loginServer.server.output()).toContain('Server listening');
  const everything = { ...mails, peer: 'peer@example.org', ...coordinates, ...tokens() };
  expect(findingsIn({ log: loginServer.server.output() }, everything)).toEqual([]);
});

test('the server’s files contain no position, no row contains a link, and no remains of a link can log in', async () => {
  for (const link of links) expect((await browserOf(loginServer.origin).form('/api/auth', pairIn(link))).status).toBe(401);
  await loginServer.server.kill('SIGTERM');
  const files = await filesOf(loginServer.server);
  expect(Object.keys(files)).toContain('database.sqlite');
  const readable = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, bytes.toString('latin1')]));
  const numbers = { 'latitude as bytes': bytesOf(spot.latitude), 'longitude as bytes': bytesOf(spot.longitude) };
  expect(findingsIn(readable, { ...coordinates, ...numbers })).toEqual([]);
  expect(findingsIn({ rows: rowsOf(loginServer.server) }, tokens())).toEqual([]);
});

const ownId = async (): Promise<string> => (await keptEntry<{ profileId: string }>(ada.page, 'session'))?.profileId ?? '';
