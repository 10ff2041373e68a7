// Texts about access to private pictures.
import { expect, test } from 'vitest';
import { accessWords, untilWords } from './access-words.ts';

const profileId = '00000000-0000-4000-8000-000000000001';
const nothing = {
  profileId,
  profile: { profileId, session: null, profileName: 'Ben', profilePicIds: [] },
  isGranted: false,
  tsGranted: null,
  tsUntil: null,
  picturesSent: 0,
};

test('an end is shown as day and time, and no end as until it is taken back', () => {
  expect(untilWords(new Date(2026, 10, 21, 16, 5).getTime())).toMatch(/^until Saturday,? 21 November, (16:05|04:05 PM)$/);
  expect(untilWords(null)).toBe('until you take it back');
});

test('shared and sent pictures are both mentioned', () => {
  expect(accessWords({ ...nothing, isGranted: true })).toBe('Shared until you take it back');
  expect(accessWords({ ...nothing, picturesSent: 1 })).toBe('1 picture in a message');
  expect(accessWords({ ...nothing, isGranted: true, picturesSent: 3 })).toBe(
    'Shared until you take it back, 3 pictures in messages',
  );
});
