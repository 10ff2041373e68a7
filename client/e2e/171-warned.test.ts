// A message that looks like a scam shows a warning on the recipient's device, and can be reported with one tap.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp, type Member } from './support/member.ts';
import { openPerson, type Person } from './support/person.ts';
import { startServer, type RunningServer } from './support/server.ts';

let server: RunningServer;
let anton: Member;
let boris: Member;
let person: Person;

beforeAll(async () => {
  server = await startServer();
  [anton, boris] = [await signUp(server, 'Anton'), await signUp(server, 'Boris')];
  person = await openPerson({ isWithoutWorker: true });
});
afterAll(async () => {
  await person.leave();
  await server.stop();
});

test('only the suspicious message shows a warning, without being sent anywhere, and one tap reports it', async () => {
  await anton.say('What a garden! Are those figs?', boris.profileId);
  await anton.say('Text me on WhatsApp, I am hardly ever here', boris.profileId);
  const sent: string[] = [];
  person.context.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await boris.open(person, `/chat/personal/${anton.profileId}`);
  const log = person.page.getByRole('log');
  await log.getByText('What a garden!').waitFor();
  const warning = log.getByRole('note', { name: 'Be careful' });
  await warning.waitFor();
  expect(await warning.count()).toBe(1);
  expect(await warning.innerText()).toContain('continue somewhere else');
  expect(sent.filter((request) => /hardly|whatsapp/i.test(decodeURIComponent(request)))).toEqual([]);

  await warning.getByRole('button', { name: 'Report' }).click();
  await warning.getByText('Reported. Thank you.').waitFor();
  expect(await boris.ask('GET', '/api/reports')).toMatchObject([{ kind: 'message', reason: 'spam', state: 'open' }]);
  expect(sent.filter((request) => /hardly|whatsapp/i.test(decodeURIComponent(request)))).toEqual([]);
  expect(person.complaints).toEqual([]);
});

test('the warning can be dismissed', async () => {
  await anton.say('Could you send me $20 for the choir tickets?', boris.profileId);
  const log = person.page.getByRole('log');
  const warning = log.getByRole('note', { name: 'Be careful' }).filter({ hasText: 'about money' });
  await warning.getByRole('button', { name: 'This is fine' }).click();
  await warning.waitFor({ state: 'detached' });
  await log.getByText('choir tickets').waitFor();
});
