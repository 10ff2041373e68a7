// Waiting writes of an earlier build: when an answer of 404 or 410 counts as done.
import { expect, test } from 'vitest';
import { waiting } from '#client/testing/messages.ts';
import { goneMeansDoneOf } from './older-rows.ts';

const { goneMeansDone: _, ...older } = waiting('1', { method: 'PUT' });

test('a write has its own value for when it is done, whatever its queue is', () => {
  expect(goneMeansDoneOf('like:ben', { ...older, goneMeansDone: null })).toBeNull();
  expect(goneMeansDoneOf('messages:ben', { ...older, method: 'DELETE', goneMeansDone: 'always' })).toBe('always');
});

test('a write of an earlier build has the value of its queue and method', () => {
  expect([goneMeansDoneOf('like:ben', older), goneMeansDoneOf('picture:p1', older)]).toEqual(['always', 'always']);
  expect([goneMeansDoneOf('profile', older), goneMeansDoneOf('my-like:ben', older)]).toEqual([null, null]);
  expect(goneMeansDoneOf('messages:ben', { ...older, method: 'DELETE' })).toBe('repeated');
});
