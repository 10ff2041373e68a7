// Opens the member's stored data on this device.
import { readRecord, sessionRecord } from '#client/device/session-record.ts';
import { openDevice } from '#client/offline/open-device.ts';

/** Some browsers' databases hang. After this time the app starts without the stored data. */
const openTimeoutMs = 5_000;

/** If the storage cannot be used, the app works online only. */
export async function openMemberStorage(): Promise<void> {
  const opening = openDevice().then(readSession, (error: unknown) => reportError(error));
  await Promise.race([opening, new Promise((resolve) => setTimeout(resolve, openTimeoutMs))]);
}

/** Reads the session from the storage. Call it once the storage is open. */
export const readSession = (): void => sessionRecord.set(readRecord());
