// Stores many members and messages without their calls, for tests and benches of a filled database.
import type { Db, Tx } from '#server/db/open.ts';
import type { World as WholeWorld } from '#server/world.ts';

type World = Pick<WholeWorld, 'db' | 'clock'>;

const words = 'ferry harbour coffee tonight station friends dinner lake museum bicycle weekend theatre garden market'.split(' ');
const piece = 1_000;

/** Members who do nothing. */
export async function storePeers({ db, clock }: World, profileIds: readonly string[]): Promise<void> {
  await inPieces(db, profileIds.length, async (tx, from, to) => {
    const piece = profileIds.slice(from, to);
    const common = { is_test: 0, created_ms: clock.now() } as const;
    await tx
      .insertInto('accounts')
      .values(
        piece.map((id) => ({
          ...common,
          id: `account ${id}`,
          email: null,
          pending_email: null,
          name: '',
          password_hash: null,
          roles: '["USER"]',
          profile_id: id,
          preferences: '{}',
          acknowledgements: '[]',
        })),
      )
      .execute();
    await tx
      .insertInto('profiles')
      .values(
        piece.map((id) => ({
          ...common,
          id,
          account_id: `account ${id}`,
          profilename: 'Peer',
          pic_ids: '[]',
          pic_ids_private: '[]',
          birthdate: '1990-01-01',
          height: '',
          weight: '',
          height_cm: null,
          weight_kg: null,
          description: '',
          characteristics: '[]',
          version: 1,
          seen_ms: 0,
          updated_ms: 0,
        })),
      )
      .execute();
  });
}

/** Messages of eight words, and their conversations. */
export async function storeMessages(
  { db, clock }: World,
  count: number,
  between: (number: number) => readonly [string, string],
): Promise<void> {
  await inPieces(db, count, async (tx, from, to) => {
    for (let number = from; number < to; number += 1) {
      const [a, b] = between(number);
      const [sender_id, recipient_id] = Math.floor(number / 7) % 2 === 0 ? [a, b] : [b, a];
      const sequence = await db.nextSequence(tx);
      const pair = [a, b].toSorted().join(':');
      const text = Array.from(
        { length: 8 },
        (_, at) => `${words[(number * 7 + at * 5) % words.length]}${(number * at) % 5 === 0 ? number % 900 : ''}`,
      );
      await tx
        .insertInto('messages')
        .values({
          id: crypto.randomUUID(),
          sequence,
          revision: sequence,
          sender_revision: sequence,
          // The database counts them.
          place: 0,
          changes: 0,
          sender_changes: 0,
          pair,
          sender_id,
          recipient_id,
          sector: null,
          body_text: text.join(' '),
          pic_ids: '[]',
          idempotency_key: String(sequence),
          created_ms: clock.now() + number,
          read_ms: clock.now(),
          is_read_told: 0,
          recipient_deleted_ms: null,
          sender_deleted_ms: null,
          is_test: 0,
          reply_to_id: null,
          sender_reaction: null,
          recipient_reaction: null,
        })
        .execute();
      await tx
        .insertInto('conversations')
        .values([
          { profile_id: a, peer_id: b, pair },
          { profile_id: b, peer_id: a, pair },
        ])
        .onConflict((conflict) => conflict.columns(['profile_id', 'peer_id']).doNothing())
        .execute();
    }
  });
}

async function inPieces(db: Db, count: number, work: (tx: Tx, from: number, to: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < count; from += piece) await db.write((tx) => work(tx, from, Math.min(count, from + piece)));
}
