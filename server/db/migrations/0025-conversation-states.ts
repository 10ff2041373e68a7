// The newest message of each conversation, and whether both members have written, kept up to date by triggers.
import { type RawBuilder, sql } from 'kysely';
import type { Migration } from '#server/db/open.ts';
import { createRowTrigger } from '#server/db/triggers.ts';

export const conversationStates: Migration = {
  name: '0025-conversation-states',
  async up(db, engine) {
    for (const [column, type] of columns)
      await db.schema
        .alterTable('conversations')
        .addColumn(column, type, (c) => c.notNull().defaultTo(0))
        .execute();
    await sql`update conversations set newest_sequence = state.newest_sequence, newest_ms = state.newest_ms,
        has_written = state.has_written, received_shown = state.received_shown, has_hidden_read = state.has_hidden_read,
        known_revision = state.last_sequence
      from (${statesOfAll}) as state
      where state.profile_id = conversations.profile_id and state.peer_id = conversations.peer_id`.execute(db);
    await db.schema
      .createIndex('conversations_by_newest')
      .on('conversations')
      .columns(['profile_id', 'newest_ms', 'newest_sequence', 'peer_id'])
      .execute();
    await db.schema.createIndex('conversations_by_known').on('conversations').columns(['profile_id', 'known_revision']).execute();

    await createRowTrigger(db, engine, {
      name: 'conversation_opened',
      after: sql`insert on conversations`,
      when: sql`new.pair is not null`,
      body: computeState,
    });
    await createRowTrigger(db, engine, {
      name: 'conversation_message_stored',
      after: sql`insert on messages`,
      when: sql`new.pair is not null`,
      body: sql`${messageSent} ${messageReceived}`,
    });
    await createRowTrigger(db, engine, {
      name: 'conversation_message_hidden_by_sender',
      after: sql`update of sender_deleted_ms on messages`,
      when: sql`new.pair is not null and (old.sender_deleted_ms is null) <> (new.sender_deleted_ms is null)`,
      body: findNewest('sender_id', 'recipient_id'),
    });
    await createRowTrigger(db, engine, {
      name: 'conversation_message_hidden_by_recipient',
      after: sql`update of recipient_deleted_ms on messages`,
      when: sql`new.pair is not null and (old.recipient_deleted_ms is null) <> (new.recipient_deleted_ms is null)`,
      body: sql`${findNewest('recipient_id', 'sender_id')} ${countShown}`,
    });
  },
};

const columns = [
  ['newest_sequence', 'bigint'],
  ['newest_ms', 'bigint'],
  ['has_written', 'integer'],
  ['received_shown', 'integer'],
  ['has_hidden_read', 'integer'],
  ['known_revision', 'bigint'],
] as const;

/** The messages of all conversations as each of the two members sees them. */
const messagesSeen = sql`
  select sender_id as profile_id, recipient_id as peer_id, sequence, created_ms, 1 as is_own, read_ms, sender_deleted_ms as hidden_ms
  from messages where pair is not null
  union all
  select recipient_id, sender_id, sequence, created_ms, 0, read_ms, recipient_deleted_ms from messages where pair is not null`;

const statesOfAll = sql`
  select profile_id, peer_id,
    max(case when hidden_ms is null then sequence else 0 end) as newest_sequence,
    max(case when hidden_ms is null then created_ms else 0 end) as newest_ms,
    max(is_own) as has_written,
    sum(case when is_own = 0 and hidden_ms is null then 1 else 0 end) as received_shown,
    max(case when is_own = 0 and hidden_ms is not null and read_ms is not null then 1 else 0 end) as has_hidden_read,
    max(sequence) as last_sequence
  from (${messagesSeen}) as seen group by profile_id, peer_id`;

/** A condition on `seen`, the messages of one conversation, as `case` so that SQLite finds them by their conversation. */
const isShownTo = (profileId: RawBuilder<unknown>) =>
  sql`case when seen.sender_id = ${profileId} then seen.sender_deleted_ms else seen.recipient_deleted_ms end is null`;

const isReceived = sql`case when seen.sender_id = new.profile_id then 0 else 1 end = 1`;

/** A conversation's row is inserted after its first message. */
const computeState = sql`
  update conversations set
    newest_sequence = coalesce((select seen.sequence from messages as seen where seen.pair = new.pair
      and ${isShownTo(sql`new.profile_id`)} order by seen.sequence desc limit 1), 0),
    newest_ms = coalesce((select seen.created_ms from messages as seen where seen.pair = new.pair
      and ${isShownTo(sql`new.profile_id`)} order by seen.sequence desc limit 1), 0),
    has_written = (select count(*) from (select seen.id from messages as seen where seen.pair = new.pair
      and not ${isReceived} limit 1) as written),
    received_shown = (select count(*) from messages as seen where seen.pair = new.pair
      and ${isReceived} and seen.recipient_deleted_ms is null),
    has_hidden_read = (select count(*) from (select seen.id from messages as seen where seen.pair = new.pair
      and ${isReceived} and seen.recipient_deleted_ms is not null and seen.read_ms is not null limit 1) as hidden_read),
    known_revision = coalesce((select seen.sequence from messages as seen where seen.pair = new.pair
      order by seen.sequence desc limit 1), 0)
  where profile_id = new.profile_id and peer_id = new.peer_id;`;

const messageSent = sql`
  update conversations set newest_sequence = new.sequence, newest_ms = new.created_ms,
    known_revision = case when has_written = 1 or received_shown > 0 then known_revision else new.sequence end, has_written = 1
  where profile_id = new.sender_id and peer_id = new.recipient_id;`;

const messageReceived = sql`
  update conversations set newest_sequence = new.sequence, newest_ms = new.created_ms,
    known_revision = case when has_written = 1 or received_shown > 0 then known_revision else new.sequence end,
    received_shown = received_shown + 1
  where profile_id = new.recipient_id and peer_id = new.sender_id;`;

/** If the message that was hidden or shown was or becomes the newest visible one, only messages up to it need to be searched. */
const findNewest = (profile: 'sender_id' | 'recipient_id', peer: 'sender_id' | 'recipient_id') => {
  const [profileId, peerId] = [sql.raw(`new.${profile}`), sql.raw(`new.${peer}`)];
  const newest = (column: 'sequence' | 'created_ms') =>
    sql`coalesce((select ${sql.raw(`seen.${column}`)} from messages as seen where seen.pair = new.pair
      and seen.sequence <= new.sequence and ${isShownTo(profileId)} order by seen.sequence desc limit 1), 0)`;
  return sql`
    update conversations set newest_sequence = ${newest('sequence')}, newest_ms = ${newest('created_ms')}
    where profile_id = ${profileId} and peer_id = ${peerId} and newest_sequence <= new.sequence;`;
};

const countShown = sql`
  update conversations set
    known_revision = case when has_written = 0 and (received_shown = 0 or (received_shown = 1 and new.recipient_deleted_ms is not null))
      then new.revision else known_revision end,
    received_shown = received_shown + case when new.recipient_deleted_ms is null then 1 else -1 end,
    has_hidden_read = case when new.recipient_deleted_ms is not null and new.read_ms is not null then 1 else has_hidden_read end
  where profile_id = new.recipient_id and peer_id = new.sender_id;`;
