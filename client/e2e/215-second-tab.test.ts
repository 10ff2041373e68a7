// A second tab beside an open one, which shares its live connection.
import { expect, test } from 'vitest';
import { signUp } from './support/member.ts';
import { openPerson } from './support/person.ts';
import { startServer } from './support/server.ts';

test('a second tab makes no call twice', async () => {
  const server = await startServer();
  const ada = await signUp(server, 'Ada');
  const phone = await openPerson();
  try {
    await ada.open(phone, '/search/tile');
    await phone.page.waitForLoadState('networkidle');
    const tab = await phone.context.newPage();
    const asked: string[] = [];
    tab.on('request', (request) => {
      if (request.url().includes('/api/')) asked.push(`${request.method()} ${request.url()}`);
    });
    await tab.goto(phone.page.url());
    await tab.waitForLoadState('networkidle');
    expect(asked.length).toBeGreaterThan(4);
    expect(asked.filter((call, at) => asked.indexOf(call) !== at)).toEqual([]);
  } finally {
    await phone.leave();
    await server.stop();
  }
});
