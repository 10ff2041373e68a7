// The number of a message in its conversation, also for messages that a process of an earlier version stores.
import { sql } from 'kysely';
import type { Migration } from '#server/db/open.ts';
import { createRowTrigger } from '#server/db/triggers.ts';

export const places: Migration = {
  name: '0029-places',
  async up(db, engine) {
    // Such a process may already have stored messages without a number, after which their conversations counted from 1 again.
    await sql`update messages set place = numbered.place
      from (select id, row_number() over (partition by pair order by sequence, id) as place from messages
        where pair in (select pair from messages where place = 0 and pair is not null)) as numbered
      where numbered.id = messages.id`.execute(db);
    await createRowTrigger(db, engine, {
      name: 'message_without_place_stored',
      after: sql`insert on messages`,
      when: sql`new.pair is not null and new.place = 0`,
      body: sql`update messages set place = 1 + coalesce((select earlier.place from messages as earlier
          where earlier.pair = new.pair and earlier.sequence < new.sequence order by earlier.sequence desc limit 1), 0)
        where id = new.id;`,
    });
  },
};
