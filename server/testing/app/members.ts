// Inserts members with a session into a test database.
import { publishAfter } from '#server/changes/publish-after.ts';
import { newAccountRow, newProfileRow } from '#server/db/new-member-rows.ts';
import { createSessionsService } from '#server/features/session/sessions.service.ts';
import type { World } from '#server/world.ts';
import type { AccountRole } from '#shared/rules/roles.ts';
import type { Browser } from './browser.ts';

export interface NewMember {
  readonly name?: string;
  readonly email?: string;
  readonly birthdate?: string | null;
  readonly roles?: readonly AccountRole[];
  readonly characteristics?: readonly string[];
  readonly height?: string;
  readonly weight?: string;
  readonly heightCm?: number;
  readonly weightKg?: number;
  readonly isTest?: boolean;
  readonly description?: string;
  readonly preferences?: Readonly<Record<string, unknown>>;
  /** How long ago they signed in; 0 by default. */
  readonly signedInAgoMs?: number;
}

export interface Member extends Browser {
  readonly profileId: string;
  readonly accountId: string;
  readonly name: string;
}

export async function memberOf(world: World, browser: Browser, given: NewMember): Promise<Member> {
  const accountId = world.ids.uuid();
  const profileId = world.ids.uuid();
  const name = given.name ?? `Member ${profileId.slice(0, 4)}`;
  const now = world.clock.now();
  const sessions = createSessionsService(world);
  const cookie = await world.db.write(async (tx) => {
    await tx
      .insertInto('accounts')
      .values(
        newAccountRow({
          id: accountId,
          email: given.email ?? `${profileId}@example.org`,
          roles: JSON.stringify(given.roles ?? ['USER']),
          profile_id: profileId,
          preferences: JSON.stringify(given.preferences ?? {}),
          is_test: given.isTest ? 1 : 0,
          created_ms: now,
        }),
      )
      .execute();
    await tx
      .insertInto('profiles')
      .values(
        newProfileRow({
          id: profileId,
          account_id: accountId,
          profilename: name,
          birthdate: given.birthdate === undefined ? '1990-05-17' : given.birthdate,
          height: given.height ?? '',
          weight: given.weight ?? '',
          height_cm: given.heightCm ?? null,
          weight_kg: given.weightKg ?? null,
          description: given.description ?? '',
          characteristics: JSON.stringify(given.characteristics ?? []),
          is_test: given.isTest ? 1 : 0,
          created_ms: now,
        }),
      )
      .execute();
    const cookie = await sessions.create(tx, { accountId, profileId, isRemembered: false, byLink: true, device: 'a test' });
    const signedInMs = now - (given.signedInAgoMs ?? 0);
    await tx.updateTable('sessions').set({ signed_in_ms: signedInMs }).where('account_id', '=', accountId).execute();
    publishAfter(world, tx, { type: 'profileChanged', profileId });
    return cookie;
  });
  browser.cookies.set('sid', cookie);
  return { ...browser, profileId, accountId, name };
}
