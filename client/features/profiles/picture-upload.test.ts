// Files that the upload screen refuses, and its texts of progress and errors.
import { expect, test } from 'vitest';
import type { UploadEntry } from '#client/offline/uploads/uploads.ts';
import { isWorthRetry, reasonWords, refusalOf, shortWords, uploadWords } from './picture-upload.ts';

test.each([
  ['image/png', 8_192_000, null],
  ['image/jpeg', 1, null],
  ['image/webp', 1, null],
  ['image/gif', 1, 'Error: only png, jpeg and webp pictures are accepted.'],
  ['', 1, 'Error: only png, jpeg and webp pictures are accepted.'],
  ['image/png', 8_192_001, 'Error: the picture is larger than 8,192,000 bytes.'],
  ['image/heic', 8_192_001, 'Error: only png, jpeg and webp pictures are accepted. the picture is larger than 8,192,000 bytes.'],
])('%s of %i bytes: %s', (type, size, refusal) => {
  expect(refusalOf({ type, size })).toBe(refusal);
});

const entry: UploadEntry = {
  id: 'upload',
  profile: 'ada',
  state: 'waiting',
  stage: 'file',
  tries: 0,
  nextMs: 0,
  reason: null,
  order: 1,
  fileName: 'a.png',
  type: 'image/png',
  bytes: 1,
  list: 'profilePicIds',
  replaces: null,
  pictureId: null,
};

test.each<[Partial<UploadEntry>, number, boolean, string, string]>([
  [{}, 0, false, 'Waiting', 'Waiting'],
  [{ tries: 1 }, 0, false, 'Waiting to try again', 'Waiting'],
  [{}, 0, true, 'Waiting on this device for a connection', 'Waiting'],
  [{ state: 'sending' }, 0.627, false, 'Uploading', '62 %'],
  [{ state: 'sending' }, 1, false, 'Almost done', 'Nearly'],
  [{ state: 'sending', stage: 'naming' }, 1, false, 'Adding it to your profile', 'Nearly'],
])('a picture with %j and progress %d shows its state', (part, sent, isLost, words, word) => {
  expect(uploadWords({ ...entry, ...part }, sent, isLost)).toBe(words);
  expect(shortWords({ ...entry, ...part }, sent, isLost)).toBe(word);
});

test('a refusal begins with Error, and is worth another try unless it is about the file itself', () => {
  const refused = (code: string, message: string) => ({ status: 400, code, message });
  const tooMany = refused('too-many-pictures', 'There is no room for more pictures.');
  const wrongKind = refused('not-a-picture', 'Error: only png, jpeg and webp pictures are accepted.');
  expect(reasonWords(tooMany)).toBe('Error: There is no room for more pictures.');
  expect(reasonWords(wrongKind)).toBe('Error: only png, jpeg and webp pictures are accepted.');
  expect([tooMany, wrongKind].map(isWorthRetry)).toEqual([true, false]);
});
