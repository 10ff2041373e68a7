// Outbox queues, whose names are stored on devices across updates.
import { expect, test } from 'vitest';
import { deleteNotificationCall, postMessageCall, putMuteCall } from './worker-calls.ts';

test('messages are queued per conversation, broadcasts in one queue, and each is sent', () => {
  const { queue, per, sendsEvery, replyCache } = postMessageCall.waits;
  expect([queue, sendsEvery, replyCache]).toEqual(['messages', true, 'message']);
  expect(per({ body: { recipientProfileId: 'boris' } })).toBe('boris');
  expect([per({ body: {} }), per({ body: { recipientProfileId: null } })]).toEqual(['broadcast', 'broadcast']);
});

test('mutes are queued per conversation and removals per notification, and removing a missing notification succeeds', () => {
  expect([putMuteCall.waits.queue, putMuteCall.waits.per({ body: { profileId: 'boris' } })]).toEqual(['mute', 'boris']);
  const { queue, per, goneMeansDone } = deleteNotificationCall.waits;
  expect([queue, per({ params: { id: 'n1' } }), goneMeansDone]).toEqual(['notification', 'n1', 'always']);
});
