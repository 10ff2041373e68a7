// Rows of glitter, and who among the players wrote with whom on a day.
import type { ExpressionBuilder, Kysely, Selectable } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

export type StoredGlitter = Selectable<Schema['cooties_glitter']>;

/** A carrier wrote with a player who has none. */
export interface Exchange {
  readonly glitterId: string;
  readonly carrierId: string;
  readonly playerId: string;
}

/** Longer chains than this count no further back. */
const chainMost = 500;

/** Reads and writes on one handle: the database's, or a transaction's. */
export function createCootiesStore(db: Kysely<Schema>) {
  /** Players without any who have not just got rid of it. */
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

    /** What a player has now falls off. */
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

    /** Players it may fall on, beginning anywhere among them. */
    async drawn(count: number, fraction: number, restedSince: number): Promise<string[]> {
      const from = catchers(restedSince).orderBy('draw').limit(count);
      const rows = await from.where('draw', '>=', fraction).execute();
      const rest = rows.length < count ? await from.where('draw', '<', fraction).execute() : [];
      return [...rows, ...rest].slice(0, count).map(({ profile_id }) => profile_id);
    },

    /** Takes a day's round on; false when it was done before. */
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

    /** Carriers of that day with each player who has none, where an answer of that day came within `withinMs`. */
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

    /** One more has it from this glitter: counted there, and as gone further on wherever that came from. Gives how many have it from there. */
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

    /** What was caught by that day falls off by itself. */
    async endCaughtBy(caughtDay: number, goneDay: number): Promise<void> {
      await db
        .updateTable('cooties_glitter')
        .set({ gone_day: goneDay })
        .where('gone_day', 'is', null)
        .where('caught_day', '<=', caughtDay)
        .execute();
    },

    /** Trails and rounds from before that day. */
    async forgetBefore(day: number): Promise<void> {
      await db.deleteFrom('cooties_glitter').where('gone_day', '<', day).execute();
      await db.deleteFrom('cooties_rounds').where('day', '<', day).execute();
    },
  };
}

/** A message of one and one of the other, the later of them in the span. */
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
