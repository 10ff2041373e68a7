// Tells the server that this session has an app lock. The server then refuses calls without a proof that the lock is open.
import { session } from '#shared/contract/session.ts';
import { currentDataKeys } from '#client/device/data-keys.ts';
import { localKeys, readLocal, writeLocal } from '#client/device/storage.ts';
import { call } from '#client/net/call.ts';
import { Refused } from '#client/net/errors.ts';
import { reachability } from '#client/net/reachability.ts';
import { hexOf } from '#client/offline/root-keys.ts';

const timeoutMs = 5_000;
const retryMs = 60_000;
let stopRetrying: () => void = () => undefined;
let registering: Promise<void> = Promise.resolve();

/** Call it when a lock was set. If the device is locked before the server answers, the locked page tells the server. */
export async function registerNewLock(): Promise<void> {
  const hash = await proofHash();
  writeLocal(localKeys.unregisteredLock, hash);
  await register(hash);
}

/** Call it when the app is open and has a session, because the server does not know the lock of a new session. */
export const registerLock = async (): Promise<void> => register(await proofHash());

export const registerFromLockedPage = (): Promise<void> => register(readLocal(localKeys.unregisteredLock));

async function proofHash(): Promise<string | null> {
  const proof = currentDataKeys()?.proof ?? null;
  return proof === null ? null : hexOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(proof)));
}

/** If it fails, it tries again after a minute, or earlier when the server can be reached. */
const register = (hash: unknown): Promise<void> => (registering = registering.then(() => tryToRegister(hash)));

async function tryToRegister(hash: unknown): Promise<void> {
  stopRetrying();
  if (typeof hash !== 'string') return;
  try {
    const body = { proofHash: hash };
    await call(session.putLock, { body }, { background: true, signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    // 401: there is no session to lock. 423: the session is locked already.
    if (!(error instanceof Refused && [401, 423].includes(error.status))) return retry(hash);
  }
  writeLocal(localKeys.unregisteredLock, null);
}

/** Call it before the lock is removed on this device. Rejects without a connection. */
export async function unregisterLock(): Promise<void> {
  // A call that is still pending, or its retry, would register the lock again.
  await registering;
  stopRetrying();
  try {
    await call(session.deleteLock, {});
  } catch (error) {
    await registerLock();
    throw error;
  }
  writeLocal(localKeys.unregisteredLock, null);
}

function retry(hash: string): void {
  const again = (): void => void register(hash);
  const timer = setTimeout(again, retryMs);
  const unsubscribe = reachability.subscribe(() => reachability.get().isLost || again());
  addEventListener('online', again);
  stopRetrying = () => {
    clearTimeout(timer);
    unsubscribe();
    removeEventListener('online', again);
  };
}
