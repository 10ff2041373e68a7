// The time of the newest seen like, while the storage of the device opens.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';

let page: FakePage;
beforeEach(() => {
  page = openFakePage();
  vi.stubGlobal('isSecureContext', true);
  vi.resetModules();
});
afterEach(() => page.close());

async function startPage() {
  const [likes, storage, opening] = await Promise.all([
    import('./newest-seen-like.ts'),
    import('./storage.ts'),
    import('./storage-opening.ts'),
  ]);
  const { promise, resolve } = Promise.withResolvers<void>();
  opening.setStorageOpening(promise);
  /** Opens a vault with these entries. */
  const open = (entries: ReadonlyMap<string, unknown>): Map<string, unknown> => {
    const stored = new Map(entries);
    storage.setVault({
      holds: () => true,
      read: (key) => stored.get(key) ?? null,
      write: (key, value) => void stored.set(key, value),
      flush: () => Promise.resolve(),
    });
    resolve();
    return stored;
  };
  return { ...likes, open };
}

test('likes that are new since the last visit stay new if the list is loaded before the storage opens', async () => {
  const { newestSeenLikeMs, startSeenLikes, open } = await startPage();
  const starting = startSeenLikes(2_000);
  expect(newestSeenLikeMs.get()).toBeNull();
  const stored = open(new Map([['likesSeen', 1_000]]));
  await starting;
  expect([newestSeenLikeMs.get(), stored.get('likesSeen')]).toEqual([1_000, 1_000]);
});

test('the likes in the first list that a device loads are not new', async () => {
  const { newestSeenLikeMs, startSeenLikes, open } = await startPage();
  const starting = startSeenLikes(2_000);
  const stored = open(new Map());
  await starting;
  expect([newestSeenLikeMs.get(), stored.get('likesSeen')]).toEqual([2_000, 2_000]);
});

test('likes that the member has seen in another tab are not new in this one', async () => {
  const { newestSeenLikeMs, open } = await startPage();
  const stored = open(new Map([['likesSeen', 1_000]]));
  stored.set('likesSeen', 2_000);
  page.window.dispatchEvent(Object.assign(new Event('storage'), { key: 'likesSeen' }));
  expect(newestSeenLikeMs.get()).toBe(2_000);
});
