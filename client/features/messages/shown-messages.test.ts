// An open conversation as shown: the server's messages and the outbox.
import { expect, test } from 'vitest';
import type { Message } from '#shared/contract/messages.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { chatWritesOf } from './chat-writes.ts';
import { logItems, newestUnread, oldestUnread, shownMessages } from './shown-messages.ts';
import { message, own, ownMessage, peer, underWay, waiting } from '#client/testing/messages.ts';

/** Queries hold messages newest first. */
const shownOf = (messages: Message[], entries: OutboxEntry[] = [], hidden: string[] = []) =>
  shownMessages(own, peer, messages.toReversed(), chatWritesOf(entries), new Set(hidden));
const texts = (...args: Parameters<typeof shownOf>) => shownOf(...args).map(({ text }) => text);

test('the oldest message comes first and waiting ones last, in the order they were written', () => {
  expect(texts([message(1), ownMessage(2)], [waiting('a'), waiting('b')])).toEqual([
    'text 1',
    'text 2',
    'waiting a',
    'waiting b',
  ]);
});

test('a message that has just been delivered is there once, in the same place under the same key', () => {
  const before = shownOf([message(1)], [waiting('k2', { state: 'sending' })]);
  const between = shownOf([message(1), ownMessage(2)], [waiting('k2', { state: 'sending' })]);
  const after = shownOf([message(1), ownMessage(2)]);
  expect([before, between, after].map((shown) => shown.map(({ key }) => key))).toEqual([
    ['m1', 'k2'],
    ['m1', 'k2'],
    ['m1', 'k2'],
  ]);
  expect([before, between, after].map((shown) => shown.at(-1)?.state)).toEqual(['sending', 'notSeen', 'notSeen']);
});

test('an own message is not seen until the other side has read it; a received one has no state', () => {
  const shown = shownOf([ownMessage(1, { tsRecipientRead: 5 }), ownMessage(2), message(3)]);
  expect(shown.map(({ state }) => state)).toEqual(['seen', 'notSeen', 'received']);
});

test('a refused message says why', () => {
  const refused = (code: string) =>
    waiting('a', { state: 'failed', reason: { status: 404, code, message: 'A message needs some text or a picture.' } });
  expect(shownOf([], [refused('blank-message')])[0]).toMatchObject({
    state: 'failed',
    reason: 'A message needs some text or a picture.',
  });
  expect(shownOf([], [refused('not-found')])[0]?.reason).toBe('This member can’t be reached.');
});

test('messages waiting for another member, or for the area, are not in this conversation', () => {
  expect(texts([], [waiting('a', { queue: 'messages:cem' }), waiting('b', { queue: 'messages:broadcast' })])).toEqual([]);
});

test('a message being removed is not shown; one whose removal was refused is back', () => {
  const all = [message(1), message(2), message(3)];
  expect(texts(all, [underWay('delete:m1')], ['m2'])).toEqual(['text 3']);
  expect(texts(all, [{ ...underWay('delete:m1'), state: 'failed' }])).toEqual(['text 1', 'text 2', 'text 3']);
});

test('a device with a slow clock does not open an earlier day below a later one', () => {
  const shown = shownOf([message(1)], [waiting('a', { createdMs: Date.UTC(2020, 0, 1) })]);
  expect(logItems(shown, null).filter(({ is }) => is === 'day')).toHaveLength(1);
});

test('each day has its line, and the line for new messages stands before the first of them', () => {
  const nextDay = Date.UTC(2026, 10, 22, 12);
  const shown = shownOf([message(1), message(2), message(3, { tsCreated: nextDay }), message(4, { tsCreated: nextDay })]);
  expect(logItems(shown, 'm4').map(({ key }) => key)).toEqual([
    `day-${new Date(Date.UTC(2026, 10, 20, 12)).toDateString()}`,
    'm1',
    'm2',
    `day-${new Date(nextDay).toDateString()}`,
    'm3',
    'new',
    'm4',
  ]);
});

test('messages of one member are grouped until the other writes, minutes pass, or a line separates them', () => {
  const later = Date.UTC(2026, 10, 20, 12, 30);
  const shown = shownOf([message(1), message(2), ownMessage(3), ownMessage(4), ownMessage(5, { tsCreated: later })]);
  const starts = logItems(shown, 'm2').flatMap((item) => (item.is === 'message' && item.isStart ? [item.key] : []));
  expect(starts).toEqual(['m1', 'm2', 'k3', 'k5']);
});

test('the line for new messages is at the oldest unread one, whatever was sent in between', () => {
  const read = { tsRecipientRead: 1 };
  const newestFirst = [ownMessage(6), message(5), ownMessage(4), message(3), message(2, read), message(1, read)];
  expect(oldestUnread(own, newestFirst)?.id).toBe('m3');
  expect(newestUnread(own, newestFirst)?.id).toBe('m5');
});

test('nothing is new where everything was read or sent by the member', () => {
  const newestFirst = [ownMessage(2), message(1, { tsRecipientRead: 1 })];
  expect([oldestUnread(own, newestFirst), newestUnread(own, newestFirst)]).toEqual([undefined, undefined]);
});

test('a reply shows the first words of the message it replies to, also while it waits', () => {
  const answer = ownMessage(3, { replyToId: 'm1' });
  const shown = shownOf([message(1), ownMessage(2), answer], [waiting('a', { body: { bodyText: 'and this', replyToId: 'm2' } })]);
  expect(shown.map(({ quote }) => quote)).toEqual([
    null,
    null,
    { id: 'm1', state: 'here', isOwn: false, words: 'text 1' },
    { id: 'm2', state: 'here', isOwn: true, words: 'text 2' },
  ]);
});

test('the quoted message is gone as soon as it is about to be deleted, and elsewhere while it is not loaded', () => {
  const answers = [ownMessage(2, { replyToId: 'm1' }), ownMessage(3, { replyToId: 'm0' })];
  expect(shownOf([message(1), ...answers], [], ['m1']).map(({ quote }) => quote?.state)).toEqual(['gone', 'elsewhere']);
  expect(shownOf([message(1), ...answers], [underWay('delete:m1')])[0]?.quote).toMatchObject({ state: 'gone', words: '' });
});

test('each reaction belongs to the member who gave it, and the own one shows before delivery', () => {
  const given = { senderReaction: '👍', recipientReaction: '🔥' };
  const own_ = (emoji: string | null) => ({ ...underWay('react:m1'), body: { emoji } });
  const emojiOf = (...args: Parameters<typeof shownOf>) =>
    shownOf(...args).map(({ ownReaction, otherReaction }) => [ownReaction, otherReaction]);
  expect(emojiOf([message(1, given), ownMessage(2, given)])).toEqual([
    ['🔥', '👍'],
    ['👍', '🔥'],
  ]);
  expect(emojiOf([message(1, given)], [own_('😂')])).toEqual([['😂', '👍']]);
  expect(emojiOf([message(1, given)], [own_(null)])).toEqual([[null, '👍']]);
  expect(emojiOf([message(1, given)], [{ ...own_('😂'), state: 'failed' }])).toEqual([['🔥', '👍']]);
});
