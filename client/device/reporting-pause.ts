// Location reporting waits for the member's word after another account than before was opened on this device.
import { createStore } from './store.ts';
import { localKeys, readLocal, writeLocal } from './storage.ts';

export const reportingPaused = createStore(readLocal(localKeys.reportingPaused) === true, false);

// Another tab has logged somebody in, or has asked him: this one must not report in his name before he said so.
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
