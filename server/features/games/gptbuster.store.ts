// Stores GPT Buster rounds, and finds the descriptions of members who consented.
import type { Kysely, Selectable } from 'kysely';
import { namesOf } from '#shared/rules/masked-text.ts';
import type { GptVote } from '#shared/rules/games.ts';
import type { Schema } from '#server/db/schema.ts';
import { batchSize } from './random-order.ts';

export interface Narrative {
  readonly draw: number;
  readonly authorId: string;
  readonly words: string;
  /** The author's public name, account name, and local part of the email address. */
  readonly names: readonly string[];
}

export function createGptStore(db: Kysely<Schema>) {
  const narratives = db
    .selectFrom('game_consents')
    .innerJoin('profiles', 'profiles.id', 'game_consents.profile_id')
    .innerJoin('accounts', 'accounts.id', 'profiles.account_id')
    .select([
      'game_consents.draw',
      'profiles.id',
      'profiles.profilename',
      'profiles.description',
      'accounts.name',
      'accounts.email',
    ])
    .where('game_consents.kind', '=', 'words')
    .where('profiles.is_test', '=', 0)
    .where('profiles.description', '<>', '');

  return {
    /** The next texts in random order, without those of authors who were in the player's rounds since `sinceMs`. */
    async narratives(playerId: string, sinceMs: number, above: number, upTo: number): Promise<Narrative[]> {
      const rows = await narratives
        .where('game_consents.draw', '>', above)
        .where('game_consents.draw', '<=', upTo)
        .where('profiles.id', '<>', playerId)
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom('gpt_rounds')
                .select('gpt_rounds.id')
                .whereRef('gpt_rounds.author_id', '=', 'profiles.id')
                .where('gpt_rounds.player_id', '=', playerId)
                .where('gpt_rounds.created_ms', '>', sinceMs),
            ),
          ),
        )
        .orderBy('game_consents.draw')
        .limit(batchSize)
        .execute();
      return rows.map(narrativeOf);
    },

    async narrative(authorId: string): Promise<Narrative | null> {
      const row = await narratives.where('profiles.id', '=', authorId).executeTakeFirst();
      return row ? narrativeOf(row) : null;
    },

    async find(id: string, playerId: string): Promise<Selectable<Schema['gpt_rounds']> | null> {
      const ofPlayer = db.selectFrom('gpt_rounds').selectAll().where('player_id', '=', playerId);
      return (await ofPlayer.where('id', '=', id).executeTakeFirst()) ?? null;
    },

    /** Newest first. */
    rounds: (playerId: string, sinceMs: number): Promise<Selectable<Schema['gpt_rounds']>[]> =>
      db
        .selectFrom('gpt_rounds')
        .selectAll()
        .where('player_id', '=', playerId)
        .where('created_ms', '>', sinceMs)
        .orderBy('created_ms', 'desc')
        .execute(),

    async insert(row: Schema['gpt_rounds']): Promise<void> {
      await db.insertInto('gpt_rounds').values(row).execute();
    },

    async vote(id: string, vote: GptVote): Promise<void> {
      await db.updateTable('gpt_rounds').set({ vote }).where('id', '=', id).execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('gpt_rounds').where('id', '=', id).execute();
    },

    async removeBefore(playerId: string, beforeMs: number): Promise<void> {
      await db.deleteFrom('gpt_rounds').where('player_id', '=', playerId).where('created_ms', '<=', beforeMs).execute();
    },

    async endRoundsAbout(authorId: string): Promise<void> {
      await db.deleteFrom('gpt_rounds').where('author_id', '=', authorId).where('vote', 'is', null).execute();
    },

    /** How many players voted since `sinceMs` and since the last case about this author, and how many of them for "machine". */
    async uncounted(authorId: string, sinceMs: number): Promise<{ readonly voters: number; readonly machine: number }> {
      const rows = await db
        .selectFrom('gpt_rounds')
        .select(['player_id', 'vote'])
        .where('author_id', '=', authorId)
        .where('vote', 'is not', null)
        .where('is_raised', '=', 0)
        .where('created_ms', '>', sinceMs)
        .execute();
      const voteOf = new Map(rows.map(({ player_id, vote }) => [player_id, vote]));
      return { voters: voteOf.size, machine: [...voteOf.values()].filter((vote) => vote === 'machine').length };
    },

    async markCounted(authorId: string): Promise<void> {
      await db
        .updateTable('gpt_rounds')
        .set({ is_raised: 1 })
        .where('author_id', '=', authorId)
        .where('vote', 'is not', null)
        .execute();
    },
  };
}

interface NarrativeRow {
  readonly draw: number;
  readonly id: string;
  readonly profilename: string;
  readonly description: string;
  readonly name: string;
  readonly email: string | null;
}

const narrativeOf = (row: NarrativeRow): Narrative => ({
  draw: Number(row.draw),
  authorId: row.id,
  words: row.description,
  names: namesOf(row),
});
