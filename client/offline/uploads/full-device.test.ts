// Pictures that wait when the device becomes full are added to the profile once, although nothing more can be stored.
import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { ada, createUploadServer, file, lost, openPageOf, replayOf, toPublic } from '#client/testing/upload-server.ts';

afterEach(() => void vi.restoreAllMocks());

test('pictures that wait when the device becomes full are added to the profile once, in order', async () => {
  const page = await openPageOf(ada);
  const server = createUploadServer();
  for (const name of ['one', 'two', 'three']) await page.uploads.add(ada, file(name), toPublic);
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room.', 'QuotaExceededError');
  });
  let isCut = true;
  const setProfilePictures: typeof server.setProfilePictures = async (...given) => {
    const answer = await server.setProfilePictures(...given);
    if (!isCut) return answer;
    isCut = false;
    return lost;
  };
  const replay = replayOf(page, { ...server, setProfilePictures });
  await replay().catch(() => undefined);
  expect(await replay()).toEqual({ is: 'empty' });
  expect([server.words(), server.seen.mostAtOnce, await page.uploads.count(ada)]).toEqual([['one', 'two', 'three'], 1, 0]);
});
