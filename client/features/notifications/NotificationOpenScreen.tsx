// /notifications/open/{id}: the page that a push opens. It removes the notification and redirects to its URL.
// `then` is the action that the member chose on the push, if the worker could not do it itself.
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useOwnHeader } from '#client/ui/own-header.ts';
import { PageSkeleton } from '#client/ui/Skeleton.tsx';
import { muteFromNotificationMs } from '#shared/rules/mutes.ts';
import { peerIdOf, withAction } from '#shared/rules/notification-paths.ts';
import { sameOriginPath } from '#shared/rules/same-origin-path.ts';
import { useMute } from './mutes.queries.ts';
import { useNotifications, useRemoveNotification } from './notifications.queries.ts';
import './notifications.css';

export function NotificationOpenScreen() {
  // Most notifications open a profile or a conversation, which have a header of their own.
  useOwnHeader();
  const { notificationId = '' } = useParams({ strict: false });
  const { shown, isFetched, isFetching } = useNotifications();
  const then = useSearch({ strict: false, select: (search: { then?: string }) => search.then });
  const navigate = useNavigate();
  const mute = useMute();
  const remove = useRemoveNotification();
  const hasRedirected = useRef(false);
  const found = shown?.find(({ id }) => id === notificationId);
  /** Before this is true, the cached list may not have the notification yet. */
  const isUpToDate = isFetched && !isFetching;
  useEffect(() => {
    if (hasRedirected.current || (found === undefined && !isUpToDate)) return;
    hasRedirected.current = true;
    const path = sameOriginPath(found?.url, location.origin);
    const peer = peerIdOf(path);
    if (found !== undefined) void remove(found);
    if (peer !== null && then === 'mute') void mute(peer, muteFromNotificationMs).catch(() => undefined);
    const href = peer !== null && then === 'reply' ? withAction(path, then) : path;
    void navigate({ href, replace: true, viewTransition: false });
  });
  return (
    <div className="notification-opening">
      <PageSkeleton />
    </div>
  );
}
