// Changes in a member's conversations, for sockets that resume.
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { decodeMessage, type StoredMessage } from './messages.store.ts';

export function createChangesStore(db: Kysely<Schema>) {
  return {
    /** Oldest first, all read in one statement. */
    async changedSince(
      profileId: string,
      revision: number,
      limit: number,
      hiddenIds: readonly string[],
    ): Promise<StoredMessage[]> {
      const sent = db
        .selectFrom('messages')
        .selectAll()
        .where('sender_id', '=', profileId)
        .where('sender_revision', '>', revision)
        .where('recipient_id', 'is not', null)
        .$if(hiddenIds.length > 0, (query) => query.where('recipient_id', 'not in', hiddenIds))
        .orderBy('sender_revision')
        .limit(limit);
      const received = db
        .selectFrom('messages')
        .selectAll()
        .where('recipient_id', '=', profileId)
        .where('revision', '>', revision)
        .$if(hiddenIds.length > 0, (query) => query.where('sender_id', 'not in', hiddenIds))
        .orderBy('revision')
        .limit(limit);
      const rows = await db
        .selectFrom(sent.as('sent'))
        .selectAll()
        .unionAll(db.selectFrom(received.as('received')).selectAll())
        .execute();
      const changeOf = (row: StoredMessage) => (row.sender_id === profileId ? row.sender_revision : row.revision);
      return rows
        .map(decodeMessage)
        .toSorted((a, b) => changeOf(a) - changeOf(b) || a.sequence - b.sequence)
        .slice(0, limit);
    },

    /** The revision of the last change of a message sent or received by the member; 0 before the first. */
    async newestRevision(profileId: string, hiddenIds: readonly string[]): Promise<number> {
      const rows = await db
        .selectFrom('messages')
        .select((row) => row.fn.max('sender_revision').as('newest'))
        .where('sender_id', '=', profileId)
        .$if(hiddenIds.length > 0, (query) => query.where('recipient_id', 'not in', hiddenIds))
        .unionAll(
          db
            .selectFrom('messages')
            .select((row) => row.fn.max('revision').as('newest'))
            .where('recipient_id', '=', profileId)
            .$if(hiddenIds.length > 0, (query) => query.where('sender_id', 'not in', hiddenIds)),
        )
        .execute();
      return Math.max(0, ...rows.map((row) => row.newest ?? 0));
    },
  };
}
