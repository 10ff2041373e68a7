// Opens the member's data on this device.
import { readRecord, sessionRecord } from '#client/device/session-record.ts';
import { openDevice } from '#client/offline/open-device.ts';

/** Browsers' databases have been seen to hang, which must not keep the app from starting. */
const openTimeoutMs = 5_000;

/** If the storage cannot be used, the app works online only. */
export async function openMember(): Promise<void> {
  const opening = openDevice().then(readSession, (error: unknown) => reportError(error));
  await Promise.race([opening, new Promise((resolve) => setTimeout(resolve, openTimeoutMs))]);
}

/** Call when the vault is open. */
export const readSession = (): void => sessionRecord.set(readRecord());
