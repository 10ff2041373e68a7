// Groups notifications by day, and within a day by kind. Days a week ago or earlier are shown together.
import type { Notification } from '#shared/contract/notifications.ts';
import { t } from '#client/device/texts.ts';
import { daysBetween } from '#shared/formats/clock-times.ts';
import { hasDateOnly } from '#shared/rules/notification-times.ts';
import { dayLabel } from '#client/ui/day-times.ts';

interface NotificationGroup {
  /** Unique among all groups, also those under the same title. */
  readonly key: string;
  readonly kind: Notification['kind'];
  readonly items: readonly Notification[];
}

export interface NotificationDay {
  /** For example "Today", "Yesterday", "Friday 20 November" or "Earlier". */
  readonly title: string;
  /** True for the days a week ago or earlier. */
  readonly isEarlier: boolean;
  readonly groups: readonly NotificationGroup[];
}

/** Newest first. A group is placed where its newest notification would be. */
export function notificationDays(newestFirst: readonly Notification[], nowMs = Date.now()): NotificationDay[] {
  const timeOf = (one: Notification): number => (hasDateOnly(one) ? sameDate(one.tsCreated) : one.tsCreated);
  const days = [...Map.groupBy(newestFirst, (one) => dayLabel(timeOf(one), nowMs))].map(([title, ofDay]) => ({
    title,
    isEarlier: ofDay.every((one) => daysBetween(timeOf(one), nowMs) >= 7),
    groups: [...Map.groupBy(ofDay, ({ kind }) => kind)].map(([kind, items]) => ({ key: `${title} ${kind}`, kind, items })),
  }));
  const earlier = days.filter(({ isEarlier }) => isEarlier);
  if (earlier.length === 0) return days;
  const together = { title: t('notifications|Earlier'), isEarlier: true, groups: earlier.flatMap(({ groups }) => groups) };
  return [...days.filter(({ isEarlier }) => !isEarlier), together];
}

/** The start, in the device's time zone, of the calendar date that the time has in UTC. */
function sameDate(ms: number): number {
  const date = new Date(ms);
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()).getTime();
}
