// Loads the data keys into the worker, which only has them while no app lock is set.
import { setDataKeys } from '#client/device/data-keys.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { storedKeys, storedRoot } from '#client/offline/device-root.ts';
import { unlockedKeysOf } from '#client/offline/root-keys.ts';
import { unsealName } from '#client/offline/seal.ts';

export interface DeviceState {
  /** The member whose data this is; null without one, while a lock is set, and if the data cannot be opened. */
  readonly owner: string | null;
  readonly isLockSet: boolean;
}

/** The stored name of the owner, which differs with each key, and the name. */
let opened: { readonly sealed: string; readonly owner: Promise<string> } | null = null;

/** Call before anything is sealed or unsealed: a page may have changed the keys since the last event. */
async function openKeys(): Promise<DeviceState> {
  const { owner: sealed, root, isLockSet } = await storedKeys();
  if (sealed === null || isLockSet) {
    opened = null;
    setDataKeys(null);
    return { owner: null, isLockSet };
  }
  if (sealed !== opened?.sealed) opened = { sealed, owner: ownerIn(sealed, root) };
  try {
    return { owner: await opened.owner, isLockSet };
  } catch (error) {
    opened = null;
    throw error;
  }
}

async function ownerIn(sealed: string, rootInDatabase: unknown): Promise<string> {
  const root = await storedRoot(rootInDatabase);
  setDataKeys(root === null ? null : await unlockedKeysOf(root));
  return unsealName(sealed);
}

/** A device without storage has no member. */
export const deviceState = (): Promise<DeviceState> => openKeys().catch(() => ({ owner: null, isLockSet: false }));

/** The logged-in member; null while a lock is set. */
export const sender = async (): Promise<string | null> => ((await openKeys()).owner === null ? null : memberDatabase.sender());
