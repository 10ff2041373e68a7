// Rows of glitter, and exchanges of messages between players on a day.
import type { ExpressionBuilder, Kysely, Selectable } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

export type StoredGlitter = Selectable<Schema['cooties_glitter']>;

/** A carrier and a player without glitter who exchanged messages. */
export interface Exchange {
  readonly glitterId: string;
  readonly carrierId: string;
  readonly playerId: string;
}

/** The longest chain of passes that is counted back. */
const chainMost = 500;

/** Reads and writes on one handle: the database's, or a transaction's. */
export function createCootiesStore(db: Kysely<Schema>) {
  /** Players without glitter who have not lost some since `restedSince`. */
  const catchers = (restedSince: number) =>
    db
      .selectFrom('game_consents')
      .select('profile_id')
      .where('kind', '=', 'cooties')
      .where((player) =>
        player.not(
          player.exists(
            player
              .selectFrom('cooties_glitter')
              .select('id')
              .whereRef('cooties_glitter.profile_id', '=', 'game_consents.profile_id')
              .where((had) => had.or([had('gone_day', 'is', null), had('gone_day', '>', restedSince)])),
          ),
        ),
      );

  return {
    async of(profileId: string): Promise<StoredGlitter[]> {
      return db
        .selectFrom('cooties_glitter')
        .selectAll()
        .where('profile_id', '=', profileId)
        .orderBy('caught_day', 'desc')
        .orderBy('id')
        .execute();
    },

    async pointsOf(profileId: string): Promise<number> {
      const row = await db
        .selectFrom('game_scores')
        .select('points')
        .where('profile_id', '=', profileId)
        .where('game', '=', 'cooties')
        .executeTakeFirst();
      return row?.points ?? 0;
    },

    async insert(row: Schema['cooties_glitter']): Promise<void> {
      await db.insertInto('cooties_glitter').values(row).execute();
    },

    async removeAll(profileId: string): Promise<void> {
      await db.deleteFrom('cooties_glitter').where('profile_id', '=', profileId).execute();
    },

    /** Ends a player's current glitter. */
    async shakeOff(profileId: string, day: number): Promise<void> {
      await db
        .updateTable('cooties_glitter')
        .set({ gone_day: day })
        .where('profile_id', '=', profileId)
        .where('gone_day', 'is', null)
        .execute();
    },

    async counts(): Promise<{ players: number; carriers: number }> {
      const count = async (rows: { count: number | string }) => Number(rows.count);
      const players = db.selectFrom('game_consents').where('kind', '=', 'cooties');
      const carriers = db.selectFrom('cooties_glitter').where('gone_day', 'is', null);
      return {
        players: await count(
          await players.select((row) => row.fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow(),
        ),
        carriers: await count(
          await carriers.select((row) => row.fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow(),
        ),
      };
    },

    /** Random players who can catch some. */
    async drawn(count: number, fraction: number, restedSince: number): Promise<string[]> {
      const from = catchers(restedSince).orderBy('draw').limit(count);
      const rows = await from.where('draw', '>=', fraction).execute();
      const rest = rows.length < count ? await from.where('draw', '<', fraction).execute() : [];
      return [...rows, ...rest].slice(0, count).map(({ profile_id }) => profile_id);
    },

    /** Claims the round of a day; false when it was claimed before. */
    async begin(day: number): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('cooties_rounds')
        .values({ day })
        .onConflict((conflict) => conflict.column('day').doNothing())
        .executeTakeFirst();
      return Number(numInsertedOrUpdatedRows) > 0;
    },

    async lastRound(): Promise<number | null> {
      const row = await db.selectFrom('cooties_rounds').select('day').orderBy('day', 'desc').limit(1).executeTakeFirst();
      return row?.day ?? null;
    },

    /** Pairs of a carrier and a player without glitter with an answer on that day that came within `withinMs`. */
    async exchanges(span: { fromMs: number; untilMs: number; withinMs: number; restedSince: number }): Promise<Exchange[]> {
      const rows = await db
        .selectFrom('cooties_glitter')
        .innerJoin('conversations', 'conversations.profile_id', 'cooties_glitter.profile_id')
        .innerJoin(catchers(span.restedSince).as('catcher'), 'catcher.profile_id', 'conversations.peer_id')
        .select(['cooties_glitter.id', 'cooties_glitter.profile_id', 'conversations.peer_id'])
        .where('cooties_glitter.gone_day', 'is', null)
        .where('cooties_glitter.caught_day', '<=', span.fromMs)
        .where((pair) => wroteBothWays(pair, span))
        .orderBy('cooties_glitter.id')
        .orderBy('conversations.peer_id')
        .execute();
      return rows.map(({ id, profile_id, peer_id }) => ({ glitterId: id, carrierId: profile_id, playerId: peer_id }));
    },

    /** Counts a pass on this glitter and on all it came from. Returns the passes of this glitter. */
    async passOn(id: string): Promise<number> {
      const { passed_on, from_id } = await db
        .updateTable('cooties_glitter')
        .set((row) => ({ passed_on: row('passed_on', '+', 1) }))
        .where('id', '=', id)
        .returning(['passed_on', 'from_id'])
        .executeTakeFirstOrThrow();
      const seen = new Set<string>();
      for (let before = from_id; before !== null && !seen.has(before) && seen.size < chainMost;) {
        seen.add(before);
        const row = await db
          .updateTable('cooties_glitter')
          .set((counted) => ({ went_on: counted('went_on', '+', 1) }))
          .where('id', '=', before)
          .returning('from_id')
          .executeTakeFirst();
        before = row?.from_id ?? null;
      }
      return passed_on;
    },

    /** Ends glitter caught on that day or before. */
    async endCaughtBy(caughtDay: number, goneDay: number): Promise<void> {
      await db
        .updateTable('cooties_glitter')
        .set({ gone_day: goneDay })
        .where('gone_day', 'is', null)
        .where('caught_day', '<=', caughtDay)
        .execute();
    },

    /** Deletes trails and rounds from before that day. */
    async forgetBefore(day: number): Promise<void> {
      await db.deleteFrom('cooties_glitter').where('gone_day', '<', day).execute();
      await db.deleteFrom('cooties_rounds').where('day', '<', day).execute();
    },
  };
}

/** Messages in both directions, the later of them in the span. */
const wroteBothWays = (
  pair: ExpressionBuilder<Schema, 'conversations'>,
  { fromMs, untilMs, withinMs }: { fromMs: number; untilMs: number; withinMs: number },
) =>
  pair.exists(
    pair
      .selectFrom('messages as answer')
      .innerJoin('messages as said', 'said.pair', 'answer.pair')
      .select('answer.id')
      .whereRef('answer.pair', '=', 'conversations.pair')
      .whereRef('said.sender_id', '<>', 'answer.sender_id')
      .whereRef('said.sequence', '<', 'answer.sequence')
      .where('answer.created_ms', '>=', fromMs)
      .where('answer.created_ms', '<', untilMs)
      .where((both) => both('said.created_ms', '>=', both('answer.created_ms', '-', withinMs))),
  );
