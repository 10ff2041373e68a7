// Pauses location reporting after a change of account on this device, until the member agrees.
import { createStore } from './store.ts';
import { localKeys, readLocal, writeLocal } from './storage.ts';

export const reportingPaused = createStore(readLocal(localKeys.reportingPaused) === true, false);

// Another tab may have logged in a member: this one must not report their location until they agree.
if (typeof document !== 'undefined')
  addEventListener('storage', ({ key }) => {
    if (key === localKeys.reportingPaused || key === null) reportingPaused.set(readLocal(localKeys.reportingPaused) === true);
  });

export function pauseReporting(): void {
  writeLocal(localKeys.reportingPaused, true);
  reportingPaused.set(true);
}

export function resumeReporting(): void {
  writeLocal(localKeys.reportingPaused, null);
  reportingPaused.set(false);
}
