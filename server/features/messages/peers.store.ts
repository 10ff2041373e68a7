// The members with whom a member has written, as far as it is disclosed to them.
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

export interface PeersStore {
  /** The other members of conversations in which the member wrote a message or sees one. */
  writtenWith(profileId: string): Promise<string[]>;
  /** Members to whom the member wrote and from whom they see or have read a message, most recent first. */
  exchangedWith(profileId: string, limit: number): Promise<string[]>;
}

export function createPeersStore(db: Kysely<Schema>): PeersStore {
  return {
    async writtenWith(profileId) {
      const rows = await db
        .selectFrom('conversations')
        .select('peer_id')
        .where('profile_id', '=', profileId)
        .where((conversation) =>
          conversation.exists(
            conversation
              .selectFrom('messages')
              .select('messages.id')
              .whereRef('messages.pair', '=', 'conversations.pair')
              .where((message) =>
                message.or([message('sender_id', '=', profileId), message('recipient_deleted_ms', 'is', null)]),
              ),
          ),
        )
        .execute();
      return rows.map(({ peer_id }) => peer_id);
    },

    async exchangedWith(profileId, limit) {
      const rows = await db
        .selectFrom('conversations')
        .select('peer_id')
        .select((conversation) =>
          conversation
            .selectFrom('messages')
            .select((message) => message.fn.max('messages.sequence').as('newest'))
            .whereRef('messages.pair', '=', 'conversations.pair')
            .where('recipient_deleted_ms', 'is', null)
            .as('newest'),
        )
        .where('profile_id', '=', profileId)
        .where((conversation) => {
          const written = conversation
            .selectFrom('messages')
            .select('messages.id')
            .whereRef('messages.pair', '=', 'conversations.pair');
          return conversation.and([
            conversation.exists(written.where('sender_id', '=', profileId)),
            conversation.exists(
              written
                .where('recipient_id', '=', profileId)
                .where((message) =>
                  message.or([message('recipient_deleted_ms', 'is', null), message('read_ms', 'is not', null)]),
                ),
            ),
          ]);
        })
        .orderBy('newest', 'desc')
        .orderBy('peer_id')
        .limit(limit)
        .execute();
      return rows.map(({ peer_id }) => peer_id);
    },
  };
}
