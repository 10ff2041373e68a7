// Pictures in a bucket: addresses, signatures, repeated calls, stores that fail or do not answer, and refused starts.
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#server/testing/app/free-port.ts';
import { fetchAt } from '#server/testing/fakes/fetch-at.ts';
import { bucketForTest, bucketOf, bucketSettings } from '#server/testing/fakes/bucket.ts';
import type { Failure } from '#server/testing/fakes/s3.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { bucketPictures, openBucketPictures } from './s3-pictures.ts';
import type { CallTimes, PictureBucket, S3Options, StoreCall } from './s3-calls.ts';

const dataDir = '/';
const bytes = Buffer.from('the picture');
/** Checks run only where a test wants them. */
const times: Partial<CallTimes> = { pausesMs: [1, 2, 4], untilMs: hourMs, checkMs: hourMs };

function openedOn(bucket: PictureBucket, options: S3Options = {}) {
  const calls: StoreCall[] = [];
  const onCall = (call: StoreCall) => void calls.push(call);
  const files = bucketPictures(bucket, { dataDir, onCall, ...options, times: { ...times, ...options.times } });
  onTestFinished(() => files.close());
  return { files, calls, results: () => calls.map(({ result }) => result) };
}

async function opened(options: S3Options = {}) {
  const on = await bucketForTest();
  return { ...on, ...openedOn(on.bucket, options) };
}

test('objects have the names of files in the folder, private and with their type', async () => {
  const { files, objects, store } = await opened();
  const id = randomUUID();
  await files.put(id, 512, bytes);
  await files.put(id, 256, bytes, 'avif');
  await files.put(id, 'original', bytes);
  const folder = `of/members/${id.slice(0, 2)}/${id}`;
  expect([...objects()].map(([key, { type }]) => [key, type])).toEqual([
    [`${folder}/512.webp`, 'image/webp'],
    [`${folder}/256.avif`, 'image/avif'],
    [`${folder}/original.webp`, 'image/webp'],
  ]);
  expect(store.asked[0]).toBe(`PUT /pictures/${folder}/512.webp`);
});

test('the bucket can be in the host name, with a path, a region and a session token', async () => {
  const keys = { accessKey: 'AK', secretKey: 'SK', sessionToken: 'token' };
  const { store, bucket, objects } = await bucketForTest({ keys, region: 'eu-south-2' });
  const sent: string[] = [];
  const place = { endpoint: 'http://s3.test', style: 'host', region: 'eu-south-2', prefix: '', ...keys } as const;
  const { files } = openedOn(
    { ...bucket, ...place },
    {
      fetch: async (url, init) => {
        sent.push(String(url));
        return fetchAt(store.endpoint)(url, init);
      },
    },
  );
  const id = randomUUID();
  await files.put(id, 512, bytes);
  expect(await files.get(id, 512)).toEqual(bytes);
  expect(sent[0]).toBe(`http://pictures.s3.test/${id.slice(0, 2)}/${id}/512.webp`);
  expect(objects().size).toBe(1);
});

test.each<Failure>(['error', 'error-once-done', 'cut', 'cut-once-done', 'half'])(
  'a call that ends with "%s" three times is repeated until it succeeds',
  async (failure) => {
    const { files, store, results } = await opened();
    const id = randomUUID();
    let left = 0;
    store.fail = () => (left-- > 0 ? failure : null);
    left = 3;
    await files.put(id, 512, bytes);
    left = 3;
    expect(await files.get(id, 512)).toEqual(bytes);
    left = 3;
    await files.remove(id);
    expect(await files.get(id, 512)).toBeNull();
    const failed = failure.startsWith('error') ? 'failed' : 'no-answer';
    expect(results().filter((result) => result === failed)).toHaveLength(9);
    expect(files.isAvailable()).toBe(true);
  },
);

test('a store that fails four times in a row is unavailable until a call succeeds, and nothing of it is secret', async () => {
  const { files, store } = await opened();
  store.fail = () => 'error';
  const failure = await files.put(randomUUID(), 512, bytes).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'pictures-unavailable', message: 'the store of pictures failed (put: SlowDown)' });
  expect(JSON.stringify([failure, String(failure), (failure as Error).stack])).not.toMatch(/AKID|wJalr|127\.0\.0\.1/);
  expect(store.asked).toHaveLength(4);
  expect(files.isAvailable()).toBe(false);
  store.fail = () => null;
  expect(await files.get(randomUUID(), 512)).toBeNull();
  expect(files.isAvailable()).toBe(true);
});

test('after closing, the store is not called, not even by calls that would be repeated', async () => {
  const { files, store } = await opened();
  store.fail = () => {
    files.close();
    return 'error';
  };
  const ended = { code: 'pictures-unavailable', reason: 'this process ends' };
  await expect(files.remove(randomUUID())).rejects.toMatchObject(ended);
  await expect(files.get(randomUUID(), 512)).rejects.toMatchObject(ended);
  expect(store.asked).toHaveLength(1);
});

