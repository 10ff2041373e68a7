// /notifications/open/{id}: the target of a push; removes the notification and redirects to its url.
// `then` is the action chosen on the push, where the worker could not do it itself.
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { PageSkeleton } from '#client/ui/Skeleton.tsx';
import { muteFromNotificationMs } from '#shared/rules/mutes.ts';
import { peerIdOf, withAction } from '#shared/rules/notification-paths.ts';
import { sameOriginPath } from '#shared/rules/same-origin-path.ts';
import { useMute } from './mutes.queries.ts';
import { useNotifications, useRemoveNotification } from './notifications.queries.ts';

export function NotificationOpenScreen() {
  const { notificationId = '' } = useParams({ strict: false });
  const { shown, isFetched, isFetching } = useNotifications();
  const then = useSearch({ strict: false, select: (search: { then?: string }) => search.then });
  const navigate = useNavigate();
  const mute = useMute();
  const remove = useRemoveNotification();
  const hasLeft = useRef(false);
  const found = shown?.find(({ id }) => id === notificationId);
  /** The cached list may not have it yet. */
  const isAnswered = isFetched && !isFetching;
  useEffect(() => {
    if (hasLeft.current || (found === undefined && !isAnswered)) return;
    hasLeft.current = true;
    const path = sameOriginPath(found?.url, location.origin);
    const peer = peerIdOf(path);
    if (found !== undefined) void remove(found.id);
    if (peer !== null && then === 'mute') void mute(peer, muteFromNotificationMs).catch(() => undefined);
    const href = peer !== null && then === 'reply' ? withAction(path, then) : path;
    void navigate({ href, replace: true, viewTransition: false });
  });
  return <PageSkeleton />;
}
