// Finds the changes in a member's conversations since their socket was last connected.
import type { Kysely } from 'kysely';
import { firstShown } from '#server/db/first-shown.ts';
import type { Schema } from '#server/db/schema.ts';
import { peerOf, revisionFor } from './message-view.ts';
import { decodeMessage, type StoredMessage } from './messages.store.ts';

type IsShown = (peerId: string) => boolean;

export function createChangesStore(db: Kysely<Schema>) {
  const sentSince = (profileId: string, revision: number) =>
    db
      .selectFrom('messages')
      .where('sender_id', '=', profileId)
      // Broadcasts have no revision for their sender.
      .where('sender_revision', '>', Math.max(0, revision));
  const receivedSince = (profileId: string, revision: number) =>
    db.selectFrom('messages').where('recipient_id', '=', profileId).where('revision', '>', revision);

  /** Oldest first. One statement reads them all, so that none is missed. */
  async function firstChanges(profileId: string, revision: number, limit: number): Promise<StoredMessage[]> {
    const sent = sentSince(profileId, revision).selectAll().orderBy('sender_revision').limit(limit);
    const received = receivedSince(profileId, revision).selectAll().orderBy('revision').limit(limit);
    const rows = await db
      .selectFrom(sent.as('sent'))
      .selectAll()
      .unionAll(db.selectFrom(received.as('received')).selectAll())
      .execute();
    return rows
      .map(decodeMessage)
      .toSorted((a, b) => revisionFor(profileId, a) - revisionFor(profileId, b) || a.sequence - b.sequence)
      .slice(0, limit);
  }

  /** Newest first, in one statement. */
  async function lastRevisions(profileId: string, limit: number): Promise<{ peerId: string | null; revision: number }[]> {
    const sent = sentSince(profileId, 0)
      .select(['recipient_id as peerId', 'sender_revision as revision'])
      .orderBy('sender_revision', 'desc')
      .limit(limit);
    const received = receivedSince(profileId, 0)
      .select(['sender_id as peerId', 'revision'])
      .orderBy('revision', 'desc')
      .limit(limit);
    const rows = await db
      .selectFrom(sent.as('sent'))
      .selectAll()
      .unionAll(db.selectFrom(received.as('received')).selectAll())
      .execute();
    return rows.toSorted((a, b) => b.revision - a.revision).slice(0, limit);
  }

  return {
    /** The first changes in conversations with shown members, oldest first. */
    changedSince: (profileId: string, revision: number, size: number, isShown: IsShown): Promise<StoredMessage[]> =>
      firstShown(
        size,
        (limit) => firstChanges(profileId, revision, limit),
        (row) => isShown(peerOf(profileId, row)),
      ),

    /** The revision of the last change of a message exchanged with a shown member; 0 before the first. */
    async newestRevision(profileId: string, isShown: IsShown): Promise<number> {
      const [newest] = await firstShown(
        1,
        (limit) => lastRevisions(profileId, limit),
        ({ peerId }) => peerId !== null && isShown(peerId),
      );
      return newest?.revision ?? 0;
    },
  };
}
