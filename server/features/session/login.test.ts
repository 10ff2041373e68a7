// Logging in and out, as browsers meet it over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settings } from '#shared/contract/settings.ts';
import { askForLink, linkTo, logIn } from '../../testing/sign-in.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ limits: { passwordHash: { memoryKiB: 64, passes: 1, lanes: 1 } } });
});
afterAll(() => app.close());

test('a newcomer logs in with the link of his mail', async () => {
  const browser = app.visitor();
  const asked = await askForLink(browser, 'New.Comer@Example.org');
  console.log(asked.status, asked.bytes.toString(), asked.headers['set-cookie']);
  const pair = await linkTo(app.mail, 'new.comer@example.org');
  console.log(app.mail.sent);
  const answer = await logIn(browser, pair);
  console.log(answer.status, answer.bytes.toString(), answer.headers['set-cookie']);
  expect(answer.status).toBe(200);
});
