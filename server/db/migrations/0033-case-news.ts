// The facts of a notification about a case, from which its text follows in the reader's language. Older ones have only their text.
import type { Migration } from '#server/db/open.ts';

export const caseNews: Migration = {
  name: '0033-case-news',
  async up(db) {
    await db.schema.alterTable('notifications').addColumn('case_news', 'text').execute();
  },
};
