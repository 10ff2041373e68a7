// The tests of what limits calls, logins, mails and members, run with the counts in a real Redis.
import { describe, expect, test } from 'vitest';
import { membersWriteToEachOther } from '#server/features/messages/messages.suite.ts';
import { openTestApp } from '#server/testing/app/test-app.ts';
import { countLimitsInRedis } from '#server/testing/fakes/redis.ts';

const redis = await countLimitsInRedis();

describe('rates of calls', async () => void (await import('./rights-rates.test.ts')));
describe('the order of checks', async () => void (await import('./rights-order.test.ts')));
describe('logins', async () => void (await import('#server/features/session/login.test.ts')));
describe('registration', async () => void (await import('#server/features/session/register.test.ts')));
describe('mailed links', async () => void (await import('#server/features/session/sign-in-mails.test.ts')));
describe('passkeys', async () => void (await import('#server/features/passkeys/passkeys.test.ts')));
describe('signing in again', async () => void (await import('#server/features/passkeys/sign-in-again.test.ts')));
describe('settings', async () => void (await import('#server/features/settings/settings.test.ts')));
describe('contact', async () => void (await import('#server/features/contact/contact.test.ts')));
describe('the archive', async () => void (await import('#server/features/account/archive.test.ts')));
describe('profiles', async () => void (await import('#server/features/profiles/profiles.test.ts')));
describe('searches', async () => void (await import('#server/features/nearby/filters.test.ts')));
describe('messages', () => membersWriteToEachOther(openTestApp));
describe('broadcasts', async () => void (await import('#server/features/messages/broadcasts.test.ts')));
describe('greetings', async () => void (await import('#server/features/welcome/welcome.test.ts')));

test('the limits of these tests were counted in Redis', async () => {
  const kept = JSON.parse(await redis.dump()) as readonly { readonly key: string }[];
  const kinds = new Set(kept.map(({ key }) => key.split(':').at(-2)));
  expect(['r', 'd', 'a'].filter((kind) => !kinds.has(kind))).toEqual([]);
});
