// The allowances of a message if their counts are not known immediately, as with Redis: no other write waits for them.
import { expect, test } from 'vitest';
import { messages } from '#shared/contract/messages.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { openAppForTest } from '#server/testing/app/app-for-test.ts';
import { statusAndCode } from '#server/testing/app/browser.ts';
import { block } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import type { TestWorldOptions } from '#server/testing/app/test-world.ts';

const kindOf = (key: string): string => key.split(':')[1] ?? '';

/** `taken` lists the daily allowances that were used. A count in `unknown` becomes known when its promise resolves. */
async function opened({ rates }: Pick<TestWorldOptions, 'rates'> = {}) {
  const taken: string[] = [];
  const unknown = new Map<string, Promise<void>>();
  const app = await openAppForTest({
    rates,
    parts: ({ limitCounts }) => ({
      limitCounts: {
        ...limitCounts,
        state: () => 'shared',
        async take(key, allowance) {
          if (key.includes('-day:')) taken.push(kindOf(key));
          await unknown.get(kindOf(key));
          return limitCounts.take(key, allowance);
        },
      },
    }),
  });
  const send = (from: Member, to: Member, key: string = crypto.randomUUID()) => {
    const body = { senderProfileId: from.profileId, recipientProfileId: to.profileId, bodyText: 'hello', profilePicIds: [] };
    return from.ask(messages.postMessage, { body }, { 'idempotency-key': key });
  };
  const stored = async () => (await app.world.db.read.selectFrom('messages').select('id').execute()).length;
  return { app, taken, unknown, send, stored };
}

test.each([
  ['messages', ['messages-day']],
  ['conversations', ['messages-day', 'conversations-day']],
])('no other write waits for the count of %s', async (_, kinds) => {
  const { app, taken, unknown, send, stored } = await opened();
  const [anton, boris] = [await app.member(), await app.member()];
  const answer = Promise.withResolvers<void>();
  unknown.set(kinds.at(-1) ?? '', answer.promise);
  const sent = send(anton, boris);
  await expect.poll(() => taken).toEqual(kinds);
  await app.member();
  expect(await stored()).toBe(0);
  answer.resolve();
  expect((await sent).status).toBe(200);
  expect(taken).toEqual(['messages-day', 'conversations-day']);
  expect(await stored()).toBe(1);
});

test('a repeated message is not counted, and a refused one is not stored', async () => {
  const { app, taken, send, stored } = await opened({
    rates: { messagesPerDay: { max: 3, perMs: dayMs }, newConversationsPerDay: { max: 1, perMs: dayMs } },
  });
  const [anton, boris, clara] = [await app.member(), await app.member(), await app.member()];
  const key = crypto.randomUUID();
  for (let round = 0; round < 3; round++) expect((await send(anton, boris, key)).status).toBe(200);
  expect(taken).toEqual(['messages-day', 'conversations-day']);
  expect(statusAndCode(await send(anton, clara))).toEqual([429, 'too-many-requests']);
  expect((await send(anton, boris)).status).toBe(200);
  expect(statusAndCode(await send(anton, boris))).toEqual([429, 'too-many-requests']);
  expect(await stored()).toBe(2);
});

test.each(['messages', 'conversations'])(
  'a message that waited for the count of %s is not stored after a block',
  async (kind) => {
    const { app, taken, unknown, send, stored } = await opened();
    const [anton, boris] = [await app.member(), await app.member()];
    const answer = Promise.withResolvers<void>();
    unknown.set(`${kind}-day`, answer.promise);
    const sent = send(anton, boris);
    await expect.poll(() => taken).toContain(`${kind}-day`);
    await block(boris, anton);
    answer.resolve();
    expect(statusAndCode(await sent)).toEqual([404, 'not-found']);
    expect(await stored()).toBe(0);
  },
);
