// Inserts a long conversation of two members into a test database.
import type { Member } from './members.ts';
import type { World } from '#server/world.ts';

export async function insertHistory(
  { ids, db, clock }: Pick<World, 'ids' | 'db' | 'clock'>,
  member: Pick<Member, 'profileId'>,
  peer: Pick<Member, 'profileId'>,
  messageCount: number,
): Promise<void> {
  const nowMs = clock.now();
  const [mine, theirs] = [member.profileId, peer.profileId];
  const pair = [mine, theirs].toSorted().join(':');
  await db.write(async (tx) => {
    for (let number = 0; number < messageCount; number += 1) {
      const sequence = await db.nextSequence(tx);
      const [sender_id, recipient_id] = number % 2 === 0 ? [mine, theirs] : [theirs, mine];
      const changes = { place: number + 1, changes: 0, sender_changes: 0 };
      const position = { sequence, revision: sequence, sender_revision: sequence, ...changes, pair, sector: null };
      const states = { read_ms: null, is_read_told: 0, recipient_deleted_ms: null, sender_deleted_ms: null, is_test: 0 } as const;
      const content = { body_text: `number ${number}`, pic_ids: '[]', idempotency_key: ids.uuid(), created_ms: nowMs };
      await tx
        .insertInto('messages')
        .values({ id: ids.uuid(), sender_id, recipient_id, ...position, ...states, ...content })
        .execute();
    }
    const both = [
      { profile_id: mine, peer_id: theirs, pair },
      { profile_id: theirs, peer_id: mine, pair },
    ];
    await tx.insertInto('conversations').values(both).execute();
  });
}
