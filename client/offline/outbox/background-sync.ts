// The browser's Background Sync, which sends the waiting writes even when the app is closed: Chromium only so far.
import { fieldOf } from '#shared/rules/unknown-fields.ts';

/** The tag that the worker answers. */
export const syncTag = 'outbox';

/** Does nothing where there is no Background Sync or no permission for it. */
export async function requestSync(registration: ServiceWorkerRegistration | undefined): Promise<void> {
  const sync = fieldOf(registration, 'sync');
  const register = fieldOf(sync, 'register');
  if (typeof register === 'function') await Promise.resolve(register.call(sync, syncTag)).catch(() => undefined);
}
