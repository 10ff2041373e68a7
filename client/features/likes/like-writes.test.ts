// Likes and blocks waiting in the outbox.
import { expect, test } from 'vitest';
import type { ProfileLikeListed } from '#shared/contract/likes.ts';
import { isLikeWrite, isOpenTo, likeChangesOf, likeQueue } from './like-writes.ts';
import { shownLikes } from './shown-likes.ts';

const write = (to: string, body: object) => ({
  queue: likeQueue(to),
  body: { likerProfileId: 'me', likedProfileId: to, ...body },
});

test('the last change of each member counts, and a block stays with a later like', () => {
  const changes = likeChangesOf([
    write('ada', { likeType: 'LIKE' }),
    write('ben', { blocked: true }),
    write('ben', { likeType: 'LIKE' }),
    write('ada', { likeType: 'DISLIKE' }),
  ]);
  expect([...changes]).toEqual([
    ['ada', { likeType: 'DISLIKE' }],
    ['ben', { blocked: true, likeType: 'LIKE' }],
  ]);
});

test('a refused write does not count, and messages are no likes', () => {
  expect(isLikeWrite({ queue: 'like:ada', state: 'waiting' })).toBe(true);
  expect(isLikeWrite({ queue: 'like:ada', state: 'failed' })).toBe(false);
  expect(isLikeWrite({ queue: 'messages:ada', state: 'waiting' })).toBe(false);
});

test('a member is open to swipe with no like, dislike or block, on the server or in the outbox', () => {
  const known = (likeType: 'LIKE' | 'DISLIKE' | 'UNDETERMINED', blocked = false) => ({ likeType, blocked });
  expect(isOpenTo(undefined, undefined)).toBe(true);
  expect(isOpenTo(known('UNDETERMINED'), undefined)).toBe(true);
  for (const answered of [known('LIKE'), known('DISLIKE'), known('UNDETERMINED', true)])
    expect(isOpenTo(answered, undefined)).toBe(false);
  expect(isOpenTo(undefined, { likeType: 'LIKE' })).toBe(false);
  expect(isOpenTo(known('LIKE'), { likeType: 'UNDETERMINED' })).toBe(true);
  expect(isOpenTo(known('UNDETERMINED', true), { blocked: false })).toBe(true);
  expect(isOpenTo(known('UNDETERMINED'), { blocked: true })).toBe(false);
});

const listed = (id: string): ProfileLikeListed => ({
  likerProfileId: 'me',
  likedProfileId: id,
  likeType: 'LIKE',
  blocked: false,
  tsCreated: 1,
  profile: { profileId: id, session: null, profileName: id, profilePicIds: [] },
});

test('the lists show likes, removed likes and blocks made without connection', () => {
  const writes = [
    write('ada', { likeType: 'DISLIKE' }),
    write('ben', { blocked: true }),
    write('cem', { likeType: 'LIKE' }),
    write('dan', { likeType: 'LIKE' }),
    write('eli', { likeType: 'LIKE', blocked: true }),
  ];
  const names = (list: 'profilelikedyou' | 'youlikedprofile') => {
    const { likes, waitingIds } = shownLikes(list, ['ada', 'ben', 'dan', 'fay'].map(listed), writes);
    return [likes.map(({ profile }) => profile.profileName), waitingIds];
  };
  expect(names('youlikedprofile')).toEqual([['dan', 'fay'], ['cem']]);
  expect(names('profilelikedyou')).toEqual([['ada', 'dan', 'fay'], []]);
});
