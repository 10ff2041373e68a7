// Opens the data on this device if there is no app lock: first the data keys, then the entries of local storage.
import { currentDataKeys, setDataKeys } from '#client/device/data-keys.ts';
import { lastProfileId, readRecord } from '#client/device/session-record.ts';
import { hasVault, localKeys, readLocal } from '#client/device/storage.ts';
import { memberDatabase } from './database.ts';
import { withKeyLock, storeRoot, storedKeys, storedRoot } from './device-root.ts';
import { newRoot, unlockedKeysOf, type Root } from './root-keys.ts';
import { canSeal, isSealedName, unsealName } from './seal.ts';
import { resealAll } from './reseal.ts';
import { deleteMemberCaches, openVault } from './vault.ts';

/**
 * Opens the data of the member it belongs to, or of `profile`, who is logging in. Encrypts what an older build has stored. Does nothing
 * if the browser cannot encrypt. Rejects if the storage cannot be used.
 */
export async function openDevice(profile: string | null = null): Promise<void> {
  if (!canSeal()) return;
  await withKeyLock(async () => {
    if (currentDataKeys() === null) rootToStore = await openKeys();
    // This creates the database.
    if (profile !== null) await memberDatabase.claim(profile);
    if (rootToStore !== null && (await storeInDatabase(rootToStore))) rootToStore = null;
    if (!hasVault() && (await memberDatabase.owner()) !== null) await openVault();
  });
}

/** The root that must be stored in the database, once there is one. */
let rootToStore: Root | null = null;

const storeInDatabase = (root: Root): Promise<boolean> =>
  memberDatabase.run(['meta'], false, async (transaction) => {
    await transaction.objectStore('meta').put(root, 'root');
    return true;
  });

/** Returns the root if it must be stored in the database, else null. */
async function openKeys(): Promise<Root | null> {
  const stored = await storedKeys();
  if (stored.isLockSet && readLocal(localKeys.lock) !== null) return startAgain();
  const root = await storedRoot(stored.root);
  const owner = await ownerBy(root, stored.owner);
  // A lock without its entry in local storage cannot be opened, and neither can data whose key is gone.
  const isUnreadable = stored.isLockSet || (stored.owner !== null && owner === null);
  // Until the vault opens, this is a member who logged in when it was unknown whose data the device has.
  const loggedIn = lastProfileId();
  const isOthers = owner !== null && loggedIn !== null && owner !== loggedIn;
  if (isUnreadable || isOthers) await memberDatabase.wipe();
  if (isOthers) await deleteMemberCaches();
  const kept = isOthers ? null : root;
  const next = kept ?? newRoot();
  const keys = await unlockedKeysOf(next);
  const inDatabase = kept === null ? await storeRoot(next) : stored.root === undefined ? null : kept;
  setDataKeys(keys);
  if (owner === null || isUnreadable || isOthers) await claimForPlainSession();
  else if (!isSealedName(stored.owner ?? '')) {
    await deleteMemberCaches();
    await resealAll(keys, { lock: null, root: inDatabase });
  }
  return inDatabase;
}

/** Another tab has set the lock since this page started. The next start asks for the PIN or passkey. */
function startAgain(): Promise<never> {
  location.reload();
  return new Promise(() => undefined);
}

/** The member whose name is `sealed`. Null if there is none, or if the root does not open it. */
const ownerBy = async (root: Root | null, sealed: string | null): Promise<string | null> =>
  sealed === null ? null : unsealName(sealed, root && (await unlockedKeysOf(root))).catch(() => null);

/** An older build may have left a session without a database. */
async function claimForPlainSession(): Promise<void> {
  const profile = lastProfileId() ?? readRecord()?.profileId ?? null;
  if (profile === null) return;
  await memberDatabase.claim(profile);
  if (readRecord() === null) await memberDatabase.release();
}
