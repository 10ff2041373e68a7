// Pauses location reporting after a change of account on this device, until the member agrees.
import { createStore } from './store.ts';
import { localKeys, onVaultOpen, pauseNoticeClosed, readLocal, writeLocal } from './storage.ts';

const isStored = (): boolean => readLocal(localKeys.reportingPaused) === true;

export const reportingPaused = createStore(isStored(), false);
onVaultOpen(() => reportingPaused.set(isStored()));

// If another member has logged in in another tab, their location must not be reported until they agree.
if (typeof document !== 'undefined')
  addEventListener('storage', ({ key }) => {
    if (key === localKeys.reportingPaused || key === null) reportingPaused.set(isStored());
  });

export function pauseReporting(): void {
  writeLocal(localKeys.reportingPaused, true);
  pauseNoticeClosed.set(false);
  reportingPaused.set(true);
}

export function resumeReporting(): void {
  writeLocal(localKeys.reportingPaused, null);
  reportingPaused.set(false);
}
