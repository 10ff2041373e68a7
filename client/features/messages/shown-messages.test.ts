// Tests a conversation's messages with undelivered writes applied.
import { expect, test } from 'vitest';
import type { Message } from '#shared/contract/messages.ts';
import { minuteMs } from '#shared/rules/durations.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { chatWritesOf } from './chat-writes.ts';
import { messagePreview } from './message-preview.ts';
import { firstRow, logItems, newestUnread, oldestUnread, shownMessages } from './shown-messages.ts';
import { message, own, ownMessage, peer, pendingWrite, waiting } from '#client/testing/messages.ts';

/** Queries return messages newest first. */
const shownOf = (messages: Message[], entries: OutboxEntry[] = [], hidden: string[] = []) =>
  shownMessages(own, peer, messages.toReversed(), chatWritesOf(entries), new Set(hidden));
const keysOf = (shown: ReturnType<typeof shownOf>, flag: 'isStart' | 'hasTime', firstNewId: string | null = null) =>
  logItems(shown, firstNewId).flatMap((item) => (item.is === 'message' && item[flag] ? [item.key] : []));
const texts = (...args: Parameters<typeof shownOf>) => shownOf(...args).map(({ text }) => text);

test('the oldest message comes first, and waiting ones last in the order of writing', () => {
  expect(texts([message(1), ownMessage(2)], [waiting('a'), waiting('b')])).toEqual([
    'text 1',
    'text 2',
    'waiting a',
    'waiting b',
  ]);
});

