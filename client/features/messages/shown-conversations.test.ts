// The list of conversations as shown: the server's list and the outbox.
import { expect, test } from 'vitest';
import { chatWritesOf } from './chat-writes.ts';
import { firstWords } from './first-words.ts';
import { shownConversations, unreadTotal } from './shown-conversations.ts';
import { listed, message, own, ownMessage, underWay, waiting } from '#client/testing/messages.ts';

const nothing = chatWritesOf([]);
const ben = listed(message(9), 'ben', 2);
const cem = listed(ownMessage(5, { recipientProfileId: 'cem' }), 'cem');

test('conversations are in the order of the server, each with its newest message', () => {
  const shown = shownConversations(own, [ben, cem], nothing);
  expect(shown.map(({ peer, words, isOwn, state, unread }) => [peer, words, isOwn, state, unread])).toEqual([
    ['ben', 'text 9', false, 'received', 2],
    ['cem', 'text 5', true, 'notSeen', 0],
  ]);
});

test('a conversation with a waiting message comes first and shows it', () => {
  const shown = shownConversations(own, [ben, cem], chatWritesOf([waiting('a', { queue: 'messages:cem', state: 'failed' })]));
  expect(shown.map(({ peer, words, state }) => [peer, words, state])).toEqual([
    ['cem', 'waiting a', 'failed'],
    ['ben', 'text 9', 'received'],
  ]);
});

test('a member written to for the first time is listed before delivery', () => {
  const [first] = shownConversations(own, [ben], chatWritesOf([waiting('a', { queue: 'messages:dan' })]));
  expect(first).toMatchObject({ peer: 'dan', name: null, state: 'waiting' });
});

test('a message that the list shows as sent is not shown as waiting', () => {
  const shown = shownConversations(own, [cem], chatWritesOf([waiting('k5', { queue: 'messages:cem', state: 'sending' })]));
  expect(shown).toMatchObject([{ peer: 'cem', state: 'notSeen', words: 'text 5' }]);
});

test('reading the newest message counts before it is delivered', () => {
  expect(unreadTotal([ben, listed(message(3), 'dan', 1)], nothing)).toBe(3);
  const read = chatWritesOf([underWay('read:m9')]);
  expect(unreadTotal([ben, listed(message(3), 'dan', 1)], read)).toBe(1);
  expect(shownConversations(own, [ben], read)[0]?.unread).toBe(0);
});

test('a newest message that is being removed no longer shows its text', () => {
  expect(shownConversations(own, [ben], chatWritesOf([underWay('delete:m9')]))[0]?.words).toBe('Message deleted');
});

test('first words are one line, and pictures without words are counted', () => {
  const picture = { bodyText: '', profilePicIds: ['p'] };
  expect(firstWords({ bodyText: 'one\n  two\tthree', profilePicIds: [] })).toBe('one two three');
  expect(firstWords(picture)).toBe('A picture');
  expect(firstWords({ ...picture, profilePicIds: ['p', 'q'] })).toBe('2 pictures');
  expect(firstWords({ ...picture, profilePicIds: [] })).toBe('A picture that is no longer here');
});
