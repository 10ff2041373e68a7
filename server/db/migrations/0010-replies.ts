// Replies to messages, and one emoji reaction per member and message.
import type { Migration } from '#server/db/open.ts';

export const replies: Migration = {
  name: '0010-replies',
  async up(db) {
    // No foreign key: both are deleted with their conversation, and a withdrawn message keeps its row.
    for (const column of ['reply_to_id', 'sender_reaction', 'recipient_reaction'])
      await db.schema.alterTable('messages').addColumn(column, 'text').execute();
  },
};
