// The list of liked pictures with pending writes applied.
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

test('a picture liked offline is listed, and one no longer liked is not', () => {
  const { likes, waiting } = shownPicLikes([listed('one'), listed('two')], [write('two', 'DISLIKE'), write('new', 'LIKE')]);
  expect(likes.map(({ profilePicId }) => profilePicId)).toEqual(['one']);
  expect(waiting).toMatchObject([{ profilePicId: 'new', profilePicProfileId: 'ben' }]);
});

test('the last of several ratings of a picture counts, and a picture that the server already lists is listed once', () => {
  const writes = [write('one', 'DISLIKE'), write('one', 'LIKE'), write('gone', 'LIKE'), write('gone', 'UNDETERMINED')];
  const { likes, waiting } = shownPicLikes([listed('one')], writes);
  expect([likes.length, waiting]).toEqual([1, []]);
});
