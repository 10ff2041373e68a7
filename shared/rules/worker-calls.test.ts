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
  const { per: perConversation, ...mute } = putMuteCall.waits;
  expect(mute).toEqual({ queue: 'mute', goneMeansDone: 'always', replyCache: 'mutes' });
  expect(perConversation({ body: { profileId: 'boris' } })).toBe('boris');
  const { per, ...removal } = deleteNotificationCall.waits;
  expect(removal).toEqual({ queue: 'notification', goneMeansDone: 'always', replyCache: 'notifications' });
  expect(per({ params: { id: 'n1' } })).toBe('n1');
});

test('each call names its method and path', () => {
  expect([postMessageCall, putMuteCall, deleteNotificationCall].map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/message',
    'PUT /api/mute',
    'DELETE /api/notification/{id}',
  ]);
});
