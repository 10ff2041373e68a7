// Passwords of test members.
import { createPasswords } from '#server/features/session/passwords.ts';
import type { World } from '#server/world.ts';

const passwordHash = { memoryKiB: 64, passes: 1, lanes: 1 };

/** More than tests use at once. */
const passwordQueue = { maxThreads: 2, maxWaiting: 1_000 };

/** Values for `limits` of a test world. */
export const quickHashing = { passwordHash, passwordQueue };

/** Sets a password without the required login by link, hashed at minimal cost by default. */
export async function setPasswordOf(
  { world }: { world: World },
  profileId: string,
  password: string,
  strength: World['limits']['passwordHash'] = passwordHash,
): Promise<void> {
  const hash = await createPasswords(strength, passwordQueue).hash(password);
  await world.db.write((tx) =>
    tx.updateTable('accounts').set({ password_hash: hash }).where('profile_id', '=', profileId).execute(),
  );
}
