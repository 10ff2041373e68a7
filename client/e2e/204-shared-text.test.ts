// Text and links shared from other apps go into a conversation that the member chooses, as a draft that they send.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp, type Member } from './support/member.ts';
import { openPerson, type Person } from './support/person.ts';
import { startServer, type RunningServer } from './support/server.ts';
import { whenWorkerControls } from './support/worker.ts';

let server: RunningServer;
let person: Person;
let ada: Member;
let bo: Member;

beforeAll(async () => {
  server = await startServer();
  person = await openPerson();
  ada = await signUp(server, 'Ada');
  bo = await signUp(server, 'Bo');
  await bo.say('Hello', ada.profileId);
  await person.page.goto(server.origin);
  await whenWorkerControls(person.page);
});

afterAll(async () => {
  await person.leave();
  await server.stop();
});

test('a visitor who shares a text logs in first, and then finds it again', async () => {
  await share({ title: 'Tea house', text: 'Shall we?', url: 'https://tea.example/' });
  await person.page.waitForURL('**/login');
  const { pathname, hash } = await wayBack();
  expect(pathname + hash).toBe('/chat/personal#shared');
  await ada.open(person, pathname + hash);
  await expectShared('Tea house\nShall we?\nhttps://tea.example/');
});

test('a shared text survives a reload, and becomes a draft in the chosen conversation, which only the member sends', async () => {
  await person.page.reload();
  await expectShared('Tea house\nShall we?\nhttps://tea.example/');
  await choose('Bo');
  await person.page.waitForURL(`**/chat/personal/${bo.profileId}`);
  await expect.poll(draft).toBe('Tea house\nShall we?\nhttps://tea.example/');
  expect(await sentToBo()).toEqual([]);
  await person.page.goto(`${server.origin}/chat/personal#shared`);
  await person.page.getByText('What you shared has no text, or this device has no room left for it.').waitFor();
});

test('a link to this site is put in as text, after the draft that is there, also offline', async () => {
  await person.context.setOffline(true);
  const link = `${server.origin}/profile/${bo.profileId}`;
  await share({ url: link });
  await expectShared(link);
  await choose('Bo');
  await expect.poll(draft).toBe(`Tea house\nShall we?\nhttps://tea.example/\n${link}`);
  await person.context.setOffline(false);
  await person.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(sentToBo).toEqual([`Tea house\nShall we?\nhttps://tea.example/\n${link}`]);
});

test('a text that is too long stays, and can be shortened', async () => {
  const long = 'Long '.repeat(900).trim();
  await share({ text: long });
  await expectShared(long);
  await person.page.getByText('A message has at most 4,000 characters. Please shorten the text.').waitFor();
  expect(await person.page.getByRole('button', { name: 'Bo' }).isDisabled()).toBe(true);
  await field().fill('Short ');
  await choose('Bo');
  await expect.poll(draft).toBe('Short');
});

test('a text that does not fit beside the draft stays on the screen, and the draft is unchanged', async () => {
  const long = 'a'.repeat(3_999);
  await share({ text: long });
  await choose('Bo');
  await person.page.getByText('With the draft in that conversation, the message would be too long.').waitFor();
  await expectShared(long);
  await person.page.goto(`${server.origin}/chat/personal/${bo.profileId}`);
  await expect.poll(draft).toBe('Short');
});

test('a text that the device cannot keep as a draft stays on the screen, which says so', async () => {
  await share({ text: 'Keep me' });
  await expectShared('Keep me');
  await person.page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args) {
      if (this.name === 'drafts') throw new DOMException('No room.', 'QuotaExceededError');
      return put.apply(this, args);
    };
  });
  await choose('Bo');
  await person.page.getByRole('alert').getByText('That couldn’t be saved. Please try again.').waitFor();
  await expectShared('Keep me');
});

test('a text of nothing but spaces is called missing, and a text that the member does not want is dropped', async () => {
  await share({ text: ' ' });
  await person.page.getByText('What you shared has no text, or this device has no room left for it.').waitFor();
  await share({ text: 'Not this' });
  await expectShared('Not this');
  await person.page.getByRole('button', { name: 'Don’t use it' }).click();
  await person.page.getByRole('heading', { name: 'Your Conversations' }).waitFor();
  await person.page.goto(`${server.origin}/chat/personal#shared`);
  await person.page.reload();
  await person.page.getByText('What you shared has no text, or this device has no room left for it.').waitFor();
  expect(person.complaints).toEqual([]);
});

const field = () => person.page.getByRole('textbox', { name: 'Message' });
const draft = () => person.page.getByRole('main').getByRole('textbox').inputValue();
const expectShared = async (text: string): Promise<void> => {
  await person.page.getByRole('heading', { level: 1, name: 'Shared Text' }).waitFor();
  await expect.poll(() => field().inputValue()).toBe(text);
};
const choose = (name: string) =>
  person.page.getByRole('list', { name: 'Into a conversation' }).getByRole('button', { name }).click();

const wayBack = async (): Promise<URL> =>
  new URL((await person.page.evaluate(() => sessionStorage.getItem('way_back'))) ?? '', server.origin);

const sentToBo = async (): Promise<string[]> => {
  const path = `/api/messages/between/${ada.profileId}/${bo.profileId}`;
  const messages = (await ada.ask('GET', path)) as { senderProfileId: string; bodyText: string }[];
  return messages.filter(({ senderProfileId }) => senderProfileId === ada.profileId).map(({ bodyText }) => bodyText);
};

interface Parts {
  readonly title?: string;
  readonly text?: string;
  readonly url?: string;
}

/** Sends the form described in the web app manifest, as a browser does when another app shares with the installed app. */
async function share(parts: Parts): Promise<void> {
  const manifest = await (await fetch(`${server.origin}/manifest.webmanifest`)).json();
  await person.page.evaluate(
    ({ target: { action, method, enctype, params }, parts }) => {
      const form = Object.assign(document.createElement('form'), { action, method, enctype });
      for (const part of ['title', 'text', 'url'] as const) {
        const input = Object.assign(document.createElement('textarea'), { name: params[part], value: parts[part] ?? '' });
        form.append(input);
      }
      document.body.append(form);
      form.submit();
    },
    { target: manifest.share_target, parts },
  );
}