test('a refused call is not repeated, and a missing bucket does not count as a missing picture', async () => {
  const { files, store, bucket, results } = await opened();
  store.denied.add('PUT');
  await expect(files.put(randomUUID(), 512, bytes)).rejects.toMatchObject({ reason: 'AccessDenied' });
  expect(results()).toEqual(['refused']);
  const gone = openedOn({ ...bucket, bucket: 'other' });
  await expect(gone.files.get(randomUUID(), 512)).rejects.toMatchObject({ reason: 'NoSuchBucket' });
  await expect(gone.files.remove(randomUUID())).rejects.toMatchObject({ reason: 'NoSuchBucket' });
  await expect(allOf(gone.files.list())).rejects.toMatchObject({ reason: 'NoSuchBucket' });
});

test('an answer that is not from S3 counts neither as a missing picture nor as a list', async () => {
  const answers = [new Response('Not here', { status: 404 }), new Response('<html>', { status: 200 })];
  const { files } = openedOn(bucketOf(bucketSettings({ endpoint: 'http://localhost' })), {
    fetch: async () => answers.shift() ?? new Response(null, { status: 500 }),
  });
  await expect(files.get(randomUUID(), 512)).rejects.toMatchObject({ reason: 'status 404' });
  await expect(allOf(files.list())).rejects.toMatchObject({ reason: 'it is not a list of objects' });
});

test('a store that does not answer is not called again until a check is answered', async () => {
  const { bucket, store } = await bucketForTest();
  const id = randomUUID();
  await openedOn(bucket).files.put(id, 512, bytes);
  const { files, calls } = openedOn(bucket, { times: { attemptMs: 100, pausesMs: [1], checkMs: 20 } });
  store.fail = () => 'mute';
  await expect(files.get(id, 512)).rejects.toMatchObject({ reason: 'no answer in time' });
  expect(files.isAvailable()).toBe(false);
  const asked = calls.filter(({ call }) => call === 'get').length;
  for (const _ of Array.from({ length: 20 }))
    await expect(files.get(id, 512)).rejects.toMatchObject({ code: 'pictures-unavailable', reason: 'it did not answer before' });
  expect(calls.filter(({ call }) => call === 'get')).toHaveLength(asked);
  store.fail = () => null;
  await expect.poll(() => files.get(id, 512).catch(() => null)).toEqual(bytes);
});

test('calls that wait for their turn when the store does not answer are not sent', async () => {
  const { files, calls, store } = await opened({ times: { attemptMs: 100, pausesMs: [1] } });
  store.fail = () => 'mute';
  await Promise.allSettled(Array.from({ length: 100 }, () => files.get(randomUUID(), 512)));
  // Two attempts of each of the 64 calls that run at the same time.
  expect(calls.length).toBeLessThanOrEqual(2 * 64);
});

test('a store that is not called is checked now and then, and asking for its state calls nothing', async () => {
  const { files, store } = await opened({ times: { checkMs: 5 } });
  for (const _ of Array.from({ length: 100 })) expect(files.isAvailable()).toBe(true);
  expect(store.asked).toEqual([]);
  store.denied.add('GET');
  await expect.poll(() => files.isAvailable()).toBe(false);
  store.denied.clear();
  await expect.poll(() => files.isAvailable()).toBe(true);
});

test('lists only pictures, and removes all objects of one, in several pages', async () => {
  const { bucket, objects } = await bucketForTest({ pageSize: 2 });
  const { files } = openedOn(bucket);
  const [one, other] = [randomUUID(), randomUUID()];
  const put = (key: string) => objects().set(key, { bytes, type: '' });
  for (const id of [one, other]) {
    for (const name of ['256.webp', '512.webp', '512.avif', 'an old one & <another>.webp', 'x/y'])
      put(`of/members/${id.slice(0, 2)}/${id}/${name}`);
  }
  for (const stray of ['owner', 'logs/2026', 'zz/x', `ab/not-an-id/512.webp`, `${one.slice(0, 2)}/${other}x/512.webp`])
    put(`of/members/${stray}`);
  put(`${one.slice(0, 2)}/${randomUUID()}/512.webp`);
  expect((await allOf(files.list())).sort()).toEqual([one, other].sort());
  const names = (await allOf(files.listFiles())).filter(({ id }) => id === one).map(({ name }) => name);
  expect(names.sort()).toEqual(['256.webp', '512.avif', '512.webp', 'an old one & <another>.webp']);
  await files.remove(one);
  expect(await allOf(files.list())).toEqual([other]);
  expect(objects().size).toBe(5 + 5 + 1);
});

