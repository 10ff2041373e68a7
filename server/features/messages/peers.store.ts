// The members a member has exchanged messages with, as far as the member may know.
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

export interface PeersStore {
  /**
   * The other member of each conversation in which the member wrote, or still sees a message. Messages that the other member took back before
   * or hid do not count, so that this list discloses neither.
   */
  writtenWith(profileId: string): Promise<string[]>;
  /**
   * Members to whom the member wrote and from whom they have, or have read, a message; latest first. Messages taken back before they were read
   * do not count either.
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
          const written = conversation
            .selectFrom('messages')
            .select('messages.id')
            .whereRef('messages.pair', '=', 'conversations.pair');
          return conversation.and([
            conversation.exists(written.where('sender_id', '=', profileId)),
            conversation.exists(
              written
                .where('recipient_id', '=', profileId)
                .where((one) => one.or([one('recipient_deleted_ms', 'is', null), one('read_ms', 'is not', null)])),
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
