// Mails are in the language of the app or browser that causes them, and every language has every text.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '#shared/contract/session.ts';
import type { Language } from '#shared/rules/languages.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { allAcknowledged } from '#server/testing/members/sign-in.ts';
import { translatorFor } from './translators.ts';

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp();
});
afterEach(() => app.close());

test.each([
  [
    'de-AT,de;q=0.9,en;q=0.8',
    'Dein Anmeldelink',
    /^Hier ist dein Anmeldelink\. Er funktioniert einmal und ist 30 Minuten gültig\./,
  ],
  ['en-GB', 'Your sign-in link', /^Here is your sign-in link, which works once and for 30 minutes\./],
  ['tlh, x;q=0.5', 'Your sign-in link', /^Here is your sign-in link/],
])('a mail requested in %s has the subject %s', async (accepted, subject, body) => {
  const call = { body: { email: 'ada@example.org', acknowledgements: allAcknowledged } };
  await app.visitor().call(session.postRegister, call, { 'accept-language': accepted });
  await vi.waitFor(() => expect(app.mail.sent).toHaveLength(1));
  expect(app.mail.sent[0]?.subject).toBe(subject);
  expect(app.mail.sent[0]?.text).toMatch(body);
  expect(app.mail.sent[0]?.text).toMatch(/#token=[\w-]+\n/);
});

test('a brand’s own text that nobody translated is shown as it is', () => {
  expect(translatorFor('de').brandText('Tea is ready')).toBe('Tea is ready');
  expect(translatorFor('de').brandText('You have an update')).toBe('Es gibt etwas Neues');
});

test('a name in a push does not change the direction of the text around it', () => {
  const liked = (language: Language, name: string) => translatorFor(language).t('{name} likes you.', { name });
  expect(liked('ar', 'Ada (2)')).toBe('إعجاب من \u2068Ada (2)\u2069.');
  // The mark makes the text run from left to right in notifications, which look at the first letter.
  expect(liked('en', 'بدر (2)')).toBe('\u200e\u2068بدر (2)\u2069 likes you.');
});

const folder = import.meta.dirname;
const textsOf = (file: string) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Record<string, string>;
const placesIn = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();

test.each(readdirSync(folder).filter((name) => name.endsWith('.json')))('%s has every text with its placeholders', (file) => {
  const texts = textsOf(file);
  expect(Object.keys(texts)).toEqual(Object.keys(textsOf('en.json')));
  for (const [english, text] of Object.entries(texts)) expect(placesIn(text)).toEqual(placesIn(english));
});
