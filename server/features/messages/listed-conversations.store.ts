// Finds the newest message of each conversation, in the order of the list of conversations.
import type { ExpressionBuilder, Kysely } from 'kysely';
import { firstShown } from '#server/db/first-shown.ts';
import type { Schema } from '#server/db/schema.ts';
import { decodeMessage, type StoredMessage } from './messages.store.ts';

/** The newest conversations, or those directly after or before the one with this newest message. */
interface ConversationsRange {
  readonly since?: StoredMessage | undefined;
  readonly before?: StoredMessage | undefined;
  readonly size: number;
  readonly isShown: (peerId: string) => boolean;
}

export type ListedConversationsStore = ReturnType<typeof createListedConversationsStore>;

export function createListedConversationsStore(db: Kysely<Schema>) {
  async function peersInOrder(viewerId: string, { since, before, size, isShown }: ConversationsRange): Promise<string[]> {
    const direction = since === undefined ? 'desc' : 'asc';
    const rows = await firstShown(
      size,
      (limit) =>
        db
          .selectFrom('conversations')
          .select('peer_id')
          .where('profile_id', '=', viewerId)
          .where('newest_ms', '>', 0)
          .$if(since !== undefined, (query) => query.where((row) => isBeyond(row, '>', since)))
          .$if(before !== undefined, (query) => query.where((row) => isBeyond(row, '<', before)))
          .orderBy('newest_ms', direction)
          .orderBy('newest_sequence', direction)
          .limit(limit)
          .execute(),
      ({ peer_id }) => isShown(peer_id),
    );
    return rows.map(({ peer_id }) => peer_id);
  }

  return {
    /** The other member of each conversation in which the viewer can see a message, the latest first. */
    async peersOf(viewerId: string): Promise<string[]> {
      const rows = await db
        .selectFrom('conversations')
        .select('peer_id')
        .where('profile_id', '=', viewerId)
        .where('newest_ms', '>', 0)
        .orderBy('newest_ms', 'desc')
        .orderBy('newest_sequence', 'desc')
        .execute();
      return rows.map(({ peer_id }) => peer_id);
    },

    /** For each conversation the newest message that the viewer can see. Newest first, by the times that the viewer sees. */
    async newestOfEach(viewerId: string, range: ConversationsRange): Promise<StoredMessage[]> {
      const peerIds = await peersInOrder(viewerId, range);
      if (peerIds.length === 0) return [];
      const rows = await db
        .selectFrom('conversations')
        .innerJoin('messages', (join) =>
          join.onRef('messages.pair', '=', 'conversations.pair').onRef('messages.sequence', '=', 'conversations.newest_sequence'),
        )
        .selectAll('messages')
        .where('conversations.profile_id', '=', viewerId)
        .where('conversations.peer_id', 'in', peerIds)
        .execute();
      return rows.map(decodeMessage).toSorted((a, b) => b.created_ms - a.created_ms || b.sequence - a.sequence);
    },
  };
}

const isBeyond = (
  row: ExpressionBuilder<Schema, 'conversations'>,
  side: '<' | '>',
  { created_ms = 0, sequence = 0 }: Partial<StoredMessage> = {},
) => row(row.refTuple('newest_ms', 'newest_sequence'), side, row.tuple(created_ms, sequence));
