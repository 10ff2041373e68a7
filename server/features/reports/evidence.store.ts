// Stores evidence, and reads the texts and pictures of reported items.
import type { Kysely, Selectable } from 'kysely';
import type { ItemKind } from '#shared/rules/arbitration.ts';
import { namesOf } from '#shared/rules/masked-text.ts';
import type { Schema } from '#server/db/schema.ts';
import { inRandomOrder } from '#server/db/row-orders.ts';
import { hasRow } from '#server/db/row-counts.ts';

export interface EvidenceText {
  /** Whether the reported member wrote it, rather than the other member of the conversation. */
  readonly isReported: boolean;
  readonly text: string;
}

export interface StoredEvidence {
  readonly id: string;
  readonly kind: ItemKind;
  readonly itemId: string;
  readonly said: readonly EvidenceText[];
  readonly pendingPictures: readonly string[];
  readonly pictures: readonly string[];
  readonly words: string;
}

export interface SourceMessage {
  readonly id: string;
  readonly senderId: string;
  readonly recipientId: string | null;
  readonly pair: string | null;
  readonly sequence: number;
  readonly text: string;
  readonly picIds: readonly string[];
}

const list = <T>(json: string): T[] => JSON.parse(json) as T[];

const evidenceOf = (row: Selectable<Schema['case_evidence']>): StoredEvidence => ({
  id: row.id,
  kind: row.kind,
  itemId: row.item_id,
  said: list<EvidenceText>(row.said),
  pendingPictures: list<string>(row.pending_pictures),
  pictures: list<string>(row.pictures),
  words: row.words,
});

export function createEvidenceStore(db: Kysely<Schema>) {
  const messages = db
    .selectFrom('messages')
    .leftJoin('pictures', 'pictures.view_once_message_id', 'messages.id')
    .select([
      'messages.id',
      'messages.sender_id',
      'messages.recipient_id',
      'messages.pair',
      'messages.sequence',
      'messages.body_text',
      'messages.pic_ids',
      'pictures.id as view_once_id',
    ]);
  const messageOf = (row: {
    id: string;
    sender_id: string;
    recipient_id: string | null;
    pair: string | null;
    sequence: number;
    body_text: string;
    pic_ids: string;
    view_once_id: string | null;
  }): SourceMessage => ({
    id: row.id,
    senderId: row.sender_id,
    recipientId: row.recipient_id,
    pair: row.pair,
    sequence: row.sequence,
    text: row.body_text,
    picIds: [...list<string>(row.pic_ids), ...(row.view_once_id === null ? [] : [row.view_once_id])],
  });

  return {
    async message(id: string): Promise<SourceMessage | null> {
      const row = await messages.where('messages.id', '=', id).executeTakeFirst();
      return row ? messageOf(row) : null;
    },

    /** The messages before this one that its recipient, the reporter, has not deleted, even if its sender has. Oldest first. */
    async before({ pair, sequence, recipientId }: SourceMessage, limit: number): Promise<SourceMessage[]> {
      if (pair === null || recipientId === null) return [];
      const rows = await messages
        .where('pair', '=', pair)
        .where('sequence', '<', sequence)
        .where((row) =>
          row.or([
            row.and([row('sender_id', '=', recipientId), row('sender_deleted_ms', 'is', null)]),
            row.and([row('recipient_id', '=', recipientId), row('recipient_deleted_ms', 'is', null)]),
          ]),
        )
        .orderBy('sequence', 'desc')
        .limit(limit)
        .execute();
      return rows.map(messageOf).toReversed();
    },

    /** All names of the members: public names, account names and the local parts of email addresses. */
    async names(profileIds: readonly string[]): Promise<string[]> {
      const rows = await db
        .selectFrom('profiles')
        .innerJoin('accounts', 'accounts.id', 'profiles.account_id')
        .select(['profiles.profilename', 'accounts.name', 'accounts.email'])
        .where('profiles.id', 'in', [...profileIds])
        .execute();
      return rows.flatMap(namesOf);
    },

    async profile(id: string): Promise<{ description: string; picIds: string[] } | null> {
      const row = await db.selectFrom('profiles').select(['description', 'pic_ids']).where('id', '=', id).executeTakeFirst();
      return row ? { description: row.description, picIds: list<string>(row.pic_ids) } : null;
    },

    /** In pixels; null for a deleted picture. */
    async pictureWidth(id: string): Promise<number | null> {
      return (await db.selectFrom('pictures').select('width').where('id', '=', id).executeTakeFirst())?.width ?? null;
    },

    async put(caseId: string, { id, kind, itemId, said, pendingPictures, pictures, words }: StoredEvidence, nowMs: number) {
      await db
        .insertInto('case_evidence')
        .values({
          id,
          case_id: caseId,
          kind,
          item_id: itemId,
          said: JSON.stringify(said),
          pending_pictures: JSON.stringify(pendingPictures),
          pictures: JSON.stringify(pictures),
          words,
          created_ms: nowMs,
        })
        .execute();
    },

    async of(caseId: string): Promise<StoredEvidence[]> {
      const rows = await db
        .selectFrom('case_evidence')
        .selectAll()
        .where('case_id', '=', caseId)
        .orderBy('created_ms')
        .orderBy('id')
        .execute();
      return rows.map(evidenceOf);
    },

    async has(caseId: string, kind: ItemKind, itemId: string): Promise<boolean> {
      return hasRow(
        db
          .selectFrom('case_evidence')
          .select('id')
          .where('case_id', '=', caseId)
          .where('kind', '=', kind)
          .where('item_id', '=', itemId),
      );
    },

    async withPendingPictures(): Promise<StoredEvidence[]> {
      const rows = await db
        .selectFrom('case_evidence')
        .selectAll()
        .where('pending_pictures', '!=', '[]')
        .orderBy(inRandomOrder)
        .limit(20)
        .execute();
      return rows.map(evidenceOf);
    },

    async setPictures(id: string, pictures: readonly string[]): Promise<void> {
      await db
        .updateTable('case_evidence')
        .set({ pictures: JSON.stringify(pictures), pending_pictures: '[]' })
        .where('id', '=', id)
        .execute();
    },

    async removeOf(caseId: string): Promise<void> {
      await db.deleteFrom('case_evidence').where('case_id', '=', caseId).execute();
    },
  };
}
