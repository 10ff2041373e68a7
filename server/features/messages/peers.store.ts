// Finds the members with whom a member has exchanged messages, as far as the member may know.
import type { Kysely } from 'kysely';
import { firstShown } from '#server/db/first-shown.ts';
import type { Schema } from '#server/db/schema.ts';
import { pairOf } from './messages.store.ts';

export interface ChangedPeer {
  readonly peerId: string;
  readonly isKnown: boolean;
  readonly revision: number;
}

export function createPeersStore(db: Kysely<Schema>) {
  return {
    /**
     * The peers who became known or unknown to the member after this revision, in order. A peer is known if the member has
     * written to them or sees a message of theirs.
     */
    async changedPeers(profileId: string, sinceRevision: number): Promise<ChangedPeer[]> {
      const rows = await db
        .selectFrom('conversations')
        .select(['peer_id', 'has_written', 'received_shown', 'known_revision'])
        .where('profile_id', '=', profileId)
        .where('known_revision', '>', sinceRevision)
        .orderBy('known_revision')
        .execute();
      return rows.map((row) => ({
        peerId: row.peer_id,
        isKnown: row.has_written === 1 || row.received_shown > 0,
        revision: row.known_revision,
      }));
    },

    /** True if each has written to the other. Messages that the sender has unsent do not count. */
    async haveBothWritten(a: string, b: string): Promise<boolean> {
      const wrote = await db
        .selectFrom('conversations')
        .select('profile_id')
        .where('has_written', '=', 1)
        .where((row) =>
          row.or([
            row.and([row('profile_id', '=', a), row('peer_id', '=', b)]),
            row.and([row('profile_id', '=', b), row('peer_id', '=', a)]),
          ]),
        )
        .execute();
      const newestFrom = (senderId: string) =>
        db
          .selectFrom('messages')
          .select('id')
          .where('pair', '=', pairOf(a, b))
          .where('sender_id', '=', senderId)
          .where((message) =>
            message.or([message('body_text', '!=', ''), message('pic_ids', '!=', '[]'), message('view_once', 'is not', null)]),
          )
          .orderBy('sequence', 'desc')
          .limit(1)
          .executeTakeFirst();
      return wrote.length === 2 && (await newestFrom(a)) !== undefined && (await newestFrom(b)) !== undefined;
    },

    /** The shown members to whom the member wrote and of whom the member sees or has read a message, the most recent first. */
    async exchangedWith(profileId: string, limit: number, isShown: (peerId: string) => boolean): Promise<string[]> {
      const rows = await firstShown(
        limit,
        (first) => exchanged(profileId).orderBy('newest_ms', 'desc').orderBy('newest_sequence', 'desc').limit(first).execute(),
        ({ peer_id }) => isShown(peer_id),
      );
      return rows.map(({ peer_id }) => peer_id);
    },

    /** Those of the given members that `exchangedWith` would list without a limit. */
    async exchangedAmong(profileId: string, peerIds: readonly string[]): Promise<string[]> {
      if (peerIds.length === 0) return [];
      const rows = await exchanged(profileId)
        .where('peer_id', 'in', [...peerIds])
        .execute();
      return rows.map(({ peer_id }) => peer_id);
    },
  };

  function exchanged(profileId: string) {
    return db
      .selectFrom('conversations')
      .select('peer_id')
      .where('profile_id', '=', profileId)
      .where('has_written', '=', 1)
      .where((row) => row.or([row('received_shown', '>', 0), row('has_hidden_read', '=', 1)]));
  }
}
