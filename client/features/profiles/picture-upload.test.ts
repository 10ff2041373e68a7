// The texts for upload progress and errors.
import { expect, test, vi } from 'vitest';
import type { UploadEntry } from '#client/offline/uploads/upload-queue.ts';
import { PictureRefused } from '#client/shrink/prepare-picture.ts';
import { canRetry, refusalText, rejectionText, shortStateText, shrunkText, uploadStateText } from './picture-upload.ts';

vi.stubGlobal('navigator', { language: 'en-US' });

test('the text about a refused picture has the reason, also if the device has no space', () => {
  expect(refusalText(new PictureRefused('Error: only these.'))).toBe('Error: only these.');
  expect(refusalText(new DOMException('', 'QuotaExceededError'))).toBe('Error: this device has no room left for the picture.');
  expect(refusalText(new TypeError())).toBe('Error: this device could not store the picture for the upload.');
});

test('the text about a changed picture says its original size, or that it was made into a JPEG', () => {
  expect(shrunkText({ size: 12_400_000 }, 4_000_000)).toBe('Made smaller from 12.4 MB');
  expect(shrunkText({ size: 400_000 }, 300_000)).toBe('Made smaller from 400 kB');
  expect(shrunkText({ size: 2_000_000 }, 3_000_000)).toBe('Made into a JPEG');
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
  [{ state: 'sending' }, 0.627, false, 'Uploading', '62%'],
  [{ state: 'sending' }, 1, false, 'Almost done', 'Finishing'],
  [{ state: 'sending', stage: 'naming' }, 1, false, 'Adding it to your profile', 'Finishing'],
])('an upload with %j and progress %d (connection lost: %s) shows its state', (changes, part, isLost, text, shortText) => {
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
