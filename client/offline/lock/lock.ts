// Opens the app lock, for the lock screen.
import type { PinWrappedKey } from '#client/offline/database-schema.ts';
import { currentDataKeys } from '#client/device/data-keys.ts';
import { usedPasskey } from '#client/device/passkey-use.ts';
import { markSessionToEnd } from '#client/device/pending-cleanup.ts';
import { wipeDevice } from '#client/device/wipe.ts';
import { keysOf, type Root } from '#client/offline/root-keys.ts';
import { passkeyKey, pinKey, unwrap } from './lock-keys.ts';
import { logInAgain, loginChallenge, type LoginByUnlock } from './lock-login.ts';
import { requestLockSecret } from './lock-passkey.ts';
import { changeLock, readLock } from './lock-record.ts';
import { lockSecret } from './lock-secret.ts';
import { unlockTabs } from './lock-tabs.ts';

export const maxWrongPins = 10;
export const minPinLength = 6;
export type Opening =
  | { readonly is: 'open'; readonly root: Root }
  | { readonly is: 'wrong'; readonly triesLeft: number }
  /** The last try failed, so the device was wiped. */
  | { readonly is: 'wiped' };

/** The try is counted before the PIN is checked, so that closing the page does not undo it. The tenth wrong PIN wipes the device. */
export async function tryPin(pin: string): Promise<Opening> {
  const record = await changeLock((before) => ({ ...before, wrongTries: before.wrongTries + 1 }));
  if (record?.pin == null) return { is: 'wrong', triesLeft: maxWrongPins };
  const isOverLimit = record.wrongTries > maxWrongPins;
  const root = isOverLimit ? null : await unwrapByPin(record.pin, pin);
  if (root !== null) {
    await changeLock((before) => ({ ...before, wrongTries: 0 }));
    return { is: 'open', root };
  }
  if (record.wrongTries < maxWrongPins) return { is: 'wrong', triesLeft: maxWrongPins - record.wrongTries };
  // The next start ends the session on the server.
  markSessionToEnd();
  await wipeDevice();
  return { is: 'wiped' };
}

export interface Unlocked {
  readonly root: Root;
  /** Null if the session had not ended, the server did not answer, or the passkey only opens the lock. */
  readonly login: LoginByUnlock | null;
}

/**
 * Opens the lock, and logs in if the session has ended. Null if the lock has no passkey, or the passkey belongs to another lock. Rejects
 * if the member refuses.
 */
export async function tryPasskey(): Promise<Unlocked | null> {
  const way = (await readLock())?.passkey ?? null;
  if (way === null) return null;
  const challenge = way.rpId !== undefined && currentDataKeys() === null ? await loginChallenge() : null;
  const { credential, secret } = await requestLockSecret(way, challenge);
  const root = await unwrap(way, await passkeyKey(secret, await lockSecret()));
  if (root === null) return null;
  await changeLock((before) => ({ ...before, wrongTries: 0 }));
  return { root, login: challenge === null ? null : await logInAgain(usedPasskey(credential)) };
}

/** Unlocks all tabs. */
export async function open(root: Root): Promise<void> {
  unlockTabs(await keysOf(root));
}

const unwrapByPin = async (way: PinWrappedKey, pin: string): Promise<Root | null> =>
  unwrap(way, await pinKey(pin, way.salt, way.iterations, await lockSecret()));
