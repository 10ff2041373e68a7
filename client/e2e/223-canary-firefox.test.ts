// After lock, logout and panic nothing of the member is left in any file of Firefox, running and closed.
import { canary } from './support/canary.ts';
import { openFirefox } from './support/firefox.ts';

canary({
  open: openFirefox,
  // These files contain the history with titles and icons, and the open windows.
  isVisitRecord: (file) => /^(places\.sqlite|favicons\.sqlite|sessionstore)/.test(file),
  // Firefox moves cache entries here if the response must not be stored.
  isBeingRemoved: (file) => file.startsWith('cache2/doomed/'),
});
