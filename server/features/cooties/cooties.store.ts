// Stores glitter, and finds the players who exchanged messages on a day.
import type { ExpressionBuilder, Kysely, Selectable } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { countChanged, countRows, hasRow } from '#server/db/row-counts.ts';
import { sliceRows } from '#server/db/slices.ts';

export type StoredGlitter = Selectable<Schema['cooties_glitter']>;

export interface Exchange {
  readonly glitterId: string;
  readonly carrierId: string;
  readonly playerId: string;
}

export function createCootiesStore(db: Kysely<Schema>) {
  /** Players without glitter who are not immune. */
  const playersWhoCanCatch = (immuneIfGoneAfter: number) =>
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
              .where((had) => had.or([had('gone_day', 'is', null), had('gone_day', '>', immuneIfGoneAfter)])),
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

    async insert(row: Schema['cooties_glitter']): Promise<void> {
      await db.insertInto('cooties_glitter').values(row).execute();
    },

    async removeAll(profileId: string): Promise<void> {
      await db.deleteFrom('cooties_glitter').where('profile_id', '=', profileId).execute();
    },

    async endGlitter(profileId: string, day: number): Promise<void> {
      await db
        .updateTable('cooties_glitter')
        .set({ gone_day: day })
        .where('profile_id', '=', profileId)
        .where('gone_day', 'is', null)
        .execute();
    },

    async counts(): Promise<{ players: number; carriers: number }> {
      const players = db.selectFrom('game_consents').where('kind', '=', 'cooties');
      const carriers = db.selectFrom('cooties_glitter').where('gone_day', 'is', null);
      return {
        players: await countRows(players),
        carriers: await countRows(carriers),
      };
    },

    async randomCatchers(count: number, fraction: number, immuneIfGoneAfter: number): Promise<string[]> {
      const inOrder = playersWhoCanCatch(immuneIfGoneAfter).orderBy('draw').limit(count);
      const rows = await inOrder.where('draw', '>=', fraction).execute();
      const rest = rows.length < count ? await inOrder.where('draw', '<', fraction).execute() : [];
      return [...rows, ...rest].slice(0, count).map(({ profile_id }) => profile_id);
    },

    async recordRound(day: number): Promise<void> {
      await db
        .insertInto('cooties_rounds')
        .values({ day })
        .onConflict((conflict) => conflict.column('day').doNothing())
        .execute();
    },

    async lastRound(): Promise<number | null> {
      const row = await db.selectFrom('cooties_rounds').select('day').orderBy('day', 'desc').limit(1).executeTakeFirst();
      return row?.day ?? null;
    },

    /** Sorted ids of at most `limit` glitters that can be passed on that day, starting after `afterId`. */
    async carriedIds(day: number, afterId: string, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom('cooties_glitter')
        .select('id')
        .where('gone_day', 'is', null)
        .where('caught_day', '<=', day)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    async isCarried(id: string): Promise<boolean> {
      return hasRow(db.selectFrom('cooties_glitter').select('id').where('id', '=', id).where('gone_day', 'is', null));
    },

    async canCatch(profileId: string, immuneIfGoneAfter: number): Promise<boolean> {
      return hasRow(playersWhoCanCatch(immuneIfGoneAfter).where('profile_id', '=', profileId));
    },

    /** Pairs of a carrier and a player who can catch glitter, of whom one answered the other within `withinMs` in the given time. */
    async exchanges(
      glitterIds: readonly string[],
      span: { fromMs: number; untilMs: number; withinMs: number; immuneIfGoneAfter: number },
    ): Promise<Exchange[]> {
      if (glitterIds.length === 0) return [];
      const rows = await db
        .selectFrom('cooties_glitter')
        .innerJoin('conversations', 'conversations.profile_id', 'cooties_glitter.profile_id')
        .innerJoin(playersWhoCanCatch(span.immuneIfGoneAfter).as('catcher'), 'catcher.profile_id', 'conversations.peer_id')
        .select(['cooties_glitter.id', 'cooties_glitter.profile_id', 'conversations.peer_id'])
        .where('cooties_glitter.id', 'in', [...glitterIds])
        .where((pair) => wroteBothWays(pair, span))
        .orderBy('cooties_glitter.id')
        .orderBy('conversations.peer_id')
        .execute();
      return rows.map(({ id, profile_id, peer_id }) => ({ glitterId: id, carrierId: profile_id, playerId: peer_id }));
    },

    /** Counts a pass for this glitter and for all glitter that it came from. Returns the passes of this glitter. */
    async passOn(id: string): Promise<number> {
      const { passed_on, from_id } = await db
        .updateTable('cooties_glitter')
        .set((row) => ({ passed_on: row('passed_on', '+', 1) }))
        .where('id', '=', id)
        .returning(['passed_on', 'from_id'])
        .executeTakeFirstOrThrow();
      // The chain has at most about 30 links: each pass takes a day, and glitter is deleted after a month.
      for (let before = from_id; before !== null;) {
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

    /** Ends at most one slice of the glitter caught on `caughtDay` or earlier; returns its size. */
    async endCaughtBy(caughtDay: number, goneDay: number): Promise<number> {
      const ended = db
        .selectFrom('cooties_glitter')
        .select('id')
        .where('gone_day', 'is', null)
        .where('caught_day', '<=', caughtDay)
        .limit(sliceRows);
      const change = db.updateTable('cooties_glitter').set({ gone_day: goneDay }).where('id', 'in', ended);
      return countChanged(change);
    },

    /** Removes at most one slice; returns its size. */
    async forgetBefore(day: number): Promise<number> {
      await db.deleteFrom('cooties_rounds').where('day', '<', day).execute();
      const gone = db.selectFrom('cooties_glitter').select('id').where('gone_day', '<', day).limit(sliceRows);
      return countChanged(db.deleteFrom('cooties_glitter').where('id', 'in', gone));
    },
  };
}

/** True if both wrote, and the later message is in the given time. */
const wroteBothWays = (
  pair: ExpressionBuilder<Schema, 'conversations'>,
  { fromMs, untilMs, withinMs }: { fromMs: number; untilMs: number; withinMs: number },
) =>
  pair.exists(
    pair
      .selectFrom('messages as answer')
      .innerJoin('messages as question', 'question.pair', 'answer.pair')
      .select('answer.id')
      .whereRef('answer.pair', '=', 'conversations.pair')
      .whereRef('question.sender_id', '<>', 'answer.sender_id')
      .whereRef('question.sequence', '<', 'answer.sequence')
      .where('answer.created_ms', '>=', fromMs)
      .where('answer.created_ms', '<', untilMs)
      .where((both) => both('question.created_ms', '>=', both('answer.created_ms', '-', withinMs))),
  );
