// Texts about access to private pictures.
import { expect, test, vi } from 'vitest';
import { accessText } from './access-text.ts';

vi.stubGlobal('navigator', { language: 'en-US' });

const profileId = '00000000-0000-4000-8000-000000000001';
const noAccess = {
  profileId,
  profile: { profileId, session: null, profileName: 'Ben', profilePicIds: [] },
  isGranted: false,
  tsGranted: null,
  tsUntil: null,
  picturesSent: 0,
};

test('the end of a grant is a day and time, or "until you take it back"', () => {
  const granted = { ...noAccess, isGranted: true };
  const tsUntil = new Date(2026, 10, 21, 16, 5).getTime();
  expect(accessText({ ...granted, tsUntil })).toMatch(/^Shared until Saturday, November 21 at 4:05\sPM$/);
  expect(accessText(granted)).toBe('Shared until you take it back');
});

test('shared and sent pictures are both mentioned', () => {
  expect(accessText({ ...noAccess, isGranted: true })).toBe('Shared until you take it back');
  expect(accessText({ ...noAccess, picturesSent: 1 })).toBe('1 picture in a message');
  expect(accessText({ ...noAccess, isGranted: true, picturesSent: 3 })).toBe(
    'Shared until you take it back, 3 pictures in messages',
  );
});
