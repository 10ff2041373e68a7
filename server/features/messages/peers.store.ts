// With whom a member has written, as far as he himself can tell.
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';

export interface PeersStore {
  /**
   * The other member of each conversation in which he wrote something, or still sees something. What was taken back from him before
   * or hidden by the other side does not count, so that being in this list tells him of neither.
   */
  writtenWith(profileId: string): Promise<string[]>;
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
  };
}
