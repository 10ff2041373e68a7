// Stores private notes.
import { createHash } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { ProfileNote } from '#shared/contract/notes.ts';
import { emptyNoteVersion } from '#shared/rules/notes.ts';
import type { ProfileNotesTable, Schema } from '#server/db/schema.ts';

export type NoteContent = Pick<ProfileNote, 'bodyText' | 'privateTags'>;

export interface NoteKey {
  readonly authorId: string;
  readonly aboutId: string;
}

const toNote = (row: Selectable<ProfileNotesTable>): ProfileNote => {
  const content: NoteContent = { bodyText: row.body_text, privateTags: JSON.parse(row.private_tags) as string[] };
  return {
    authorProfileId: row.author_id,
    aboutProfileId: row.about_id,
    ...content,
    tsUpdated: row.updated_ms,
    version: versionOf(content),
  };
};

/** A hash, so that the same content has the same version. */
const versionOf = ({ bodyText, privateTags }: NoteContent): string =>
  createHash('sha256')
    .update(JSON.stringify([bodyText, privateTags]))
    .digest('base64url')
    .slice(0, 22);

export const emptyNote = ({ authorId, aboutId }: NoteKey): ProfileNote => ({
  authorProfileId: authorId,
  aboutProfileId: aboutId,
  bodyText: '',
  privateTags: [],
  tsUpdated: 0,
  version: emptyNoteVersion,
});

export function createNotesStore(db: Kysely<Schema>) {
  return {
    async find({ authorId, aboutId }: NoteKey): Promise<ProfileNote | null> {
      const row = await db
        .selectFrom('profile_notes')
        .selectAll()
        .where('author_id', '=', authorId)
        .where('about_id', '=', aboutId)
        .executeTakeFirst();
      return row ? toNote(row) : null;
    },

    async put({ authorId, aboutId }: NoteKey, { bodyText, privateTags }: NoteContent, nowMs: number): Promise<ProfileNote> {
      const changed = { body_text: bodyText, private_tags: JSON.stringify(privateTags), updated_ms: nowMs };
      const row = await db
        .insertInto('profile_notes')
        .values({ author_id: authorId, about_id: aboutId, created_ms: nowMs, ...changed })
        .onConflict((conflict) => conflict.columns(['author_id', 'about_id']).doUpdateSet(changed))
        .returningAll()
        .executeTakeFirstOrThrow();
      return toNote(row);
    },

    async remove({ authorId, aboutId }: NoteKey): Promise<void> {
      await db.deleteFrom('profile_notes').where('author_id', '=', authorId).where('about_id', '=', aboutId).execute();
    },

    /** Ordered by profile id. */
    async page(authorId: string, afterId: string, size: number): Promise<ProfileNote[]> {
      const rows = await db
        .selectFrom('profile_notes')
        .selectAll()
        .where('author_id', '=', authorId)
        .where('about_id', '>', afterId)
        .orderBy('about_id')
        .limit(size)
        .execute();
      return rows.map(toNote);
    },
  };
}
