// The query of notifications, without those being removed.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { notifications, type Notification } from '#shared/contract/notifications.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { enqueueOrCall } from '#client/offline/outbox/enqueue.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { listStore, cachedFirst } from '#client/offline/cached-first.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';

const queuePrefix = 'notification:';
const isPendingRemoval = (entry: OutboxEntry): boolean => entry.queue.startsWith(queuePrefix) && entry.state !== 'failed';

const keyOf = (ownId: string) => ['notifications', ownId];

const notificationsQuery = (ownId: string) =>
  queryOptions({
    queryKey: keyOf(ownId),
    queryFn: cachedFirst<Notification[]>(
      listStore(ownId, keyOf(ownId)),
      callAsQuery(notifications.getNotifications, { params: { profileId: ownId } }),
    ),
    refetchOnReconnect: 'always',
  });

/** Whether the removal of a notification, which keeps its id when it is replaced, was of `shown` or a newer one. */
const isRemovalOf = ({ queue, path }: OutboxEntry, { id, tsCreated }: Notification): boolean =>
  queue === queuePrefix + id && tsCreated <= Number(/tsCreated=(\d+)$/.exec(path)?.[1] ?? Infinity);

/** Newest first. */
export function useNotifications() {
  const ownId = useOwnProfileId();
  const query = useQuery({ ...notificationsQuery(ownId), enabled: ownId !== '' });
  const removed = usePending(isPendingRemoval);
  const shown = query.data?.filter((one) => !removed.some((entry) => isRemovalOf(entry, one)));
  return { ...query, shown };
}

/** One that was replaced since, as by a further message, is kept. */
export function useRemoveNotification(): (shown: Notification) => Promise<unknown> {
  const ownId = useOwnProfileId();
  return ({ id, tsCreated }) => {
    const options = { profile: ownId, label: 'Deleted notification' };
    return enqueueOrCall(notifications.deleteNotification, { params: { id }, query: { tsCreated } }, options, {
      background: true,
    }).catch(() => undefined);
  };
}
