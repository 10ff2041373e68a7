// Queues of waiting writes, whose names are stored on devices across updates.
import { expect, test } from 'vitest';
import { deleteNotificationCall, postMessageCall, putMuteCall } from './worker-calls.ts';

test('messages wait per conversation, each of them is sent, and messages to the area wait together', () => {
  const { queue, per, sendsEvery, replyCache } = postMessageCall.waits;
  expect([queue, sendsEvery, replyCache]).toEqual(['messages', true, 'message']);
  expect(per({ body: { recipientProfileId: 'boris' } })).toBe('boris');
  expect([per({ body: {} }), per({ body: { recipientProfileId: null } })]).toEqual(['broadcast', 'broadcast']);
});

test('mutes wait per conversation, removals per notification, and a notification that is gone is done', () => {
  expect([putMuteCall.waits.queue, putMuteCall.waits.per({ body: { profileId: 'boris' } })]).toEqual(['mute', 'boris']);
  const { queue, per, goneMeansDone } = deleteNotificationCall.waits;
  expect([queue, per({ params: { id: 'n1' } }), goneMeansDone]).toEqual(['notification', 'n1', 'repeated']);
});
