// The app lock as screens use it: opening it with a PIN or a passkey, and changing how it opens.
import type { LockRecord, PasskeyWay, PinWay } from '#client/offline/database-schema.ts';
import { markSessionToEnd } from '#client/device/pending-cleanup.ts';
import { wipeDevice } from '#client/device/wipe.ts';
import { setLock } from './lock-change.ts';
import { keysOf, newRoot, newSalt, passkeyKey, pinKey, tunedIterations, unwrap, wrap, type Root } from './lock-keys.ts';
import { askPasskey, makePasskey } from './lock-passkey.ts';
import { changeLock, readLock } from './lock-record.ts';
import { handOn, watchUse } from './lock-tabs.ts';

export const wrongTriesMost = 10;
export const pinLeast = 6;
const minuteMs = 60_000;
/** After how long without use the app locks itself; 0 is as soon as it is hidden. */
export const lockAfterChoicesMs = [0, minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs] as const;
const lockAfterFirstMs = 5 * minuteMs;

export type Opening =
  | { readonly is: 'open'; readonly root: Root }
  | { readonly is: 'wrong'; readonly triesLeft: number }
  /** That was the last try: nothing is left on the device. */
  | { readonly is: 'wiped' };

/** A wrong PIN is counted before it is tried, so that a page killed meanwhile does not save one. The tenth in a row wipes the device. */
export async function tryPin(pin: string): Promise<Opening> {
  const record = await changeLock((before) => ({ ...before, wrongTries: before.wrongTries + 1 }));
  if (record?.pin == null) return { is: 'wrong', triesLeft: wrongTriesMost };
  const isOneTooMany = record.wrongTries > wrongTriesMost;
  const root = isOneTooMany ? null : await unwrap(record.pin, await pinKey(pin, record.pin.salt, record.pin.iterations));
  if (root !== null) {
    await changeLock((before) => ({ ...before, wrongTries: 0 }));
    return { is: 'open', root };
  }
  if (record.wrongTries < wrongTriesMost) return { is: 'wrong', triesLeft: wrongTriesMost - record.wrongTries };
  // The server is notified at the next start.
  markSessionToEnd();
  await wipeDevice();
  return { is: 'wiped' };
}

/** Null when it is not the passkey of this lock. Rejects when the member refuses. */
export async function tryPasskey(): Promise<Root | null> {
  const way = (await readLock())?.passkey ?? null;
  if (way === null) return null;
  const root = await unwrap(way, await passkeyKey(await askPasskey(way)));
  if (root !== null) await changeLock((before) => ({ ...before, wrongTries: 0 }));
  return root;
}

/** Opens the data in all tabs. */
export async function open(root: Root): Promise<void> {
  handOn(await keysOf(root));
}

export async function setPinLock(profile: string, pin: string): Promise<void> {
  const root = newRoot();
  await set(profile, root, { pin: await pinWay(root, pin), passkey: null });
}

/** Rejects when the member refuses, or with NoSecrets. */
export async function setPasskeyLock(profile: string): Promise<void> {
  const root = newRoot();
  await set(profile, root, { pin: null, passkey: await passkeyWay(root) });
}

export async function changePin(root: Root, pin: string): Promise<void> {
  const way = await pinWay(root, pin);
  await changeLock((before) => ({ ...before, pin: way }));
}

export async function addPasskey(root: Root): Promise<void> {
  const passkey = await passkeyWay(root);
  await changeLock((before) => ({ ...before, passkey }));
}

export async function lockAfter(lockAfterMs: number): Promise<void> {
  await changeLock((before) => ({ ...before, lockAfterMs }));
  watchUse(lockAfterMs);
}

async function set(profile: string, root: Root, ways: Pick<LockRecord, 'pin' | 'passkey'>): Promise<void> {
  await setLock(profile, root, { ...ways, wrongTries: 0, lockAfterMs: lockAfterFirstMs });
  watchUse(lockAfterFirstMs);
}

async function pinWay(root: Root, pin: string): Promise<PinWay> {
  const salt = newSalt();
  const iterations = await tunedIterations();
  return { salt, iterations, ...(await wrap(root, await pinKey(pin, salt, iterations))) };
}

async function passkeyWay(root: Root): Promise<PasskeyWay> {
  const { credentialId, salt, secret } = await makePasskey();
  return { credentialId, salt, ...(await wrap(root, await passkeyKey(secret))) };
}
