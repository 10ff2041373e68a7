// The device's remembered places: determined by three fixes, restored at a restart, and found only nearby.
import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { setDataKeys } from '#client/device/data-keys.ts';
import { setStorageOpening } from '#client/device/storage-opening.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { newRoot, unlockedKeysOf } from '#client/offline/root-keys.ts';
import { openRestPlaces } from './rest-places.ts';

const home = { lat: 33.4484, lng: -112.074 };
const nextDoor = { lat: 33.4489, lng: -112.0743 };
const abroad = { lat: 48.2, lng: 16.37 };

afterEach(() => memberDatabase.wipe());

test('three fixes determine a place, which is the same after a restart', async () => {
  await memberDatabase.claim('anna');
  const first = await openRestPlaces('anna');
  expect([1, 2, 3].map((fixMs) => first.addFix({ ...home, fixMs }))).toEqual([false, false, true]);
  const place = first.near(home);
  expect(place).toEqual({ lat: home.lat, lon: home.lng });
  await vi.waitFor(async () => expect((await openRestPlaces('anna')).near(home)).toEqual(place));
  const later = await openRestPlaces('anna');
  expect(later.addFix({ ...nextDoor, fixMs: 9 })).toBe(true);
  expect(later.near(nextDoor)).toEqual(place);
});

test('others see a second place nearby after two and a half minutes there', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_000 });
  try {
    const own = await openRestPlaces('cem');
    const addAt = (ms: number) => {
      vi.setSystemTime(1_000_000_000 + ms);
      return own.addFix({ lat: home.lat + 0.02, lng: home.lng, fixMs: ms });
    };
    for (const fixMs of [1, 2, 3]) own.addFix({ ...home, fixMs });
    expect([600_000, 608_000, 616_000, 700_000, 770_000].map(addAt)).toEqual([false, false, false, false, true]);
  } finally {
    vi.useRealTimers();
  }
});

test('each member of a device has their own places, which are not found from far away', async () => {
  const own = await openRestPlaces('ben');
  expect(own.near(home)).toBeNull();
  for (const fixMs of [1, 2, 3]) own.addFix({ ...home, fixMs });
  expect(own.near(abroad)).toBeNull();
});

test('the places are found, even if the storage opens later', async () => {
  const opened = Promise.withResolvers<void>();
  const keys = await unlockedKeysOf(newRoot());
  vi.stubGlobal('isSecureContext', true);
  try {
    setDataKeys(keys);
    await memberDatabase.claim('dora');
    const own = await openRestPlaces('dora');
    for (const fixMs of [1, 2, 3]) own.addFix({ ...home, fixMs });
    await vi.waitFor(async () => expect((await openRestPlaces('dora')).near(home)).not.toBeNull());

    setDataKeys(null);
    setStorageOpening(opened.promise);
    const opening = openRestPlaces('dora');
    setDataKeys(keys);
    opened.resolve();
    expect((await opening).near(home)).toEqual({ lat: home.lat, lon: home.lng });
  } finally {
    setDataKeys(null);
    vi.unstubAllGlobals();
  }
});
