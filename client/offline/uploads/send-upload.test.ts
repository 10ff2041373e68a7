// Tests the requests that upload a picture and add it to the profile.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memberDatabase } from '#client/offline/database.ts';
import type { NewWrite } from '#client/offline/outbox/outbox-entries.ts';
import { outbox } from '#client/offline/outbox/outbox.ts';
import { uploadForm, getOwnProfile, isProfileWaiting, setProfilePictures, postUpload } from './send-upload.ts';
import type { UploadEntry } from './upload-queue.ts';

const entry = {
  id: 'upload-1',
  profile: 'ada',
  fileName: 'garden.png',
  list: 'profilePicIds',
  replaces: null,
} as unknown as UploadEntry;
const file = new File(['pixels'], 'kept under another name', { type: 'image/png' });
let asked: { path: string; request: RequestInit }[];

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (path: string, request: RequestInit) => {
    asked.push({ path, request });
    request.signal?.throwIfAborted();
    return Response.json({ id: 'picture-1' }, { headers: { etag: '"4"' } });
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  await memberDatabase.wipe();
});

const post = (change: Partial<UploadEntry> = {}, signal = new AbortController().signal) =>
  postUpload({ ...entry, ...change }, file, { signal, onProgress: () => undefined });

test('the form names its author, the file and its name', async () => {
  const form = uploadForm(entry, file);
  expect([form.get('authorProfileId'), form.get('picfilename')]).toEqual(['ada', 'garden.png']);
  const sent = form.get('picfile') as File;
  expect([sent.name, await sent.text()]).toEqual(['garden.png', 'pixels']);
});

test('a picture is uploaded with its key, and with the picture that it replaces', async () => {
  expect(await post()).toEqual({ is: 'done', reply: { id: 'picture-1' }, version: '"4"' });
  await post({ replaces: 'picture-0' });
  expect(asked.map(({ path }) => path)).toEqual(['/api/profile-pic', '/api/profile-pic?replace_id=picture-0']);
  expect(asked[0]?.request).toMatchObject({
    method: 'POST',
    headers: { accept: 'application/json', 'idempotency-key': 'upload-1' },
    credentials: 'same-origin',
  });
});

test('a picture whose upload was aborted is sent again', async () => {
  expect(await post({}, AbortSignal.abort())).toEqual({ is: 'lost' });
});

test('the own profile is asked for by its id', async () => {
  expect(await getOwnProfile('ada')).toMatchObject({ is: 'done', version: '"4"' });
  expect(asked[0]).toMatchObject({ path: '/api/profile/ada', request: { headers: { accept: 'application/json' } } });
});

test('pictures are added to their list, with the version that was read', async () => {
  await setProfilePictures(entry, ['picture-1', 'picture-2'], '"3"');
  await setProfilePictures({ ...entry, list: 'profilePicIdsPrivate' }, [], null);
  expect(asked.map(({ path, request }) => [path, request.method, request.headers, request.body])).toEqual([
    [
      '/api/profile',
      'PUT',
      { accept: 'application/json', 'content-type': 'application/json', 'if-match': '"3"' },
      JSON.stringify({ id: 'ada', profilePicIds: ['picture-1', 'picture-2'] }),
    ],
    [
      '/api/profile',
      'PUT',
      { accept: 'application/json', 'content-type': 'application/json' },
      JSON.stringify({ id: 'ada', profilePicIdsPrivate: [] }),
    ],
  ]);
});

test('a replacement waits for a waiting change of the profile, not for a refused one', async () => {
  const write: NewWrite = { profile: 'ada', queue: 'messages:ben', method: 'POST', path: '/', body: {}, label: '', keeps: null };
  await memberDatabase.claim('ada');
  await outbox.add(write);
  expect(await isProfileWaiting('ada')).toBe(false);
  const { id } = await outbox.add({ ...write, queue: 'profile', method: 'PUT', path: '/api/profile' });
  expect(await isProfileWaiting('ada')).toBe(true);
  await outbox.refuse(id, { status: 400, code: '', message: '' });
  expect(await isProfileWaiting('ada')).toBe(false);
});
