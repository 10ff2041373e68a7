// The counts on bar and header: unread messages, new likes and notifications, kept up while a member is logged in.
import { useEffect } from 'react';
import { unreadTotal } from '#client/features/messages/shown-conversations.ts';
import { useChatWrites, useConversations } from '#client/features/messages/messages.queries.ts';
import { useNotifications } from '#client/features/notifications/notifications.queries.ts';
import { setBadges } from '#client/ui/badges.ts';
import { keepTrayTrue } from './device-tray.ts';
import { useNewLikes } from './use-new-likes.ts';

export function useMemberBadges(): void {
  const { data: conversations } = useConversations();
  const writes = useChatWrites();
  const { shown, isSuccess, isFetching } = useNotifications();
  const chats = unreadTotal(conversations ?? [], writes);
  const notifications = shown?.length ?? 0;
  const likes = useNewLikes();
  useEffect(() => setBadges({ chats, likes, notifications }), [chats, likes, notifications]);
  const ids = (shown ?? []).map(({ id }) => id).join(' ');
  // A list from before the connection was lost would take away what a push has told since.
  const isCurrent = isSuccess && !isFetching;
  useEffect(() => {
    if (isCurrent) void keepTrayTrue(ids === '' ? [] : ids.split(' ')).catch(() => undefined);
  }, [isCurrent, ids]);
  useEffect(() => () => setBadges({ chats: 0, likes: 0, notifications: 0 }), []);
}
