// The app lock for screens: opening, setting and changing it.
import type { LockRecord, WrappedByPasskey, WrappedByPin } from '#client/offline/database-schema.ts';
import { currentDataKeys } from '#client/device/data-keys.ts';
import { usedPasskey } from '#client/device/passkey-use.ts';
import { markSessionToEnd } from '#client/device/pending-cleanup.ts';
import { wipeDevice } from '#client/device/wipe.ts';
import { keysOf, newRoot, type Root } from '#client/offline/root-keys.ts';
import { setLock } from './lock-change.ts';
import { newSalt, passkeyKey, pinKey, tunedIterations, unwrap, wrap, type FileSecret } from './lock-keys.ts';
import { accountPasskeys, logInAgain, loginChallenge, type LoginByUnlock } from './lock-login.ts';
import { choosePasskey, usePasskey } from './lock-passkey.ts';
import { changeLock, readLock } from './lock-record.ts';
import { lockSecret, newLockSecret } from './lock-secret.ts';
import { registerNewLock } from './server-lock.ts';
import { unlockTabs, watchUse } from './lock-tabs.ts';

export const maxWrongPins = 10;
export const minPinLength = 6;
const minuteMs = 60_000;
/** The idle timeouts to choose from; 0 locks the app as soon as it is hidden. */
export const lockAfterChoicesMs = [0, minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs] as const;
const defaultLockAfterMs = 5 * minuteMs;

export type Opening =
  | { readonly is: 'open'; readonly root: Root }
  | { readonly is: 'wrong'; readonly triesLeft: number }
  /** The last try failed, and the device was wiped. */
  | { readonly is: 'wiped' };

/** Counts a try before checking the PIN, so that killing the page saves no tries. The tenth wrong PIN wipes the device. */
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
  // The session on the server is ended at the next start.
  markSessionToEnd();
  await wipeDevice();
  return { is: 'wiped' };
}

export interface Unlocked {
  readonly root: Root;
  /** Null if nothing was to be done: the session lasts, or the server did not answer. */
  readonly login: LoginByUnlock | null;
}

/** Also logs in if the session of the locked app has ended. Null if the passkey belongs to another lock. Rejects if the member refuses. */
export async function tryPasskey(): Promise<Unlocked | null> {
  const way = (await readLock())?.passkey ?? null;
  if (way === null) return null;
  const challenge = way.rpId !== undefined && currentDataKeys() === null ? await loginChallenge() : null;
  const { credential, secret } = await usePasskey(way, challenge);
  const root = await unwrap(way, await passkeyKey(secret, await lockSecret()));
  if (root === null) return null;
  await changeLock((before) => ({ ...before, wrongTries: 0 }));
  return { root, login: challenge === null ? null : await logInAgain(usedPasskey(credential)) };
}

/** Opens the data in all tabs. */
export async function open(root: Root): Promise<void> {
  unlockTabs(await keysOf(root));
}

export async function setPinLock(profile: string, pin: string): Promise<void> {
  const root = newRoot();
  await set(profile, root, { pin: await pinWay(root, pin, await newLockSecret()), passkey: null });
}

/** Which passkey opens the lock: one of the account if possible, or one that only opens the lock. */
export type PasskeyChoice = 'account' | 'lock only';

/** Rejects when the member refuses, or with NoAccountPasskey or PasskeyUnsupported. */
export async function setPasskeyLock(profile: string, choice: PasskeyChoice): Promise<void> {
  const root = newRoot();
  await set(profile, root, { pin: null, passkey: await passkeyWay(root, newLockSecret, choice) });
}

export async function changePin(root: Root, pin: string): Promise<void> {
  const way = await pinWay(root, pin, await lockSecret());
  await changeLock((before) => ({ ...before, pin: way }));
}

export async function addPasskey(root: Root, choice: PasskeyChoice): Promise<void> {
  const passkey = await passkeyWay(root, lockSecret, choice);
  await changeLock((before) => ({ ...before, passkey }));
}

export async function lockAfter(lockAfterMs: number): Promise<void> {
  await changeLock((before) => ({ ...before, lockAfterMs }));
  watchUse(lockAfterMs);
}

async function set(profile: string, root: Root, ways: Pick<LockRecord, 'pin' | 'passkey'>): Promise<void> {
  await setLock(profile, root, { ...ways, wrongTries: 0, lockAfterMs: defaultLockAfterMs });
  watchUse(defaultLockAfterMs);
  await registerNewLock();
}

const unwrapByPin = async (way: WrappedByPin, pin: string): Promise<Root | null> =>
  unwrap(way, await pinKey(pin, way.salt, way.iterations, await lockSecret()));

async function pinWay(root: Root, pin: string, secret: FileSecret): Promise<WrappedByPin> {
  const salt = newSalt();
  const iterations = await tunedIterations();
  return { salt, iterations, ...(await wrap(root, await pinKey(pin, salt, iterations, secret))) };
}

async function passkeyWay(root: Root, secretOf: () => Promise<FileSecret>, choice: PasskeyChoice): Promise<WrappedByPasskey> {
  const { secret, ...passkey } = await choosePasskey(choice === 'account' ? await accountPasskeys() : null);
  return { ...passkey, ...(await wrap(root, await passkeyKey(secret, await secretOf()))) };
}
