// Paths that notifications open, created and parsed.
import { expect, test } from 'vitest';
import { notificationIdOf, notificationPath, peerIdOf, withAction } from './notification-paths.ts';

test('a notification path contains the notification’s id', () => {
  expect(notificationPath('a1-b2')).toBe('/notifications/open/a1-b2');
  expect(notificationIdOf(notificationPath('a1-b2'))).toBe('a1-b2');
  expect(withAction(notificationPath('a1'), 'mute')).toBe('/notifications/open/a1?then=mute');
});

test.each(['/notifications', '/notifications/open/', '/notifications/open/a/b', '/x/notifications/open/a', '/chat/personal/a'])(
  '%s is not a notification path',
  (path) => expect(notificationIdOf(path)).toBeNull(),
);

test('a conversation path contains the other member’s id, other paths contain none', () => {
  expect(peerIdOf('/chat/personal/a1-b2')).toBe('a1-b2');
  for (const path of ['/chat/personal', '/chat/personal/', '/chat/personal/a/b', '/chat/broadcast', '/x/chat/personal/a'])
    expect([path, peerIdOf(path)]).toEqual([path, null]);
});
