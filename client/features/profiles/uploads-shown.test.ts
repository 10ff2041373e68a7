// The uploads in the editor of a list: each picture is there once.
import { expect, test } from 'vitest';
import { replacementsIn, uploadsShownIn } from './uploads-shown.ts';

const upload = { list: 'profilePicIds', replaces: null, pictureId: null } as const;
const profile = { profilePicIds: ['a', 'b'], profilePicIdsPrivate: ['c'] };

test('new pictures are in the list they were chosen for, and replacements where the replaced picture is', () => {
  const forPrivate = { ...upload, list: 'profilePicIdsPrivate' } as const;
  const ofChat = { ...upload, list: 'chat' } as const;
  const replacement = { ...upload, replaces: 'c' };
  const all = [upload, forPrivate, ofChat, replacement];
  expect(uploadsShownIn('profilePicIds', all, profile)).toEqual([upload]);
  expect(uploadsShownIn('profilePicIdsPrivate', all, profile)).toEqual([forPrivate, replacement]);
});

test('an upload whose picture is in the profile already is not shown a second time, also after a move to the other list', () => {
  const uploads = ['b', 'c', 'd'].map((pictureId) => ({ ...upload, pictureId }));
  expect(uploadsShownIn('profilePicIds', uploads, profile).map(({ pictureId }) => pictureId)).toEqual(['d']);
});

test('a replacement whose picture was removed elsewhere is in the list it was chosen for, so that its refusal is shown', () => {
  const gone = { ...upload, replaces: 'gone' };
  const moved = { ...upload, replaces: 'c' };
  const all = [upload, gone, moved];
  expect(replacementsIn('profilePicIds', all, profile)).toEqual([gone]);
  expect(replacementsIn('profilePicIdsPrivate', all, profile)).toEqual([moved]);
});
