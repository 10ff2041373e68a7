// Passkeys while only a part of each limit is allowed, as with a Redis that is new or unavailable.
import { expect, test } from 'vitest';
import { localCounts } from '#server/limiters/local-counts.ts';
import { openAppForTest } from '#server/testing/app/app-for-test.ts';
import { addPasskey, signInWith } from '#server/testing/members/authenticator.ts';

test('a passkey is added and signs in while two thirds of each limit count as used', async () => {
  const app = await openAppForTest({
    parts: ({ clock }) => {
      const counts = localCounts(clock);
      return { limitCounts: { ...counts, take: (key, allowance) => counts.take(key, allowance, { used: 2 / 3 }) } };
    },
  });
  const passkey = await addPasskey(await app.member());
  expect((await signInWith(app.visitor(), passkey)).status).toBe(200);
});
