// Calls of the contract as waiting writes.
import { expect, test } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { messages } from '#shared/contract/messages.ts';
import { pictures } from '#shared/contract/pictures.ts';
import { site } from '#shared/contract/site.ts';
import { writeOf } from './new-write.ts';

test('a write takes its queue, cache and rules from the contract', () => {
  const body = { likerProfileId: 'ada', likedProfileId: 'ben', likeType: 'LIKE' } as const;
  const options = { profile: 'ada', label: 'Like', version: '"3"', base: { likeType: 'UNDETERMINED' } };
  expect(writeOf(likes.putProfileLike, { body }, options)).toEqual({
    key: expect.any(String),
    profile: 'ada',
    queue: 'like:ben',
    sendsEvery: false,
    method: 'PUT',
    path: '/api/profile-like',
    body,
    label: 'Like',
    version: '"3"',
    base: { likeType: 'UNDETERMINED' },
    keeps: 'like',
    goneMeansDone: 'always',
  });
});

test('a write without body, state and cache has null in these fields', () => {
  expect(writeOf(pictures.deletePicture, { params: { id: 'p1' } }, { profile: 'ada', label: '' })).toEqual({
    key: expect.any(String),
    profile: 'ada',
    queue: 'picture:p1',
    sendsEvery: false,
    method: 'DELETE',
    path: '/api/profile-pic/p1',
    body: null,
    label: '',
    version: null,
    base: null,
    keeps: null,
    goneMeansDone: 'always',
  });
});

test('read marks and rated pictures change what the device stores once they are delivered', () => {
  const options = { profile: 'ada', label: '' };
  const rating = { likerProfileId: 'ada', profilePicId: 'p1', profilePicProfileId: 'ben', likeType: 'LIKE' } as const;
  expect(writeOf(messages.putMessageRead, { params: { id: 'm1' } }, options).keeps).toBe('message');
  expect(writeOf(likes.putProfilePicLike, { body: rating }, options).keeps).toBe('pic-like');
});

test('a write has its parameters and query in the path', () => {
  const args = { params: { id: 'm1' }, query: { forBoth: true } };
  expect(writeOf(messages.deleteMessage, args, { profile: 'ada', label: '' }).path).toBe('/api/message/m1?forBoth=true');
});

test('a call that the contract does not let wait is no write', () => {
  expect(() => writeOf(site.getPing, {}, { profile: 'ada', label: '' })).toThrow('does not let GET /api/ping wait');
});
