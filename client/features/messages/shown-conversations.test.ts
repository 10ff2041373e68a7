// Tests the list of conversations with undelivered writes applied.
import { expect, test } from 'vitest';
import { chatWritesOf } from './chat-writes.ts';
import { messagePreview } from './message-preview.ts';
import { shownConversations, unreadTotal } from './shown-conversations.ts';
import { listed, message, own, ownMessage, pendingWrite, waiting } from '#client/testing/messages.ts';

const noWrites = chatWritesOf([]);
const ben = listed(message(9), 'ben', 2);
const cem = listed(ownMessage(5, { recipientProfileId: 'cem' }), 'cem');

test('conversations keep the order of the server, each with its newest message', () => {
  const shown = shownConversations(own, [ben, cem], noWrites);
  expect(shown.map(({ peer, preview, isOwn, state, unread }) => [peer, preview, isOwn, state, unread])).toEqual([
    ['ben', 'text 9', false, 'received', 2],
    ['cem', 'text 5', true, 'notSeen', 0],
  ]);
});

test('a conversation with a waiting message comes first and shows it', () => {
  const shown = shownConversations(own, [ben, cem], chatWritesOf([waiting('a', { queue: 'messages:cem', state: 'failed' })]));
  expect(shown.map(({ peer, preview, state }) => [peer, preview, state])).toEqual([
    ['cem', 'waiting a', 'failed'],
    ['ben', 'text 9', 'received'],
  ]);
});

test('a member written to for the first time is listed before delivery', () => {
  const [first] = shownConversations(own, [ben], chatWritesOf([waiting('a', { queue: 'messages:dan' })]));
  expect(first).toMatchObject({ peer: 'dan', name: null, state: 'waiting' });
});

test('a delivered message is not shown as waiting', () => {
  const shown = shownConversations(own, [cem], chatWritesOf([waiting('k5', { queue: 'messages:cem', state: 'sending' })]));
  expect(shown).toMatchObject([{ peer: 'cem', state: 'notSeen', preview: 'text 5' }]);
});

test('an undelivered read mark already clears the number of unread messages', () => {
  expect(unreadTotal([ben, listed(message(3), 'dan', 1)], noWrites)).toBe(3);
  const read = chatWritesOf([pendingWrite('read:m9')]);
  expect(unreadTotal([ben, listed(message(3), 'dan', 1)], read)).toBe(1);
  expect(shownConversations(own, [ben], read)[0]?.unread).toBe(0);
});

test('a member whose block waits is not listed and has no unread messages, but a message waiting for them is still shown', () => {
  const blocked = (...waits: Parameters<typeof chatWritesOf>[0]) => chatWritesOf(waits, [], new Set(['ben']));
  expect(shownConversations(own, [ben, cem], blocked()).map(({ peer }) => peer)).toEqual(['cem']);
  expect(unreadTotal([ben, listed(message(3), 'dan', 1)], blocked())).toBe(1);
  const [first] = shownConversations(own, [ben, cem], blocked(waiting('a', { state: 'failed' })));
  expect(first).toMatchObject({ peer: 'ben', name: null, preview: 'waiting a', unread: 0 });
});

test('the text of a newest message is hidden while its removal waits', () => {
  expect(shownConversations(own, [ben], chatWritesOf([pendingWrite('delete:m9')]))[0]?.preview).toBe('Message deleted');
});

test('a preview is a single line without cut letters, and tells of pictures sent without text, even of removed ones', () => {
  const picture = { bodyText: '', profilePicIds: ['p'] };
  expect(messagePreview({ bodyText: 'one\n  two\tthree', profilePicIds: [] })).toBe('one two three');
  const family = '👨‍👩‍👧';
  expect(messagePreview({ bodyText: `${'x'.repeat(118)}${family}`, profilePicIds: [] })).toBe('x'.repeat(118));
  expect(messagePreview(picture)).toBe('A picture');
  expect(messagePreview({ ...picture, profilePicIds: ['p', 'q'] })).toBe('2 pictures');
  expect(messagePreview({ ...picture, profilePicIds: [] })).toBe('A picture that is no longer here');
});
