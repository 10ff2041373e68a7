// /notifications/open/{id}: where a push leads; goes on to what the notification is about, which is then seen to.
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { PageSkeleton } from '#client/ui/Skeleton.tsx';
import { ownPath } from '#shared/rules/own-path.ts';
import { useNotifications, useRemoveNotification } from './notifications.queries.ts';

export function NotificationOpenScreen() {
  const { notificationId = '' } = useParams({ strict: false });
  const { shown, isFetched, isFetching } = useNotifications();
  const navigate = useNavigate();
  const remove = useRemoveNotification();
  const hasLeft = useRef(false);
  const found = shown?.find(({ id }) => id === notificationId);
  /** What the device has kept may not know of it yet. */
  const isAnswered = isFetched && !isFetching;
  useEffect(() => {
    if (hasLeft.current || (found === undefined && !isAnswered)) return;
    hasLeft.current = true;
    if (found !== undefined) void remove(found.id);
    void navigate({ href: ownPath(found?.url, location.origin), replace: true, viewTransition: false });
  });
  return <PageSkeleton />;
}
