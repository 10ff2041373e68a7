// Passkeys with three processes while the Redis of their limits is new or unavailable: each challenge works once, in any process.
import { expect, onTestFinished, test } from 'vitest';
import { passkeyLogins } from '#shared/contract/passkey-logins.ts';
import { localCounts } from '#server/limiters/local-counts.ts';
import { openSharedApps } from '#server/testing/app/shared-apps.ts';
import { addPasskey, challengeFor, signInWith } from '#server/testing/members/authenticator.ts';

test('a passkey is added and signs in, and of several uses of one challenge one is accepted', async () => {
  const app = await openSharedApps({
    parts: ({ clock }) => {
      const counts = localCounts(clock);
      return { limitCounts: { ...counts, take: (key, allowance) => counts.take(key, allowance, { used: 2 / 3 }) } };
    },
  });
  onTestFinished(() => app.close());
  const passkey = await addPasskey(await app.member());
  expect((await signInWith(app.visitor(), passkey)).status).toBe(200);

  const credential = passkey.use(await challengeFor(app.visitor()));
  const answers = await Promise.all(
    Array.from({ length: 9 }, () => app.visitor().ask(passkeyLogins.postAuthPasskey, { body: { credential, remember: false } })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.map(({ status }) => status)).size).toBe(2);
});
