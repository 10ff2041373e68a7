// The choice to hide on the map, synchronised between this device and the account.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';

let page: FakePage;
beforeEach(() => {
  page = openFakePage();
  vi.resetModules();
});
afterEach(() => page.close());

test('the older choice of the account does not replace one that is not sent to the account yet', async () => {
  const { applyHiding, hidingUnstored, locationHidden } = await import('./location-hidden.ts');
  locationHidden.set(true);
  // The screen may still apply the account's choice that it has just loaded.
  applyHiding(false);
  expect(locationHidden.get()).toBe(true);

  hidingUnstored.set(false);
  applyHiding(false);
  expect(locationHidden.get()).toBe(false);
});
