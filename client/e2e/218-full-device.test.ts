// Logging in again on a device that can store nothing more.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from './support/member.ts';
import { openPerson, type Person } from './support/person.ts';
import { startServer, type RunningServer } from './support/server.ts';

const password = 'a long passphrase 12';
let server: RunningServer;
let person: Person;

beforeAll(async () => {
  server = await startServer();
  const ada = await signUp(server, 'Ada');
  await ada.ask('PUT', '/api/settings', { password });
  person = await openPerson();
});

afterAll(async () => {
  await person.leave();
  await server.stop();
});

async function logIn(): Promise<void> {
  const { page } = person;
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByText('Hello, Ada').waitFor();
}

/** Runs in the page. */
function fillDevice(): void {
  for (const method of ['put', 'add'] as const)
    IDBObjectStore.prototype[method] = () => {
      throw new DOMException('No room.', 'QuotaExceededError');
    };
}

test('a member logs in on a device that is full, is told so, and stays logged in after a reload', async () => {
  const { page } = person;
  await page.goto(`${server.origin}/login`);
  await logIn();
  const sessionEnds = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.goto(`${server.origin}/login`);
  await sessionEnds;
  await page.waitForFunction(() => localStorage.getItem('sessionToEnd') === null);
  await page.addInitScript(fillDevice);
  await page.evaluate(fillDevice);
  await logIn();
  await page.getByText('This device is full. You stay logged in only in this tab.').waitFor();
  await page.reload();
  await page.getByText('Hello, Ada').waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
});
