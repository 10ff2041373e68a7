// Whether a member lets others know that he read or that he types: his settings say so, and on is what nobody changed.
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';

export type Choice = 'sendSeen' | 'sendTyping';

export function createChoicesStore(db: Kysely<Schema>) {
  return {
    async isOn(profileId: string, choice: Choice): Promise<boolean> {
      const row = await db.selectFrom('accounts').select('preferences').where('profile_id', '=', profileId).executeTakeFirst();
      const chosen = JSON.parse(row?.preferences ?? '{}') as Partial<Record<Choice, boolean>>;
      return chosen[choice] !== false;
    },
  };
}
