// Tests which refused messages are dropped because the server already has them.
import { expect, test } from 'vitest';
import { ownBroadcast, ownMessage, waiting } from '#client/testing/messages.ts';
import { chatWritesOf } from './chat-writes.ts';
import { deliveredOf } from './use-drop-delivered.ts';

test.each([
  { chat: 'a conversation', queue: 'messages:ben', list: 'messages', own: ownMessage },
  { chat: 'the chat of an area', queue: 'messages:broadcast', list: 'broadcasts', own: ownBroadcast },
] as const)('in $chat, only refused messages that were delivered are dropped', ({ queue, list, own }) => {
  const entries = [
    waiting('k1', { queue, state: 'failed' }),
    waiting('k2', { queue, state: 'waiting' }),
    waiting('k3', { queue, state: 'failed' }),
  ];
  const writes = chatWritesOf(entries, [])[list];
  expect(writes).toHaveLength(3);
  const delivered = [own(1), own(2), own(4)];
  expect(deliveredOf(writes, delivered).map(({ entryId }) => entryId)).toEqual(['entry-k1']);
});
