// Likes and blocks waiting in the outbox.
import { expect, test } from 'vitest';
import type { ProfileLikeListed } from '#shared/contract/likes.ts';
import { isPendingLike, isUndecided, pendingLikeChanges, likeQueue } from './like-writes.ts';
import { shownLikes } from './shown-likes.ts';

const writeFor = (to: string, body: object) => ({
  queue: likeQueue(to),
  body: { likerProfileId: 'me', likedProfileId: to, ...body },
});

test('the last change per member counts, and a later like keeps the block', () => {
  const changes = pendingLikeChanges([
    writeFor('ada', { likeType: 'LIKE' }),
    writeFor('ben', { blocked: true }),
    writeFor('ben', { likeType: 'LIKE' }),
    writeFor('ada', { likeType: 'DISLIKE' }),
  ]);
  expect([...changes]).toEqual([
    ['ada', { likeType: 'DISLIKE' }],
    ['ben', { blocked: true, likeType: 'LIKE' }],
  ]);
});

test('a refused write is not pending, and a message is not a like', () => {
  expect(isPendingLike({ queue: 'like:ada', state: 'waiting' })).toBe(true);
  expect(isPendingLike({ queue: 'like:ada', state: 'failed' })).toBe(false);
  expect(isPendingLike({ queue: 'messages:ada', state: 'waiting' })).toBe(false);
});

test('a member without a like, dislike or block, on the server or in the outbox, is undecided', () => {
  const stored = (likeType: 'LIKE' | 'DISLIKE' | 'UNDETERMINED', blocked = false) => ({ likeType, blocked });
  expect(isUndecided(undefined, undefined)).toBe(true);
  expect(isUndecided(stored('UNDETERMINED'), undefined)).toBe(true);
  for (const decided of [stored('LIKE'), stored('DISLIKE'), stored('UNDETERMINED', true)])
    expect(isUndecided(decided, undefined)).toBe(false);
  expect(isUndecided(undefined, { likeType: 'LIKE' })).toBe(false);
  expect(isUndecided(stored('LIKE'), { likeType: 'UNDETERMINED' })).toBe(true);
  expect(isUndecided(stored('UNDETERMINED', true), { blocked: false })).toBe(true);
  expect(isUndecided(stored('UNDETERMINED'), { blocked: true })).toBe(false);
});

const listed = (id: string): ProfileLikeListed => ({
  likerProfileId: 'me',
  likedProfileId: id,
  likeType: 'LIKE',
  blocked: false,
  tsCreated: 1,
  profile: { profileId: id, session: null, profileName: id, profilePicIds: [] },
});

test('likes, dislikes and blocks made offline change the lists', () => {
  const writes = [
    writeFor('ada', { likeType: 'DISLIKE' }),
    writeFor('ben', { blocked: true }),
    writeFor('cem', { likeType: 'LIKE' }),
    writeFor('dan', { likeType: 'LIKE' }),
    writeFor('eli', { likeType: 'LIKE', blocked: true }),
  ];
  const names = (list: 'profilelikedyou' | 'youlikedprofile') => {
    const { likes, waitingIds } = shownLikes(list, ['ada', 'ben', 'dan', 'fay'].map(listed), writes);
    return [likes.map(({ profile }) => profile.profileName), waitingIds];
  };
  expect(names('youlikedprofile')).toEqual([['dan', 'fay'], ['cem']]);
  expect(names('profilelikedyou')).toEqual([['ada', 'dan', 'fay'], []]);
});
