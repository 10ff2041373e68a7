// What a visit leaves for later, in Firefox.
import { openFirefox } from './support/firefox.ts';
import { readableOffline } from './support/readable-offline.ts';

readableOffline(async () => ({ device: await openFirefox() }));
