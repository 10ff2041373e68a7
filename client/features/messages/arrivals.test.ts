// Tests which messages and reactions screen readers announce as they arrive.
import { expect, test } from 'vitest';
import { message, own, ownMessage } from '#client/testing/messages.ts';
import { arrivals } from './arrivals.ts';

const spoken = (...lists: Parameters<typeof arrivals> extends [string, ...infer Lists] ? Lists : never) =>
  arrivals(own, ...lists).map(({ message: { bodyText }, reaction }) => reaction ?? bodyText);

test('messages of the other member are announced with the oldest first, also if there were none before', () => {
  expect(spoken([message(1)], [message(3), message(2), message(1)])).toEqual(['text 2', 'text 3']);
  expect(spoken([], [message(1)])).toEqual(['text 1']);
});

test('a broadcast of the same millisecond as the newest one, and so with the same sequence, is announced', () => {
  const [first, second] = [message(1), { ...message(1), id: 'another', bodyText: 'at once' }];
  expect(spoken([first], [second, first])).toEqual(['at once']);
  expect(spoken([first], [first, second])).toEqual(['at once']);
});

test('older messages that are loaded, own messages and removals are not announced', () => {
  const [newest, ...older] = [9, 8, 7, 6].map((sequence) => message(sequence));
  expect(newest && spoken([newest], [newest, ...older])).toEqual([]);
  expect(spoken([message(1)], [ownMessage(2), message(1)])).toEqual([]);
  expect(spoken([message(2), message(1)], [message(1)])).toEqual([]);
});

test('of many messages at once, only the last three are announced', () => {
  const many = [5, 4, 3, 2, 1].map((sequence) => message(sequence));
  expect(spoken([], many)).toEqual(['text 3', 'text 4', 'text 5']);
});

test('a reaction to an own message is announced once, and neither its removal nor an own reaction is', () => {
  const [plain, liked] = [ownMessage(1), ownMessage(1, { recipientReaction: '🔥' })];
  expect(spoken([plain], [liked])).toEqual(['🔥']);
  expect(spoken([liked], [{ ...liked, tsRecipientRead: 1 }])).toEqual([]);
  expect(spoken([liked], [plain])).toEqual([]);
  expect(spoken([message(1)], [message(1, { recipientReaction: '🔥' })])).toEqual([]);
});
