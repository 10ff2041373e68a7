// Paths opened by notifications, written and read again.
import { expect, test } from 'vitest';
import { notificationBehind, openingPath, peerBehind, withAction } from './notification-paths.ts';

test('the path of a notification leads back to it', () => {
  expect(openingPath('a1-b2')).toBe('/notifications/open/a1-b2');
  expect(notificationBehind(openingPath('a1-b2'))).toBe('a1-b2');
  expect(withAction(openingPath('a1'), 'mute')).toBe('/notifications/open/a1?then=mute');
});

test.each(['/notifications', '/notifications/open/', '/notifications/open/a/b', '/x/notifications/open/a', '/chat/personal/a'])(
  '%s opens no notification',
  (path) => expect(notificationBehind(path)).toBeNull(),
);

test('the path of a conversation names its other member, other paths name nobody', () => {
  expect(peerBehind('/chat/personal/a1-b2')).toBe('a1-b2');
  for (const path of ['/chat/personal', '/chat/personal/', '/chat/personal/a/b', '/chat/broadcast', '/x/chat/personal/a'])
    expect([path, peerBehind(path)]).toEqual([path, null]);
});
