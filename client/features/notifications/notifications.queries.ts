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
const clearPrefix = 'notifications:';
const isPendingRemoval = ({ queue, state }: OutboxEntry): boolean =>
  (queue.startsWith(queuePrefix) || queue.startsWith(clearPrefix)) && state !== 'failed';

/** The last part was added with kind and profile, which lists that are stored under the old key do not have. */
const keyOf = (ownId: string) => ['notifications', ownId, 'with kinds'];

const notificationsQuery = (ownId: string) =>
  queryOptions({
    queryKey: keyOf(ownId),
    queryFn: cachedFirst<Notification[]>(
      listStore(ownId, keyOf(ownId)),
      callAsQuery(notifications.getNotifications, { params: { profileId: ownId } }),
    ),
    refetchOnReconnect: 'always',
  });

/** Whether a removal, of one notification, which keeps its id when it is replaced, or of all, was of `shown` or a newer one. */
const isRemovalOf = ({ queue, path }: OutboxEntry, { id, tsCreated }: Notification): boolean =>
  (queue === queuePrefix + id || queue.startsWith(clearPrefix)) &&
  tsCreated <= Number(/tsCreated=(\d+)$/.exec(path)?.[1] ?? Infinity);

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

/** Those that came after `tsCreated` are kept. */
export function useRemoveNotifications(): (tsCreated: number) => Promise<unknown> {
  const ownId = useOwnProfileId();
  return (tsCreated) => {
    const options = { profile: ownId, label: 'Cleared notifications' };
    return enqueueOrCall(notifications.deleteNotifications, { params: { profileId: ownId }, query: { tsCreated } }, options, {
      background: true,
    }).catch(() => undefined);
  };
}
