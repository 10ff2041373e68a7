// Groups notifications by day, and within a day by kind.
import type { Notification } from '#shared/contract/notifications.ts';
import { dayLabel } from '#client/ui/day-times.ts';

export interface NotificationDay {
  /** For example "Today", "Yesterday" or "Friday 20 November". */
  readonly title: string;
  readonly groups: readonly { readonly kind: Notification['kind']; readonly items: readonly Notification[] }[];
}

/** Health notices have a date without a time, so that nobody can guess who reported. Their time is midnight UTC. */
export const hasDateOnly = ({ kind }: Pick<Notification, 'kind'>): boolean => kind === 'health';

/** Newest first. A group is placed where its newest notification would be. */
export function notificationDays(newestFirst: readonly Notification[], nowMs = Date.now()): NotificationDay[] {
  const dayOf = (one: Notification): string => dayLabel(hasDateOnly(one) ? sameDate(one.tsCreated) : one.tsCreated, nowMs);
  return [...Map.groupBy(newestFirst, dayOf)].map(([title, ofDay]) => ({
    title,
    groups: [...Map.groupBy(ofDay, ({ kind }) => kind)].map(([kind, items]) => ({ kind, items })),
  }));
}

/** The start of the same calendar date in the device's time zone as in UTC. */
function sameDate(ms: number): number {
  const date = new Date(ms);
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()).getTime();
}
