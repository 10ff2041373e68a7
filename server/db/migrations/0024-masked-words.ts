// The words of reports and appeals as jurors and administrators see them, without the names of members concerned.
import type { Migration } from '#server/db/open.ts';

export const maskedWords: Migration = {
  name: '0024-masked-words',
  async up(db) {
    for (const table of ['reports', 'case_appeals'])
      await db.schema.alterTable(table).addColumn('masked_words', 'text').execute();
  },
};
