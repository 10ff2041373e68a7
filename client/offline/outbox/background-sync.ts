// The browser's Background Sync, which sends waiting writes even when the app is closed. Only Chromium has it.
import { fieldOf } from '#shared/rules/unknown-fields.ts';

/** The tag of the sync events that the worker handles. */
export const syncTag = 'outbox';

/** Does nothing if the browser has no Background Sync, or does not allow it. */
export async function requestSync(registration: ServiceWorkerRegistration | undefined): Promise<void> {
  const sync = fieldOf(registration, 'sync');
  const register = fieldOf(sync, 'register');
  if (typeof register === 'function') await Promise.resolve(register.call(sync, syncTag)).catch(() => undefined);
}