test('a list of other objects than those asked for, or one that never ends, deletes no other picture', async () => {
  const { bucket, objects } = await bucketForTest();
  const [one, other] = [randomUUID(), randomUUID()];
  const answering = (answer: (url: URL) => Response | Promise<Response>) =>
    openedOn(bucket, {
      fetch: (url, init) =>
        String(url).includes('list-type') ? Promise.resolve(answer(new URL(String(url)))) : fetch(url, init),
    }).files;
  const { files } = openedOn(bucket);
  for (const id of [one, other]) await files.put(id, 512, bytes);
  const all = [...objects().keys()].map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  const unfiltered = answering(() => new Response(`<ListBucketResult>${all}</ListBucketResult>`));
  await expect(unfiltered.remove(one)).rejects.toMatchObject({ reason: 'it lists other objects than those asked for' });
  expect(objects().size).toBe(2);

  const next = '<IsTruncated>true</IsTruncated><NextContinuationToken>a</NextContinuationToken>';
  const endless = answering(() => new Response(`<ListBucketResult>${next}</ListBucketResult>`));
  await expect(allOf(endless.list())).rejects.toMatchObject({ reason: 'its next page is the same again' });
});

test('few calls run at the same time, and the others wait', async () => {
  const { files, store } = await opened();
  let most = 0;
  let running = 0;
  const counted = openedOn(bucketOf(bucketSettings(store)), {
    fetch: async (...request) => {
      most = Math.max(most, ++running);
      return fetch(...request).finally(() => (running -= 1));
    },
  });
  const id = randomUUID();
  await files.put(id, 512, bytes);
  const read = await Promise.all(Array.from({ length: 150 }, () => counted.files.get(id, 512)));
  expect(read.every((each) => each?.equals(bytes))).toBe(true);
  expect(most).toBe(64);
});

test('startup checks what the keys may do, and marks the bucket as that of its database', async () => {
  const { bucket, store, objects } = await bucketForTest();
  const start = async (ownerId: string) => (await openBucketPictures(bucket, { dataDir, ownerId, times })).close();
  await start('one database');
  expect(objects().get('of/members/owner')?.bytes.toString()).toBe('one database');
  await start('one database');
  await expect(start('another database')).rejects.toThrow(
    /^The bucket "pictures" has pictures of another database under "of\/members\/", .* Choose another prefix in PICTURES_URL\. .* delete the object "of\/members\/owner"/,
  );
  expect(objects().get('of/members/owner')?.bytes.toString()).toBe('one database');
  for (const method of ['GET', 'PUT', 'DELETE']) {
    store.denied.add(method);
    await expect(start('one database')).rejects.toThrow(
      /^The bucket "pictures" of PICTURES_URL cannot be used at http:\S+ \(AccessDenied\)\. Allow these keys to list the bucket, and to get, put and delete its objects\.$/,
    );
    store.denied.clear();
  }
});

test.each<[string, Partial<PictureBucket>, RegExp]>([
  [
    'a missing bucket',
    { bucket: 'other' },
    /^The bucket "other" of .*\(NoSuchBucket\)\. Create it, or correct its name in PICTURES_URL\.$/,
  ],
  [
    'an unknown key',
    { accessKey: 'AKIDOTHER' },
    /\(InvalidAccessKeyId\)\. Check PICTURES_ACCESS_KEY and PICTURES_SECRET_KEY: .*the first/,
  ],
  [
    'a wrong key',
    { secretKey: 'hidden' },
    /\(SignatureDoesNotMatch\)\. Check PICTURES_ACCESS_KEY and PICTURES_SECRET_KEY: the second/,
  ],
  ['a wrong region', { region: 'eu-west-9' }, /\(AuthorizationHeaderMalformed\)\. Set region=us-east-1 in PICTURES_URL\.$/],
  ['an old session', { sessionToken: 'hidden' }, /\(InvalidToken\)\. Renew PICTURES_SESSION_TOKEN/],
])('startup with %s fails with a sentence that says what to do', async (_, change, sentence) => {
  const { bucket } = await bucketForTest();
  const start = openBucketPictures({ ...bucket, ...change }, { dataDir, ownerId: 'one', times });
  await expect(start).rejects.toThrow(sentence);
  await expect(start).rejects.not.toThrow(/hidden|wJalr|AKID/);
});

test('startup on a store whose lists have no folders fails, since the sweep would find no files there', async () => {
  const { bucket, objects } = await bucketForTest();
  const withoutFolders: typeof fetch = async (...request) => {
    const answer = await fetch(...request);
    return new Response((await answer.text()).replace(/<CommonPrefixes>.*<\/CommonPrefixes>/, '') || null, {
      status: answer.status,
    });
  };
  const start = openBucketPictures(bucket, { dataDir, ownerId: 'one', times, fetch: withoutFolders });
  await expect(start).rejects.toThrow(/\(its lists have no folders\)\. Use a store that supports the delimiter of ListObjectsV2/);
  expect([...objects().keys()]).toEqual(['of/members/owner']);
});

test('startup without a store fails and says where it was looked for', async () => {
  const endpoint = `http://127.0.0.1:${await freePort()}`;
  const start = openBucketPictures(bucketOf(bucketSettings({ endpoint })), { dataDir, ownerId: 'one', times });
  await expect(start).rejects.toThrow(
    `cannot be used at ${endpoint} (ECONNREFUSED). Check endpoint= in PICTURES_URL, and whether the store runs and can be reached`,
  );
});

async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
