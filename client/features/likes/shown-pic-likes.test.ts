// The list of liked pictures with the waiting writes applied.
import { expect, test } from 'vitest';
import type { ProfilePicLikeListed } from '#shared/contract/likes.ts';
import { shownPicLikes } from './shown-pic-likes.ts';

const listed = (profilePicId: string): ProfilePicLikeListed => ({
  likerProfileId: 'ada',
  profilePicId,
  profilePicProfileId: 'ben',
  likeType: 'LIKE',
  tsCreated: 1,
  profile: { profileId: 'ben', session: null, profileName: 'Ben', profilePicIds: [] },
});
const write = (profilePicId: string, likeType: string) => ({ body: { profilePicId, profilePicProfileId: 'ben', likeType } });

test('a picture that is liked without connection is listed, and one that is liked no more is not', () => {
  const { likes, waiting } = shownPicLikes([listed('one'), listed('two')], [write('two', 'DISLIKE'), write('new', 'LIKE')]);
  expect(likes.map(({ profilePicId }) => profilePicId)).toEqual(['one']);
  expect(waiting).toMatchObject([{ profilePicId: 'new', profilePicProfileId: 'ben' }]);
});

test('the last of several ratings of one picture counts, and one that the server has already is listed once', () => {
  const writes = [write('one', 'DISLIKE'), write('one', 'LIKE'), write('gone', 'LIKE'), write('gone', 'UNDETERMINED')];
  const { likes, waiting } = shownPicLikes([listed('one')], writes);
  expect([likes.length, waiting]).toEqual([1, []]);
});
