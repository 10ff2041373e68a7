// After lock, logout and panic nothing of the member is left in any file of Chromium, running and closed.
import { canary } from './support/canary.ts';
import { openChromium } from './support/device.ts';

canary({
  open: openChromium,
  isVisitRecord: (file) => /(^|\/)(History|Sessions|Favicons|Top Sites|Visited Links|segmentation_platform)/.test(file),
});
