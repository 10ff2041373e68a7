// Which message another one answers, and the emoji that each of the two gave a message.
import type { Migration } from '#server/db/open.ts';

export const replies: Migration = {
  name: '0010-replies',
  async up(db) {
    // No reference: the two are of one conversation and go together, and a message that was taken back keeps its row.
    for (const column of ['reply_to_id', 'sender_reaction', 'recipient_reaction'])
      await db.schema.alterTable('messages').addColumn(column, 'text').execute();
  },
};
