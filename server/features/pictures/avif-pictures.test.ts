// The queue of pictures to encode: one at a time, each once, and up to a limit.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DatabaseFailure } from '#server/db/errors.ts';
import { openTestWorld } from '#server/testing/app/test-world.ts';
import { createAvifPictures, type AvifPictures } from './avif-pictures.ts';

let testWorld: Awaited<ReturnType<typeof openTestWorld>>;
let avif: AvifPictures;
/** The ids of pictures whose source was read, and of those whose AVIF was stored. */
let read: string[];
let stored: string[];
let encode: () => Promise<Map<256, Buffer>>;
let get: (id: string) => Promise<Buffer | null>;
let put: () => Promise<void>;
beforeEach(async () => {
  testWorld = await openTestWorld({ env: { LOG_LEVEL: 'silent' }, limits: { lastJobsMs: 100 } });
  put = async () => undefined;
  [read, stored] = [[], []];
  [encode, get] = [() => Promise.reject(new Error('no encoder')), async () => Buffer.from('source')];
  const { world } = testWorld;
  avif = createAvifPictures({
    ...world,
    pictureFiles: {
      ...world.pictureFiles,
      get: async (id) => {
        read.push(id);
        return get(id);
      },
      put: (id) => {
        stored.push(id);
        return put();
      },
    },
    pictureScaling: { ...world.pictureScaling, makeAvif: () => encode() },
  });
});
afterEach(async () => {
  await avif.close();
  await testWorld.close();
});

test('a picture that is requested again while it waits is encoded once', async () => {
  const encoding = Promise.withResolvers<Map<256, Buffer>>();
  encode = () => encoding.promise;
  for (const id of ['one', 'two', 'one', 'two']) avif.request(id, 300);
  await vi.waitFor(() => expect(read).toEqual(['one']));
  encoding.reject(new Error('no encoder'));
  await vi.waitFor(() => expect(read).toEqual(['one', 'two']));
});

test('a picture that cannot be encoded is not tried again', async () => {
  avif.request('broken', 300);
  await vi.waitFor(() => expect(read).toEqual(['broken']));
  avif.request('last', 300);
  await vi.waitFor(() => expect(read).toEqual(['broken', 'last']));
  for (const id of ['broken', 'new']) avif.request(id, 300);
  await vi.waitFor(() => expect(read.at(-1)).toBe('new'));
  expect(read).toEqual(['broken', 'last', 'new']);
});

test('a picture that could not be read from the store is tried again when it is requested', async () => {
  get = () => Promise.reject(Object.assign(new Error('away'), { code: 'pictures-unavailable' }));
  avif.request('one', 300);
  await vi.waitFor(() => expect(read).toEqual(['one']));
  await vi.waitFor(() => {
    avif.request('one', 300);
    expect(read.length).toBeGreaterThan(1);
  });
});

test('at most a thousand pictures wait', async () => {
  const encoding = Promise.withResolvers<Map<256, Buffer>>();
  encode = () => encoding.promise;
  for (let n = 0; n < 1_001; n += 1) avif.request(`${n}`, 300);
  encoding.reject(new DatabaseFailure('disk-full', 'No room.'));
  await vi.waitFor(() => expect(read).toHaveLength(1_000), { timeout: 20_000 });
  avif.request('after', 300);
  await vi.waitFor(() => expect(read.at(-1)).toBe('after'));
  expect(read).not.toContain('1000');
});

test('nothing is encoded or stored after the queue is closed', async () => {
  const encoding = Promise.withResolvers<Map<256, Buffer>>();
  encode = () => encoding.promise;
  for (const id of ['one', 'two']) avif.request(id, 300);
  await vi.waitFor(() => expect(read).toEqual(['one']));
  await avif.close();
  encoding.resolve(new Map([[256, Buffer.from('late')]]));
  await new Promise((resolve) => setImmediate(resolve));
  expect([read, stored]).toEqual([['one'], []]);
});

test('closing does not wait long for a store that does not take a picture', async () => {
  encode = async () => new Map([[256, Buffer.from('slow')]]);
  const taken = Promise.withResolvers<void>();
  put = () => taken.promise;
  avif.request('one', 300);
  await vi.waitFor(() => expect(stored).toEqual(['one']));
  await avif.close();
  taken.resolve();
});
