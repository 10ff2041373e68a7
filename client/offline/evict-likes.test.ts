// The likes that a device keeps of the members whose profiles were viewed.
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { likedPicsKey } from './cached-pic-likes.ts';
import { likeStore } from './cached-first.ts';
import { cachedLike, cachedList, cacheList } from './cached-values.ts';
import { memberDatabase } from './database.ts';
import { seal, sealName } from './seal.ts';

afterEach(() => memberDatabase.wipe());

const likeOf = (likedProfileId: string) =>
  ({ likerProfileId: 'ada', likedProfileId, likeType: 'LIKE', blocked: false, tsCreated: 1 }) as const;
const countOfLists = () => memberDatabase.run(['lists'], 0, (transaction) => transaction.objectStore('lists').count());

/** Stores lists of these names, the first one as the oldest. */
const storeLists = (names: readonly string[]) =>
  memberDatabase.write('ada', ['lists'], async (profile) => {
    const rows = await Promise.all(
      names.map(async (name, savedMs) => ({ profile, id: await sealName(name), savedMs, value: await seal<unknown>([]) })),
    );
    return (transaction) => Promise.all(rows.map((row) => transaction.objectStore('lists').put(row)));
  });

test('above a thousand lists the oldest likes go, but no list of another kind', async () => {
  await memberDatabase.claim('ada');
  const ofPictures = (n: number): string => JSON.stringify(likedPicsKey('ada', `member-${n}`));
  const likes = Array.from({ length: 499 }, (_, n) => [`like:member-${n}`, ofPictures(n)]).flat();
  await storeLists(['["notes","ada"]', ...likes]);
  await likeStore('ada', 'ben').write?.(likeOf('ben'));
  expect(await countOfLists()).toBe(1_000);
  await likeStore('ada', 'cleo').write?.(likeOf('cleo'));
  expect(await countOfLists()).toBe(700);
  expect(await cachedList('ada', '["notes","ada"]')).not.toBeNull();
  expect([await cachedLike('ada', 'member-0'), await cachedList('ada', ofPictures(0))]).toEqual([null, null]);
  expect((await cachedLike('ada', 'cleo'))?.value).toEqual(likeOf('cleo'));
  expect(await cachedLike('ada', 'member-498')).not.toBeNull();
});

test('few lists stay as they are', async () => {
  await memberDatabase.claim('ada');
  await cacheList('ada', 'queries', 'text');
  await likeStore('ada', 'ben').write?.(likeOf('ben'));
  expect(await countOfLists()).toBe(2);
});
