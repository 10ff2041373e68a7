// Offline reading after a visit, in Chromium.
import { openChromium } from './support/device.ts';
import { readableOffline } from './support/readable-offline.ts';

readableOffline(async () => ({ device: await openChromium() }));
