// Pictures shared from the phone's gallery are uploaded only after confirmation, and shared texts can go into a conversation.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { portrait } from '#server/outside/portraits.ts';
import { signUp, type Member } from './support/member.ts';
import { openPerson, type Person } from './support/person.ts';
import { startServer, until, type RunningServer } from './support/server.ts';
import { whenWorkerControls } from './support/worker.ts';

let server: RunningServer;
let person: Person;
let ada: Member;
let picture = '';

beforeAll(async () => {
  server = await startServer();
  person = await openPerson();
  ada = await signUp(server, 'Ada');
  picture = (await portrait(5, 800)).toString('base64');
  await person.page.goto(server.origin);
  await whenWorkerControls(person.page);
});

afterAll(async () => {
  await person.leave();
  await server.stop();
});

test('a visitor who shares a picture logs in first, and then finds it on the upload screen', async () => {
  await share(1);
  await person.page.waitForURL('**/login');
  await ada.open(person, '/profilePicUpload');
  await question(1).waitFor();
});

test('nothing is uploaded without confirmation, even after a reload, and declined pictures are dropped', async () => {
  await person.page.reload();
  await question(1).waitFor();
  expect(await ownPictures()).toEqual([]);
  await person.page.getByRole('button', { name: 'Don’t add' }).click();
  await question(1).waitFor({ state: 'detached' });
  await person.page.reload();
  await person.page.getByRole('button', { name: 'Choose pictures' }).waitFor();
  expect(await question(1).count()).toBe(0);
  expect(await ownPictures()).toEqual([]);
});

test('two shared and confirmed pictures are in the member’s profile', async () => {
  await share(2);
  await question(2).waitFor();
  await person.page.getByRole('button', { name: 'Add 2 pictures' }).click();
  await until('both pictures in the profile', async () => (await ownPictures()).length === 2, 60_000);
  expect(await person.page.getByRole('list', { name: 'Chosen pictures' }).getByRole('listitem').count()).toBe(2);
  expect(person.complaints).toEqual([]);
});

test('offline the shared picture waits with an explanation, and is uploaded automatically once online', async () => {
  await person.context.setOffline(true);
  await share(1);
  await question(1).waitFor();
  await person.page.getByRole('button', { name: 'Add picture' }).click();
  await person.page.getByText('Waiting on this device for a connection').waitFor();
  await person.context.setOffline(false);
  await until('the third picture', async () => (await ownPictures()).length === 3, 60_000);
});

test('the screen says so if there are too many pictures, and offers those that could be kept', async () => {
  await share(21);
  await question(20).waitFor();
  await person.page.getByText('Not all shared pictures could be kept.').waitFor();
  await person.page.getByRole('button', { name: 'Don’t add' }).click();
  await person.page.waitForURL(({ hash }) => hash === '');
  await person.page.reload();
  await person.page.getByRole('button', { name: 'Choose pictures' }).waitFor();
  expect(await person.page.getByText('Not all shared pictures could be kept.').count()).toBe(0);
});

test('a text that is shared with pictures can be put into a conversation', async () => {
  await share(1, 'From the sea');
  await question(1).waitFor();
  await person.page.getByRole('link', { name: 'Put the shared text into a conversation' }).click();
  await person.page.getByRole('heading', { level: 1, name: 'Shared Text' }).waitFor();
  expect(await person.page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('From the sea');
  await person.page.goBack();
  await question(1).waitFor();
});

test('a text for which the device has no room opens the app, which says so, and shows no earlier text', async () => {
  await share(0, 'Kept');
  await person.page.getByRole('heading', { level: 1, name: 'Shared Text' }).waitFor();
  await expect.poll(() => person.page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('Kept');
  const devtools = await person.context.newCDPSession(person.page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: server.origin, quotaSize: 1 });
  await share(0, 'Too much');
  await person.page.getByText('What you shared has no text, or this device has no room left for it.').waitFor();
  expect(await person.page.getByRole('textbox', { name: 'Message' }).count()).toBe(0);
  await share(1, 'Too much');
  await person.page.getByText('The shared text could not be kept.').waitFor();
  await person.page.getByText('Not all shared pictures could be kept.').waitFor();
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: server.origin });
  await devtools.detach();
});

test('with an app lock the screen says why the shared pictures and their text are missing', async () => {
  await person.page.goto(`${server.origin}/settings#lock`);
  await person.page.getByRole('button', { name: 'Lock with a PIN' }).click();
  for (const name of ['New PIN', 'Repeat the PIN']) await person.page.getByLabel(name).fill('836127');
  await person.page.getByRole('button', { name: 'Set the lock' }).click();
  await person.page.getByRole('button', { name: 'Lock now' }).waitFor({ timeout: 60_000 });
  await share(1, 'From the sea');
  await person.page.getByRole('textbox', { name: 'PIN', exact: true }).fill('836127');
  await person.page.keyboard.press('Enter');
  await person.page.getByText('With an app lock, this device keeps no pictures that other apps share.').waitFor();
  await person.page.getByText('The shared text could not be kept.').waitFor();
  expect(await question(1).count()).toBe(0);
});

const question = (count: number) =>
  person.page.getByRole('heading', {
    name: count === 1 ? /^Add this picture to/ : `Add these ${count} pictures to your profile?`,
  });

const ownPictures = async (): Promise<string[]> =>
  ((await ada.ask('GET', `/api/profile/${ada.profileId}`)) as { profilePicIds: string[] }).profilePicIds;

/** Sends the form described in the web app manifest, as a browser does when a picture is shared with the installed app. */
async function share(count: number, text = ''): Promise<void> {
  // A browser keeps the manifest of an installed app.
  const { share_target: target } = await (await fetch(`${server.origin}/manifest.webmanifest`)).json();
  await person.page.evaluate(
    ({ target: { action, method, enctype, params }, base64, count, text }) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      const files = new DataTransfer();
      for (let n = 0; n < count; n += 1) files.items.add(new File([bytes], `gallery ${n}.png`, { type: 'image/png' }));
      const form = Object.assign(document.createElement('form'), { action, method, enctype });
      const input = Object.assign(document.createElement('input'), { type: 'file', name: params.files[0].name, multiple: true });
      input.files = files.files;
      const caption = Object.assign(document.createElement('textarea'), { name: params.text, value: text });
      form.append(...(count > 0 ? [input, caption] : [caption]));
      document.body.append(form);
      form.submit();
    },
    { target, base64: picture, count, text },
  );
}
