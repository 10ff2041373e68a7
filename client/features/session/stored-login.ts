// Stores a login on this device. On a full device, only this tab remembers that there is one.
import type { Settings } from '#shared/contract/settings.ts';
import { storeSession } from '#client/device/session-record.ts';
import { flushLocal } from '#client/device/storage.ts';
import { applySettings } from './session.queries.ts';

const unstoredKey = 'unstored_session';

/**
 * Resolves once the login is stored or could not be stored. In the second case the next page asks the server whose session it is.
 */
export async function storeLogin(own: Settings): Promise<void> {
  storeSession({ profileId: own.defaultProfileId, roles: own.roles });
  applySettings(own);
  await flushLocal().catch(() => sessionStorage.setItem(unstoredKey, '1'));
}

/** True in the tab of a login that could not be stored. */
export const isLoginUnstored = (): boolean => sessionStorage.getItem(unstoredKey) !== null;
