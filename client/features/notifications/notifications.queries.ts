// The query of notifications, cached on the device, without those being removed.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { notifications, type Notification } from '#shared/contract/notifications.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { enqueueOrCall } from '#client/offline/outbox/enqueue.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { listStore, cachedFirst } from '#client/offline/cached-first.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';

const queue = 'notification:';
const isRemoval = (entry: OutboxEntry): boolean => entry.queue.startsWith(queue) && entry.state !== 'failed';

const keyOf = (own: string) => ['notifications', own];

const notificationsQuery = (own: string) =>
  queryOptions({
    queryKey: keyOf(own),
    queryFn: cachedFirst<Notification[]>(
      listStore(own, keyOf(own)),
      callAsQuery(notifications.getNotifications, { params: { profileId: own } }),
    ),
    refetchOnReconnect: 'always',
  });

/** Newest first. */
export function useNotifications() {
  const own = useOwnProfileId();
  const query = useQuery({ ...notificationsQuery(own), enabled: own !== '' });
  const removed = usePending(isRemoval);
  const shown = query.data?.filter(({ id }) => !removed.some((entry) => entry.queue === queue + id));
  return { ...query, shown };
}

export function useRemoveNotification(): (id: string) => Promise<unknown> {
  const own = useOwnProfileId();
  return (id) => {
    const options = { profile: own, label: 'Deleted notification' };
    return enqueueOrCall(notifications.deleteNotification, { params: { id } }, options, { background: true }).catch(
      () => undefined,
    );
  };
}
