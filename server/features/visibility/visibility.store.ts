// Reads what hides members: blocks, and suspensions that have not ended.
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

/** The end of a suspension for ever. Finite, because events are written as JSON for processes that share a database. */
export const neverMs = Number.MAX_SAFE_INTEGER;

export const createVisibilityStore = (db: Kysely<Schema>) => ({
  blocks: (): Promise<{ liker_id: string; liked_id: string }[]> =>
    db.selectFrom('likes').select(['liker_id', 'liked_id']).where('is_blocked', '=', 1).execute(),

  /** The latest suspension end of each suspended member, or of one. A member who is being deleted is suspended for ever. */
  async suspensions(nowMs: number, profileId?: string): Promise<Map<string, number>> {
    const rows = await db
      .selectFrom('cases')
      .select(['subject_id', 'sanction_ends_ms'])
      .where('outcome', '=', 'suspend')
      .where('sanction_ends_ms', '>', nowMs)
      .$if(profileId !== undefined, (query) => query.where('subject_id', '=', profileId ?? ''))
      .execute();
    const until = new Map<string, number>();
    for (const { subject_id, sanction_ends_ms } of rows)
      until.set(subject_id, Math.max(until.get(subject_id) ?? 0, Number(sanction_ends_ms)));
    const deleted = await db
      .selectFrom('deletions')
      .select('profile_id')
      .$if(profileId !== undefined, (query) => query.where('profile_id', '=', profileId ?? ''))
      .execute();
    for (const { profile_id } of deleted) until.set(profile_id, neverMs);
    return until;
  },
});
