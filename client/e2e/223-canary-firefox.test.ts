// After lock, logout and panic nothing of the member is left in any file of Firefox, running and closed.
import { canary } from './support/canary.ts';
import { openFirefox } from './support/firefox.ts';

canary({
  open: openFirefox,
  // History and titles, their icons, and the open windows.
  isVisitRecord: (file) => /^(places\.sqlite|favicons\.sqlite|sessionstore)/.test(file),
  // Entries of its cache for answers that it then must not store.
  isBeingRemoved: (file) => file.startsWith('cache2/doomed/'),
});
