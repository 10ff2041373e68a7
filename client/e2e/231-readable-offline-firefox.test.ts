// Offline reading after a visit, in Firefox.
import { openFirefox } from './support/firefox.ts';
import { readableOffline } from './support/readable-offline.ts';

readableOffline(async () => ({ device: await openFirefox() }));
