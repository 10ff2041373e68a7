// Inserts the rows of a new account and its profile. Values that are not given have defaults.
import type { Insertable } from 'kysely';
import type { AccountRole } from '#shared/rules/roles.ts';
import type { AccountsTable, ProfilesTable } from './schema.ts';

type Given<Table, Required extends keyof Table> = Pick<Table, Required> & Partial<Insertable<Table>>;

export const newAccountRow = (given: Given<AccountsTable, 'id' | 'email' | 'profile_id' | 'created_ms'>) => ({
  pending_email: null,
  name: '',
  password_hash: null,
  roles: JSON.stringify(['USER'] satisfies AccountRole[]),
  preferences: '{}',
  acknowledgements: '[]',
  is_test: 0 as const,
  ...given,
});

export const newProfileRow = (given: Given<ProfilesTable, 'id' | 'account_id' | 'created_ms'>) => ({
  profilename: '',
  pic_ids: '[]',
  pic_ids_private: '[]',
  birthdate: null,
  height: '',
  weight: '',
  height_cm: null,
  weight_kg: null,
  description: '',
  characteristics: '[]',
  is_test: 0 as const,
  version: 1,
  seen_ms: given.created_ms,
  updated_ms: given.created_ms,
  shown_updated_ms: given.created_ms,
  ...given,
});
