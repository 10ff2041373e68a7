// Loads the data keys into the worker. It has them only if there is no app lock.
import { setDataKeys, type DataKeys } from '#client/device/data-keys.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { storedKeys, storedRoot } from '#client/offline/device-root.ts';
import { unlockedKeysOf } from '#client/offline/root-keys.ts';
import { unsealName } from '#client/offline/seal.ts';

export interface DeviceState {
  /** The member whose data this is. Null if there is none, if there is a lock, or if the data cannot be opened. */
  readonly owner: string | null;
  readonly isLockSet: boolean;
}

/** The owner's encrypted name, which is different for each key, and the name itself. */
let opened: { readonly sealed: string; readonly owner: Promise<string> } | null = null;

/** The keys of a page, if there is an app lock, while its work is done. */
let keysOfPage: DataKeys | null = null;

/** Call it before anything is encrypted or decrypted, because a page may have changed the keys since the last event. */
async function openKeys(): Promise<DeviceState> {
  const { owner: sealed, root, isLockSet } = await storedKeys();
  if (sealed === null || isLockSet) {
    opened = null;
    setDataKeys(isLockSet ? keysOfPage : null);
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

/** If the browser has no storage, there is no owner. */
export const deviceState = (): Promise<DeviceState> => openKeys().catch(() => ({ owner: null, isLockSet: false }));

/** The logged-in member. Null if there is a lock. */
export const sender = async (): Promise<string | null> => ((await openKeys()).owner === null ? null : memberDatabase.sender());

/** Does the work of a page with its keys. They stay if other events of the worker come meanwhile, and are forgotten afterwards. */
export async function withKeysOfPage<T>(keys: DataKeys | null, work: () => Promise<T>): Promise<T> {
  keysOfPage = keys;
  setDataKeys(keys);
  try {
    return await work();
  } finally {
    opened = null;
    keysOfPage = null;
    setDataKeys(null);
  }
}
