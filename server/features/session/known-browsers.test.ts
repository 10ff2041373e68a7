// A browser is known to each of the accounts that have logged in there, up to as many as its cookie has room for.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxMarks } from '#server/http/known-browser-cookie.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { quickHashing, setPasswordOf } from '#server/testing/members/passwords.ts';
import { logIn } from '#server/testing/members/sign-in.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ limits: quickHashing });
});
afterAll(() => app.close());

test('a member who logs in again in a browser that others have used replaces none of their marks', async () => {
  const browser = app.visitor();
  const password = 'a long sentence of mine';
  const emails = Array.from({ length: maxMarks }, (_, number) => `sister${number}@example.org`);
  for (const email of emails) {
    const { profileId } = await app.member({ email });
    await setPasswordOf(app, profileId, password);
  }
  for (const email of [...emails, emails.at(-1) ?? '']) {
    expect((await logIn(browser, { username: email, password })).status).toBe(200);
  }
  const marks = browser.cookies.get('kb')?.split('.') ?? [];
  expect(new Set(marks).size).toBe(maxMarks);
});
