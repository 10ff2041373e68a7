// A second tab beside an open one, which shares its live connection and the data on the device.
import { expect, test } from 'vitest';
import { signUp } from './support/member.ts';
import { openPerson } from './support/person.ts';
import { startServer, until } from './support/server.ts';
import { keptEntry, keptRows } from './support/kept-data.ts';

test('a second tab makes no call twice', async () => {
  const server = await startServer();
  const ada = await signUp(server, 'Ada');
  const phone = await openPerson();
  try {
    let isLive = false;
    phone.page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => (isLive ||= String(payload).includes('"hello"'))),
    );
    await ada.open(phone, '/search/tile');
    await until('the live connection', async () => isLive);
    await phone.page.waitForLoadState('networkidle');
    const tab = await phone.context.newPage();
    const asked: string[] = [];
    tab.on('request', (request) => {
      if (request.url().includes('/api/')) asked.push(`${request.method()} ${request.url()}`);
    });
    await tab.goto(phone.page.url());
    await expect.poll(() => asked.length).toBeGreaterThan(4);
    await tab.waitForLoadState('networkidle');
    expect(asked.filter((call, at) => asked.indexOf(call) !== at)).toEqual([]);
  } finally {
    await phone.leave();
    await server.stop();
  }
});

test('a tab that starts while another one opens the data on the device stays logged in, and stores what it has loaded later', async () => {
  const server = await startServer();
  const [ada, ben] = [await signUp(server, 'Ada'), await signUp(server, 'Ben')];
  const phone = await openPerson();
  try {
    await ada.open(phone, '/tos');
    await until(
      'the vault',
      async () => (await keptEntry(phone.page, 'vault')) === true && (await keptEntry(phone.page, 'session')),
    );
    await phone.page.evaluate(
      () =>
        new Promise<void>((holding) => {
          const hold = new Promise((resolve) => Object.assign(globalThis, { letOpen: resolve }));
          void navigator.locks.request('lock-change', () => (holding(), hold));
        }),
    );
    const tab = await phone.context.newPage();
    await tab.goto(`${server.origin}/profile/${ben.profileId}`);
    await tab.getByRole('main').getByRole('heading', { name: 'Ben' }).waitFor();
    expect(await ada.ask('GET', '/api/settings')).toMatchObject({ defaultProfileId: ada.profileId });
    expect(await keptRows(tab, 'profiles')).toEqual([]);
    await phone.page.evaluate(() => Reflect.get(globalThis, 'letOpen')());
    await until('the profile on the device', async () => (await keptRows(tab, 'profiles')).length > 0);
    expect(new URL(tab.url()).pathname).toBe(`/profile/${ben.profileId}`);
  } finally {
    await phone.leave();
    await server.stop();
  }
});
