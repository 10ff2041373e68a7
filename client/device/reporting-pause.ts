// Location reporting waits for the member's word after another account than before was opened on this device.
import { createStore } from '#client/ui/store.ts';
import { localKeys, readLocal, writeLocal } from './storage.ts';

export const reportingPaused = createStore(readLocal(localKeys.reportingPaused) === true, false);

export function pauseReporting(): void {
  writeLocal(localKeys.reportingPaused, true);
  reportingPaused.set(true);
}

export function resumeReporting(): void {
  writeLocal(localKeys.reportingPaused, null);
  reportingPaused.set(false);
}
