// Gives the worker what this page has not stored yet when it closes, because a closing page ends its encryption.
import { currentDataKeys } from '#client/device/data-keys.ts';
import { localKeys, readLocal } from '#client/device/storage.ts';
import { sendUnstored } from './send.ts';
import type { StoreMessage, Unstored } from './store-message.ts';

const unstored = new Set<Unstored>();
let isLeaving = false;

/** Call it with the promise that settles when the content is stored, in the task in which the member has changed the content. */
export function untilStored<T>(content: Unstored, storing: Promise<T>): Promise<T> {
  unstored.add(content);
  // Screens store what they have held back in their own listeners, which run after this one.
  if (isLeaving) giveToWorker(content);
  return storing.finally(() => unstored.delete(content));
}

if (typeof document !== 'undefined') {
  addEventListener('pagehide', ({ isTrusted }) => {
    // A page that locks has time to store everything itself.
    if (!isTrusted) return;
    isLeaving = true;
    for (const content of unstored) giveToWorker(content);
  });
  addEventListener('pageshow', () => (isLeaving = false));
}

function giveToWorker(content: Unstored): void {
  const worker = navigator.serviceWorker?.controller;
  if (worker == null) {
    if ('write' in content) void sendUnstored(content.write, { keepalive: true });
    return;
  }
  const keys = readLocal(localKeys.lock) === null ? null : currentDataKeys();
  try {
    worker.postMessage({ ...content, type: 'STORE', keys } satisfies StoreMessage);
  } catch {
    // Some browsers cannot clone keys.
  }
}
