// The query of notifications. It leaves out those that are being removed.
import { t } from '#client/device/texts.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { notifications, type Notification } from '#shared/contract/notifications.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { enqueueOrCall } from '#client/offline/outbox/enqueue.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { listStore, cachedFirst } from '#client/offline/cached-first.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { useWaitingBlocks } from '#client/people/waiting-blocks.ts';

const queuePrefix = 'notification:';
const clearPrefix = 'notifications:';
const isPendingRemoval = ({ queue, state }: OutboxEntry): boolean =>
  (queue.startsWith(queuePrefix) || queue.startsWith(clearPrefix)) && state !== 'failed';

/** The last part of the key differs from that of older lists on the device, which have no kind and profile. */
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

/** True if a waiting removal, of one notification or of all, includes `shown` and not only an older version of it. */
const isRemovalOf = ({ queue, path }: OutboxEntry, { id, tsCreated }: Notification): boolean =>
  (queue === queuePrefix + id || queue.startsWith(clearPrefix)) &&
  tsCreated <= Number(/tsCreated=(\d+)$/.exec(path)?.[1] ?? Infinity);

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

/** Notifications that came after `tsCreated` are kept. */
export function useRemoveNotifications(): (tsCreated: number) => Promise<unknown> {
  const ownId = useOwnProfileId();
  return (tsCreated) => {
    const options = { profile: ownId, label: t('Cleared notifications') };
    return enqueueOrCall(notifications.deleteNotifications, { params: { profileId: ownId }, query: { tsCreated } }, options, {
      background: true,
    }).catch(() => undefined);
  };
}
