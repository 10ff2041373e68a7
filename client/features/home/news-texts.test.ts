// Tests the texts for new messages, likes, and what waits for the member.
import { expect, test } from 'vitest';
import type { ProfileLikeListed } from '#shared/contract/likes.ts';
import { likesNews, messageNews, waitingNews, type NewConversation } from './news-texts.ts';

const conversation = (name: string | null, unread = 1): NewConversation => ({
  peer: `id of ${name}`,
  name,
  pictureId: undefined,
  preview: `From ${name}`,
  unread,
});
const like = (profileName: string): ProfileLikeListed => ({
  likerProfileId: profileName,
  likedProfileId: 'me',
  likeType: 'LIKE',
  blocked: false,
  tsCreated: 1,
  profile: { profileId: profileName, session: null, profileName, profilePicIds: [] },
});

test('the row shows the text of a single unread conversation, and opens it', () => {
  expect(messageNews([conversation('Ada', 2)])).toMatchObject({
    title: 'Ada',
    line: 'From Ada',
    count: 2,
    to: '/chat/personal/$profileId',
    params: { profileId: 'id of Ada' },
  });
});

test('the news of several conversations sums up names, shows the newest message, has at most three faces, and opens the list', () => {
  const news = messageNews(['Ada', 'Ben', 'Cem', 'Dan'].map((name) => conversation(name, 2)));
  expect(news).toMatchObject({ title: 'Ada and 3 more', line: 'From Ada', count: 8, to: '/chat/personal' });
  expect(news.faces.map(({ name }) => name)).toEqual(['Ada', 'Ben', 'Cem']);
  expect(messageNews([conversation('Ada'), conversation(null)]).title).toBe('Ada and Member');
});

test('long names are shortened, as on other screens', () => {
  expect(likesNews([like('Maximilian Alexander')]).title).toMatch(/^Maximilian A?…?$/u);
});

test('the row names and counts the members who like you', () => {
  expect(likesNews([like('Ada')])).toMatchObject({ title: 'Ada', line: 'Likes you', count: 1 });
  expect(likesNews([like('Ada'), like('Ben')])).toMatchObject({ title: 'Ada and Ben', line: 'Like you', count: 2 });
});

test('what waits for the member is listed with the most urgent first, and the row opens the most urgent', () => {
  expect(waitingNews({ cases: 2, hellos: 1, crops: 3 })).toMatchObject({
    line: '2 cases to judge, A hello to answer, 3 crops of your pictures to decide',
    count: 6,
    to: '/games/arbitration',
  });
  expect(waitingNews({ cases: 0, hellos: 0, crops: 1 })).toMatchObject({ to: '/games/photocrop' });
});

test('without anything new each row offers a next step', () => {
  const quiet = [messageNews([]), likesNews([]), waitingNews({ cases: 0, hellos: 0, crops: 0 })];
  expect(quiet.map(({ to, count }) => [to, count])).toEqual([
    ['/search/tile', 0],
    ['/profileEdit', 0],
    ['/games', 0],
  ]);
});
