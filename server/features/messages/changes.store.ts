// The changes in the conversations of a member, for sockets that resume.
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { stored, type StoredMessage } from './messages.store.ts';

export function createChangesStore(db: Kysely<Schema>) {
  return {
    /** At most `most` changes for a member after a revision, oldest first, all read at one moment. */
    async changedSince(
      profileId: string,
      revision: number,
      most: number,
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
        .limit(most);
      const received = db
        .selectFrom('messages')
        .selectAll()
        .where('recipient_id', '=', profileId)
        .where('revision', '>', revision)
        .$if(hiddenIds.length > 0, (query) => query.where('sender_id', 'not in', hiddenIds))
        .orderBy('revision')
        .limit(most);
      const rows = await db
        .selectFrom(sent.as('sent'))
        .selectAll()
        .unionAll(db.selectFrom(received.as('received')).selectAll())
        .execute();
      const changeOf = (row: StoredMessage) => (row.sender_id === profileId ? row.sender_revision : row.revision);
      return rows
        .map(stored)
        .toSorted((a, b) => changeOf(a) - changeOf(b) || a.sequence - b.sequence)
        .slice(0, most);
    },

    /** The last change of any message that a member sent to others than those or received from others; 0 before the first. */
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
