// Long conversations, many correspondents and many broadcasts are archived in full.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReducedBrief } from '#shared/contract/profiles.ts';
import { newAccountRow, newProfileRow } from '#server/db/new-member-rows.ts';
import { openTestWorld } from '#server/testing/app/test-world.ts';
import { createArchivedConversations } from './archived-conversations.ts';
import { createBroadcastsService } from './broadcasts.service.ts';
import { createMessagesContext, type Dependencies } from './context.ts';

/** Messages and members are read in pages of this size. */
const pageSize = 500;
const counts = [0, 1, pageSize, pageSize + 1];
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

let opened: Awaited<ReturnType<typeof openTestWorld>>;
beforeAll(async () => {
  opened = await openTestWorld();
});
afterAll(() => opened.close());

async function newMembers(count: number): Promise<string[]> {
  const ids = numbers(count).map(() => crypto.randomUUID());
  await opened.world.db.write(async (tx) => {
    for (const id of ids) {
      const account = { id: `account of ${id}`, email: `${id}@example.org`, profile_id: id, created_ms: 0 };
      await tx.insertInto('accounts').values(newAccountRow(account)).execute();
      await tx
        .insertInto('profiles')
        .values(newProfileRow({ id, account_id: account.id, created_ms: 0 }))
        .execute();
    }
  });
  return ids;
}

type Recipient = { readonly peerId: string } | { readonly sector: string };

/** Inserts messages numbered from 0, with their conversations. */
async function insert(senderId: string, recipients: readonly Recipient[]): Promise<void> {
  const { db, ids, clock } = opened.world;
  const pairOf = (peerId: string) => [senderId, peerId].toSorted().join(':');
  await db.write(async (tx) => {
    const peers = new Set(recipients.flatMap((to) => ('peerId' in to ? [to.peerId] : [])));
    for (const peer_id of peers)
      await tx
        .insertInto('conversations')
        .values({ profile_id: senderId, peer_id, pair: pairOf(peer_id) })
        .execute();
    for (const [number, to] of recipients.entries()) {
      const sequence = await db.nextSequence(tx);
      const place = 'peerId' in to ? { pair: pairOf(to.peerId), recipient_id: to.peerId, sector: null } : { ...nobody, ...to };
      const counted = {
        sequence,
        revision: sequence,
        sender_revision: sequence,
        place: number + 1,
        changes: 0,
        sender_changes: 0,
      };
      const states = { read_ms: null, is_read_told: 0, recipient_deleted_ms: null, sender_deleted_ms: null, is_test: 0 } as const;
      const content = { body_text: `${number}`, pic_ids: '[]', idempotency_key: ids.uuid(), created_ms: clock.now() };
      const row = { id: ids.uuid(), sender_id: senderId, ...place, ...counted, ...states, ...content };
      await tx.insertInto('messages').values(row).execute();
    }
  });
}
const nobody = { pair: null, recipient_id: null };

/** The members in `blockers` block everybody. */
function archiveWith(blockers: readonly string[] = []) {
  const dependencies = {
    visibility: { isBlockedBy: (_: string, peerId: string) => blockers.includes(peerId) },
    profiles: {
      reducedBriefs: async (all: string[]) => new Map(all.map((profileId) => [profileId, { profileId } as ReducedBrief])),
    },
  } as unknown as Dependencies;
  return createArchivedConversations(dependencies, createMessagesContext(opened.world, dependencies));
}

async function read<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}
const textsOf = async (pages: AsyncIterable<readonly { bodyText: string }[]>) =>
  (await read(pages)).map(({ bodyText }) => Number(bodyText));

test.each(counts)('a conversation of %i messages is read completely, oldest first', async (count) => {
  const [me = '', peerId = ''] = await newMembers(2);
  await insert(
    me,
    Array.from({ length: count }, () => ({ peerId })),
  );
  expect(await textsOf(archiveWith().conversation(me, peerId))).toEqual(numbers(count));
});

test.each(counts)('%i broadcasts are read completely, oldest first', async (count) => {
  const [me = ''] = await newMembers(1);
  await insert(
    me,
    Array.from({ length: count }, () => ({ sector: '1:1' })),
  );
  const { sentBy } = createBroadcastsService(opened.world, {} as never);
  expect(await textsOf(sentBy(me))).toEqual(numbers(count));
});

test.each(counts)('%i correspondents are read, the latest first, without those who block the member', async (count) => {
  const [me = '', blocker = '', ...peers] = await newMembers(2 + count);
  await insert(
    me,
    [...peers, blocker].map((peerId) => ({ peerId })),
  );
  const found = await read(archiveWith([blocker]).correspondents(me));
  expect(found.map(({ profileId }) => profileId)).toEqual(peers.toReversed());
});

test('a conversation that continues while the archive is made is in it once, and no other is left out', async () => {
  const [me = '', ...peers] = await newMembers(pageSize + 2);
  await insert(
    me,
    peers.map((peerId) => ({ peerId })),
  );
  const pages = archiveWith().correspondents(me)[Symbol.asyncIterator]();
  const first = await pages.next();
  // The one on the next page is the latest now.
  const [earliest = ''] = peers;
  await opened.world.db.write((tx) =>
    tx
      .updateTable('conversations')
      .set({ newest_ms: Number.MAX_SAFE_INTEGER })
      .where('profile_id', '=', me)
      .where('peer_id', '=', earliest)
      .execute(),
  );
  const next = await pages.next();
  const found = [first, next].flatMap(({ value }) => (value as readonly ReducedBrief[]).map(({ profileId }) => profileId));
  expect(found).toEqual(peers.toReversed());
});
