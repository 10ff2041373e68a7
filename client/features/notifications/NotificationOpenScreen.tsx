// /notifications/open/{id}: the page that a push opens. It removes the notification and redirects to its URL.
// `then` is the action that the member chose on the push, if the worker could not do it itself.
import { t } from '#client/device/texts.ts';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { reachability } from '#client/net/reachability.ts';
import { say } from '#client/ui/header-messages.ts';
import { Page } from '#client/ui/Page.tsx';
import { muteFromNotificationMs } from '#shared/rules/mutes.ts';
import { peerIdOf, withAction } from '#shared/rules/notification-paths.ts';
import { sameOriginPath } from '#shared/rules/same-origin-path.ts';
import { useMute } from './mutes.queries.ts';
import { NotificationsSkeleton } from './NotificationsSkeleton.tsx';
import { useNotifications, useRemoveNotification } from './notifications.queries.ts';
import './notifications.css';

const goneNoticeMs = 8_000;

export function NotificationOpenScreen() {
  const { notificationId = '' } = useParams({ strict: false });
  const { shown, error, isFetched, isFetching } = useNotifications();
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
    else if (reachability.get().isLost)
      say(t('You are offline. This will load when you are back online.'), 'notice', goneNoticeMs);
    // After an error, the list says so.
    else if (error === null) say(t('That notification is no longer here.'), 'notice', goneNoticeMs);
    if (peer !== null && then === 'mute') void mute(peer, muteFromNotificationMs).catch(() => undefined);
    const href = peer !== null && then === 'reply' ? withAction(path, then) : path;
    void navigate({ href, replace: true, viewTransition: false });
  });
  return (
    <Page title={t('Notifications')}>
      <NotificationsSkeleton />
    </Page>
  );
}