test('a just delivered message appears once, in the same position and under the same key', () => {
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

test('a sent message is not seen until the peer has read it; a received one is only marked as received', () => {
  const shown = shownOf([ownMessage(1, { tsRecipientRead: 5 }), ownMessage(2), message(3)]);
  expect(shown.map(({ state }) => state)).toEqual(['seen', 'notSeen', 'received']);
});

test('a refused message shows the reason', () => {
  const refused = (code: string) =>
    waiting('a', { state: 'failed', reason: { status: 404, code, message: 'Please write something or add a picture.' } });
  expect(shownOf([], [refused('blank-message')])[0]).toMatchObject({
    state: 'failed',
    reason: 'Please write something or add a picture.',
  });
  expect(shownOf([], [refused('not-found')])[0]?.reason).toBe('This member can’t be reached.');
});

test('a view-once picture is unviewed or viewed, and also unviewed while it waits on this device', () => {
  const once = { bodyText: '', viewOnce: 'unviewed' } as const;
  const waits = waiting('a', { body: { bodyText: '', profilePicIds: [], viewOnce: true }, uploadIds: ['u1'] });
  const shown = shownOf([message(1, once), ownMessage(2, { ...once, viewOnce: 'viewed' }), message(3)], [waits]);
  expect(shown.map(({ viewOnce }) => viewOnce)).toEqual(['unviewed', 'viewed', null, 'unviewed']);
  expect(messagePreview(message(1, once))).toBe('Photo · view once');
  expect(messagePreview(message(1, { ...once, bodyText: 'look' }))).toBe('look');
});

test('messages waiting for another member or the area are not in this conversation', () => {
  expect(texts([], [waiting('a', { queue: 'messages:cem' }), waiting('b', { queue: 'messages:broadcast' })])).toEqual([]);
});

test('a message being removed is hidden; it reappears if the removal is refused', () => {
  const all = [message(1), message(2), message(3)];
  expect(texts(all, [pendingWrite('delete:m1')], ['m2'])).toEqual(['text 3']);
  expect(texts(all, [{ ...pendingWrite('delete:m1'), state: 'failed' }])).toEqual(['text 1', 'text 2', 'text 3']);
});

test('a slow device clock does not put an earlier day below a later one', () => {
  const shown = shownOf([message(1)], [waiting('a', { createdMs: Date.UTC(2020, 0, 1) })]);
  expect(logItems(shown, null).filter(({ is }) => is === 'day')).toHaveLength(1);
});

test('each day has a separator, and another one precedes the first new message', () => {
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

test('messages of one member are grouped until the other member writes, minutes pass, or a separator follows', () => {
  const later = Date.UTC(2026, 10, 20, 12, 30);
  const shown = shownOf([message(1), message(2), ownMessage(3), ownMessage(4), ownMessage(5, { tsCreated: later })]);
  expect(keysOf(shown, 'isStart', 'm2')).toEqual(['m1', 'm2', 'k3', 'k5']);
  expect(keysOf(shown, 'hasTime', 'm2')).toEqual(['m1', 'm2', 'k4', 'k5']);
});

test('of the messages within three minutes, the last one shows its time, and so do waiting ones and the last of each delivery state', () => {
  const minutes = (...all: number[]) => shownOf(all.map((m, index) => message(index, { tsCreated: m * minuteMs })));
  expect(keysOf(minutes(0, 2, 3, 4, 6), 'hasTime')).toEqual(['m2', 'm4']);
  const seen = { tsRecipientRead: 1 };
  const shown = shownOf(
    [ownMessage(1, seen), ownMessage(2, seen), ownMessage(3), ownMessage(4)],
    [waiting('a', { createdMs: 0 }), waiting('b', { createdMs: 0 })],
  );
  expect(keysOf(shown, 'hasTime')).toEqual(['k2', 'k4', 'a', 'b']);
});

test('the newest messages are rendered, and earlier ones back to a given time or a needed message', () => {
  const shown = shownOf(
    [1, 2, 3, 4, 5].map((number) => message(number, { tsCreated: number })),
    [waiting('a')],
  );
  expect(firstRow(shown, 2, null, [])).toBe(4);
  expect(firstRow(shown, 10, null, [])).toBe(0);
  expect(firstRow(shown, 2, 3, [null])).toBe(2);
  expect(firstRow(shown, 2, 3, ['m2', 'm4'])).toBe(1);
  expect(firstRow(shown, 2, null, [null, 'unknown'])).toBe(4);
  expect(firstRow(shown, 2, Number.MAX_SAFE_INTEGER, ['m5'])).toBe(4);
});

test('the oldest and the newest unread message are found even between sent ones', () => {
  const read = { tsRecipientRead: 1 };
  const newestFirst = [ownMessage(6), message(5), ownMessage(4), message(3), message(2, read), message(1, read)];
  expect(oldestUnread(own, newestFirst)?.id).toBe('m3');
  expect(newestUnread(own, newestFirst)?.id).toBe('m5');
});

test('nothing is unread if everything was read or sent by the member', () => {
  const newestFirst = [ownMessage(2), message(1, { tsRecipientRead: 1 })];
  expect([oldestUnread(own, newestFirst), newestUnread(own, newestFirst)]).toEqual([undefined, undefined]);
});

test('a reply shows a preview of the quoted message, even while waiting', () => {
  const reply = ownMessage(3, { replyToId: 'm1' });
  const shown = shownOf([message(1), ownMessage(2), reply], [waiting('a', { body: { bodyText: 'and this', replyToId: 'm2' } })]);
  expect(shown.map(({ quote }) => quote)).toEqual([
    null,
    null,
    { id: 'm1', state: 'loaded', isOwn: false, preview: 'text 1' },
    { id: 'm2', state: 'loaded', isOwn: true, preview: 'text 2' },
  ]);
});

test('a quoted message is gone once it is being deleted, and not loaded if it is too old', () => {
  const replies = [ownMessage(2, { replyToId: 'm1' }), ownMessage(3, { replyToId: 'm0' })];
  expect(shownOf([message(1), ...replies], [], ['m1']).map(({ quote }) => quote?.state)).toEqual(['gone', 'notLoaded']);
  expect(shownOf([message(1), ...replies], [pendingWrite('delete:m1')])[0]?.quote).toMatchObject({ state: 'gone', preview: '' });
});

test('each reaction belongs to the member who gave it, and your own shows before delivery', () => {
  const reactions = { senderReaction: '👍', recipientReaction: '🔥' };
  const reactionEntry = (emoji: string | null) => ({ ...pendingWrite('react:m1'), body: { emoji } });
  const emojiOf = (...args: Parameters<typeof shownOf>) =>
    shownOf(...args).map(({ ownReaction, otherReaction }) => [ownReaction, otherReaction]);
  expect(emojiOf([message(1, reactions), ownMessage(2, reactions)])).toEqual([
    ['🔥', '👍'],
    ['👍', '🔥'],
  ]);
  expect(emojiOf([message(1, reactions)], [reactionEntry('😂')])).toEqual([['😂', '👍']]);
  expect(emojiOf([message(1, reactions)], [reactionEntry(null)])).toEqual([[null, '👍']]);
  expect(emojiOf([message(1, reactions)], [{ ...reactionEntry('😂'), state: 'failed' }])).toEqual([['🔥', '👍']]);
});
