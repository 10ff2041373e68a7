// The badge counts in the bar and the header: unread messages, new likes, and notifications except those of muted conversations.
import { useEffect, useState } from 'react';
import { peerIdOf } from '#shared/rules/notification-paths.ts';
import { useStore } from '#client/device/store.ts';
import { useNewLikes } from '#client/features/likes/use-new-likes.ts';
import { unreadTotal } from '#client/features/messages/shown-conversations.ts';
import { useChatWrites, useConversations } from '#client/features/messages/messages.queries.ts';
import { useMutes } from '#client/features/notifications/mutes.queries.ts';
import { useNotifications } from '#client/features/notifications/notifications.queries.ts';
import { reachability } from '#client/net/reachability.ts';
import { setBadges } from '#client/ui/badges.ts';
import { updateTray } from './device-tray.ts';

export function useMemberBadges(): void {
  const { data: conversations } = useConversations();
  const writes = useChatWrites();
  const { shown, isSuccess, isFetching, dataUpdatedAt } = useNotifications();
  const mutes = useMutes();
  const isUnmuted = (profileId: string | null): boolean => profileId === null || !mutes.has(profileId);
  const unmuted = conversations?.filter(({ profile }) => isUnmuted(profile.profileId));
  const chats = unreadTotal(unmuted ?? [], writes);
  const notifications = shown?.filter(({ url }) => isUnmuted(peerIdOf(url))).length ?? 0;
  const likes = useNewLikes().fresh?.length ?? 0;
  useEffect(() => setBadges({ chats, likes, notifications }), [chats, likes, notifications]);
  const ids = (shown ?? []).map(({ id }) => id).join(' ');
  // An outdated list would close push notifications that are newer. Without a connection, it is the device's own.
  const { isLost } = useStore(reachability);
  const [outdatedMs, setOutdatedMs] = useState(0);
  if (isLost && outdatedMs !== dataUpdatedAt) setOutdatedMs(dataUpdatedAt);
  const isCurrent = isSuccess && !isFetching && !isLost && outdatedMs !== dataUpdatedAt;
  useEffect(() => {
    if (isCurrent) void updateTray(ids === '' ? [] : ids.split(' '), notifications).catch(() => undefined);
  }, [isCurrent, ids, notifications]);
  useEffect(() => () => setBadges({ chats: 0, likes: 0, notifications: 0 }), []);
}
