// With whom a member has written, as far as he himself can tell.
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

export interface PeersStore {
  /**
   * The other member of each conversation in which he wrote something, or still sees something. What was taken back from him before
   * or hidden by the other side does not count, so that being in this list tells him of neither.
   */
  writtenWith(profileId: string): Promise<string[]>;
  /**
   * Those to whom he wrote and of whom he has, or has read, a message: the last ones first. What was taken back before he saw it
   * does not count either.
   */
  exchangedWith(profileId: string, most: number): Promise<string[]>;
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

    async exchangedWith(profileId, most) {
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
          const said = conversation
            .selectFrom('messages')
            .select('messages.id')
            .whereRef('messages.pair', '=', 'conversations.pair');
          return conversation.and([
            conversation.exists(said.where('sender_id', '=', profileId)),
            conversation.exists(
              said
                .where('recipient_id', '=', profileId)
                .where((heard) => heard.or([heard('recipient_deleted_ms', 'is', null), heard('read_ms', 'is not', null)])),
            ),
          ]);
        })
        .orderBy('newest', 'desc')
        .orderBy('peer_id')
        .limit(most)
        .execute();
      return rows.map(({ peer_id }) => peer_id);
    },
  };
}
