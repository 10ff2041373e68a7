// The members with whom a member has written, as far as they can see themselves.
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

export interface PeersStore {
  /**
   * The other member of each conversation in which the member wrote something, or still sees something. What was taken back from them before
   * or hidden by the other side does not count, so that this list discloses neither.
   */
  writtenWith(profileId: string): Promise<string[]>;
  /**
   * Those to whom the member wrote and of whom they have, or have read, a message: the last ones first. What was taken back before they saw it
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
