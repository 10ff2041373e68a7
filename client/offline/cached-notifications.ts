// The query keys of notifications and muted conversations, and changes of these lists on this device after the member's writes.
import type { QueryKey } from '@tanstack/react-query';
import type { Notification } from '#shared/contract/notifications.ts';
import type { Mute } from '#shared/contract/mutes.ts';
import { hasDateOnly } from '#shared/rules/notification-times.ts';
import { cacheList } from './cached-values.ts';
import { removeFromLists } from './stored-lists.ts';

/** The last part of the key differs from that of older lists on the device, which have no kind and profile. */
export const notificationsKey = (own: string): QueryKey => ['notifications', own, 'with kinds'];

export const mutesKey = (own: string): QueryKey => ['mutes', own];

/** A write of the outbox, before or after its delivery. */
interface Write {
  readonly profile: string;
  readonly queue: string;
  readonly path: string;
}

/** True if the write removes one notification or all of them. */
export const isRemoval = ({ queue }: Write): boolean => /^notifications?:/.test(queue);

/** True if the removal includes `shown` and not only an older version of it. */
export const isRemovalOf = ({ queue, path }: Write, shown: Notification): boolean =>
  (queue === `notification:${shown.id}` || (queue.startsWith('notifications:') && !hasDateOnly(shown))) &&
  shown.tsCreated <= Number(/tsCreated=(\d+)$/.exec(path)?.[1] ?? Infinity);

/**
 * Removes notifications from the stored list after their removal on the server. The next list may come much later, for example if the
 * device is offline again.
 */
export const forgetRemoved = (removal: Write): Promise<void> =>
  removeFromLists<Notification>(removal.profile, JSON.stringify(notificationsKey(removal.profile)), (one) =>
    isRemovalOf(removal, one),
  );

export const cacheMutes = (own: string, mutes: readonly Mute[]): Promise<void> =>
  cacheList(own, JSON.stringify(mutesKey(own)), mutes);
