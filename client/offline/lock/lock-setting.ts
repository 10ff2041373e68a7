// Sets the app lock and changes its PIN, passkey and idle time, for screens.
import type { LockRecord, PasskeyWrappedKey, PinWrappedKey } from '#client/offline/database-schema.ts';
import { newRoot, type Root } from '#client/offline/root-keys.ts';
import { hourMs, minuteMs } from '#shared/rules/durations.ts';
import { setLock } from './lock-change.ts';
import { newSalt, passkeyKey, pinKey, tunedIterations, wrap, type FileSecret } from './lock-keys.ts';
import { changeLock } from './lock-record.ts';
import { lockSecret, newLockSecret } from './lock-secret.ts';
import { watchUse, watchUseInAllTabs } from './lock-tabs.ts';
import { choosePasskey, type PasskeyChoice } from './new-lock-passkey.ts';
import { registerNewLock } from './server-lock.ts';

/** The idle times to choose from. With 0 the app locks as soon as it is hidden. */
export const lockAfterChoicesMs = [0, minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs] as const;
const defaultLockAfterMs = 5 * minuteMs;

export async function setPinLock(profile: string, pin: string): Promise<void> {
  const root = newRoot();
  await set(profile, root, { pin: await pinWay(root, pin, await newLockSecret()), passkey: null });
}

/** Rejects if the member refuses, or with NoAccountPasskey or PasskeyUnsupported. */
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
  watchUseInAllTabs(lockAfterMs);
}

async function set(profile: string, root: Root, ways: Pick<LockRecord, 'pin' | 'passkey'>): Promise<void> {
  await setLock(profile, root, { ...ways, wrongTries: 0, lockAfterMs: defaultLockAfterMs });
  watchUse(defaultLockAfterMs);
  await registerNewLock();
}

async function pinWay(root: Root, pin: string, secret: FileSecret): Promise<PinWrappedKey> {
  const salt = newSalt();
  const iterations = await tunedIterations();
  return { salt, iterations, ...(await wrap(root, await pinKey(pin, salt, iterations, secret))) };
}

async function passkeyWay(root: Root, secretOf: () => Promise<FileSecret>, choice: PasskeyChoice): Promise<PasskeyWrappedKey> {
  const { secret, ...passkey } = await choosePasskey(choice);
  return { ...passkey, ...(await wrap(root, await passkeyKey(secret, await secretOf()))) };
}
