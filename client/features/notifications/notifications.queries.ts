// The query of notifications, without those that are being removed or are about members who are being blocked, and their removal.
import { t } from '#client/device/texts.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { notifications, type Notification } from '#shared/contract/notifications.ts';
import { removalOf } from '#shared/rules/notification-times.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { enqueueOrCall } from '#client/offline/outbox/enqueue.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { listStore, cachedFirst } from '#client/offline/cached-first.ts';
import { isRemoval, isRemovalOf, notificationsKey } from '#client/offline/cached-notifications.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { useWaitingBlocks } from '#client/people/waiting-blocks.ts';

const isPendingRemoval = (entry: OutboxEntry): boolean => isRemoval(entry) && entry.state !== 'failed';

const notificationsQuery = (ownId: string) =>
  queryOptions({
    queryKey: notificationsKey(ownId),
    queryFn: cachedFirst<Notification[]>(
      listStore(ownId, notificationsKey(ownId)),
      callAsQuery(notifications.getNotifications, { params: { profileId: ownId } }),
    ),
    refetchOnReconnect: 'always',
  });

/** Newest first. */
export function useNotifications() {
  const ownId = useOwnProfileId();
  const query = useQuery({ ...notificationsQuery(ownId), enabled: ownId !== '' });
  const removed = usePending(isPendingRemoval);
  const blocked = useWaitingBlocks();
  const shown = query.data?.filter(
    (one) => !blocked.has(one.profile?.profileId ?? '') && !removed.some((entry) => isRemovalOf(entry, one)),
  );
  return { ...query, shown };
}

/** A notification that was replaced in the meantime, for example by another message, is kept. */
export function useRemoveNotification(): (shown: Notification) => Promise<unknown> {
  const ownId = useOwnProfileId();
  return ({ id, tsCreated }) => {
    const options = { profile: ownId, label: t('Deleted notification') };
    return enqueueOrCall(notifications.deleteNotification, { params: { id }, query: { tsCreated } }, options, {
      background: true,
    }).catch(() => undefined);
  };
}

/** Notifications that came later are kept. */
export function useRemoveNotifications(): (shown: readonly Notification[]) => void {
  const ownId = useOwnProfileId();
  const remove = useRemoveNotification();
  return (shown) => {
    const { upToMs: tsCreated, oneByOne } = removalOf(shown);
    const options = { profile: ownId, label: t('Cleared notifications') };
    void enqueueOrCall(notifications.deleteNotifications, { params: { profileId: ownId }, query: { tsCreated } }, options, {
      background: true,
    }).catch(() => undefined);
    for (const one of oneByOne) void remove(one);
  };
}
