// Stores hellos, and finds newcomers who want to be greeted.
import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { hasChanged, hasRow } from '#server/db/row-counts.ts';

export type StoredHello = Selectable<Schema['welcome_hellos']>;

export function createWelcomeStore(db: Kysely<Schema>) {
  return {
    async joinedMs(profileId: string): Promise<number> {
      const row = await db.selectFrom('profiles').select('created_ms').where('id', '=', profileId).executeTakeFirst();
      return row?.created_ms ?? 0;
    },

    /** Members who joined after `sinceMs`, want to be greeted, and have fewer than `maxGreeters` hellos, none of them from this greeter. */
    async newcomers(greeterId: string, sinceMs: number, maxGreeters: number): Promise<string[]> {
      const rows = await db
        .selectFrom('game_consents')
        .innerJoin('profiles', 'profiles.id', 'game_consents.profile_id')
        .select('profiles.id')
        .where('game_consents.kind', '=', 'greeted')
        .where('profiles.created_ms', '>=', sinceMs)
        .where('profiles.is_test', '=', 0)
        .where('profiles.id', '<>', greeterId)
        .where((newcomer) => {
          const hellos = newcomer.selectFrom('welcome_hellos').whereRef('newcomer_id', '=', 'profiles.id');
          return newcomer.and([
            newcomer(
              hellos.select((hello) => hello.fn.countAll<number>().as('count')),
              '<',
              maxGreeters,
            ),
            newcomer.not(newcomer.exists(hellos.select('greeter_id').where('greeter_id', '=', greeterId))),
          ]);
        })
        .execute();
      return rows.map(({ id }) => id);
    },

    async find(greeterId: string, newcomerId: string): Promise<StoredHello | null> {
      const row = await db
        .selectFrom('welcome_hellos')
        .selectAll()
        .where('greeter_id', '=', greeterId)
        .where('newcomer_id', '=', newcomerId)
        .executeTakeFirst();
      return row ?? null;
    },

    async insert(row: Schema['welcome_hellos']): Promise<void> {
      await db
        .insertInto('welcome_hellos')
        .values(row)
        .onConflict((conflict) => conflict.columns(['greeter_id', 'newcomer_id']).doNothing())
        .execute();
    },

    async of(greeterId: string, limit: number): Promise<StoredHello[]> {
      return db
        .selectFrom('welcome_hellos')
        .selectAll()
        .where('greeter_id', '=', greeterId)
        .orderBy('created_ms', 'desc')
        .orderBy('newcomer_id')
        .limit(limit)
        .execute();
    },

    /** At most `limit` unanswered hellos since `sinceMs`, ordered by member, starting after `after`. */
    async open(sinceMs: number, after: StoredHello | null, limit: number): Promise<StoredHello[]> {
      return db
        .selectFrom('welcome_hellos')
        .selectAll()
        .where('answered_ms', 'is', null)
        .where('created_ms', '>', sinceMs)
        .$if(after !== null, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('greeter_id', 'newcomer_id'), '>', tuple(after?.greeter_id ?? '', after?.newcomer_id ?? '')),
          ),
        )
        .orderBy('greeter_id')
        .orderBy('newcomer_id')
        .limit(limit)
        .execute();
    },

    /** The members who greeted the newcomer since `sinceMs` and whose messages the newcomer sees and has not answered. */
    async unansweredBy(newcomerId: string, sinceMs: number): Promise<string[]> {
      const rows = await db
        .selectFrom('welcome_hellos as hello')
        .innerJoin('conversations', (join) =>
          join
            .onRef('conversations.profile_id', '=', 'hello.newcomer_id')
            .onRef('conversations.peer_id', '=', 'hello.greeter_id'),
        )
        .select('hello.greeter_id')
        .where('hello.newcomer_id', '=', newcomerId)
        .where('hello.answered_ms', 'is', null)
        .where('hello.created_ms', '>', sinceMs)
        .where('conversations.received_shown', '>', 0)
        .where('conversations.has_written', '=', 0)
        .execute();
      return rows.map(({ greeter_id }) => greeter_id);
    },

    /** True if the greeter wrote after the hello and the newcomer answered. */
    async isAnswered({ greeter_id, newcomer_id, created_ms }: StoredHello): Promise<boolean> {
      return hasRow(
        db
          .selectFrom('conversations')
          .innerJoin('messages as question', 'question.pair', 'conversations.pair')
          .innerJoin('messages as answer', 'answer.pair', 'conversations.pair')
          .select('answer.id')
          .where('conversations.profile_id', '=', greeter_id)
          .where('conversations.peer_id', '=', newcomer_id)
          .where('question.sender_id', '=', greeter_id)
          .where('question.created_ms', '>=', created_ms)
          .where('answer.sender_id', '=', newcomer_id)
          .whereRef('answer.sequence', '>', 'question.sequence')
          .limit(1),
      );
    },

    /** False if the hello was already marked. */
    async markAnswered({ greeter_id, newcomer_id }: StoredHello, nowMs: number): Promise<boolean> {
      return hasChanged(
        db
          .updateTable('welcome_hellos')
          .set({ answered_ms: nowMs })
          .where('greeter_id', '=', greeter_id)
          .where('newcomer_id', '=', newcomer_id)
          .where('answered_ms', 'is', null),
      );
    },

    /** Returns false if there is no answered hello. */
    async vouch(greeterId: string, newcomerId: string, vouchedMs: number | null): Promise<boolean> {
      return hasChanged(
        db
          .updateTable('welcome_hellos')
          .set({ vouched_ms: vouchedMs })
          .where('greeter_id', '=', greeterId)
          .where('newcomer_id', '=', newcomerId)
          .where('answered_ms', 'is not', null),
      );
    },

    async vouchersOf(profileId: string): Promise<string[]> {
      const rows = await db
        .selectFrom('welcome_hellos')
        .select('greeter_id')
        .where('newcomer_id', '=', profileId)
        .where('vouched_ms', 'is not', null)
        .execute();
      return rows.map(({ greeter_id }) => greeter_id);
    },
  };
}
