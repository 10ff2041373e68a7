// Rejected files, and the texts for upload progress and errors.
import { expect, test } from 'vitest';
import type { UploadEntry } from '#client/offline/uploads/upload-queue.ts';
import { canRetry, rejectionText, fileError, shortStateText, uploadStateText } from './picture-upload.ts';

test.each([
  ['image/png', 8_192_000, null],
  ['image/jpeg', 1, null],
  ['image/webp', 1, null],
  ['image/gif', 1, 'Error: only png, jpeg and webp pictures are accepted.'],
  ['', 1, 'Error: only png, jpeg and webp pictures are accepted.'],
  ['image/png', 8_192_001, 'Error: the picture is larger than 8,192,000 bytes.'],
  ['image/heic', 8_192_001, 'Error: only png, jpeg and webp pictures are accepted. the picture is larger than 8,192,000 bytes.'],
])('%s of %i bytes: %s', (type, size, refusal) => {
  expect(fileError({ type, size })).toBe(refusal);
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
  [{ state: 'sending' }, 1, false, 'Almost done', 'Finishing'],
  [{ state: 'sending', stage: 'naming' }, 1, false, 'Adding it to your profile', 'Finishing'],
])('a picture with %j and progress %d shows its state', (changes, part, isLost, text, shortText) => {
  expect(uploadStateText({ ...entry, ...changes }, part, isLost)).toBe(text);
  expect(shortStateText({ ...entry, ...changes }, part, isLost)).toBe(shortText);
});

test('a rejection begins with Error, and can be retried unless the file itself is the problem', () => {
  const rejection = (code: string, message: string) => ({ status: 400, code, message });
  const tooMany = rejection('too-many-pictures', 'There is no room for more pictures.');
  const wrongKind = rejection('not-a-picture', 'Error: only png, jpeg and webp pictures are accepted.');
  expect(rejectionText(tooMany)).toBe('Error: There is no room for more pictures.');
  expect(rejectionText(wrongKind)).toBe('Error: only png, jpeg and webp pictures are accepted.');
  expect([tooMany, wrongKind].map(canRetry)).toEqual([true, false]);
});
