// Health reports: members receive a fixed text without a name hours later, and the reporter is not stored.
import { createHmac } from 'node:crypto';
import type { HealthReporting } from '#shared/contract/community.ts';
import { dayOf, healthNoticeText, healthRules } from '#shared/rules/community.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { createSecretsStore } from '#server/db/secrets.ts';
import { specialProblem } from '#server/http/problems.ts';
import { inSlices } from '#server/db/slices.ts';
import { eachDespiteErrors } from '#server/jobs/each-despite-errors.ts';
import type { World } from '#server/world.ts';
import type { MessagesService } from '#server/features/messages/messages.service.ts';
import type { NotificationsService } from '#server/features/notifications/notifications.service.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';
import { createHealthStore } from './health.store.ts';

export interface HealthService {
  find(profileId: string): Promise<HealthReporting>;
  /**
   * Schedules the notifications. The answer does not disclose that a member gets none, be it because they are hidden or deleted,
   * never exchanged messages with the reporter, or were notified in the last 30 days. Problem: too-many-requests for a second
   * report on a day.
   */
  report(profileId: string, recipientIds: readonly string[]): Promise<Pick<HealthReporting, 'mayReport'>>;
  /** Sends due notifications. */
  sendDue(): Promise<void>;
  removeEndedMarks(): Promise<void>;
}

interface Dependencies {
  readonly profiles: Pick<ProfilesService, 'reducedBriefs'>;
  readonly notifications: Pick<NotificationsService, 'addUnnamed'>;
  readonly messages: Pick<MessagesService, 'exchangedWith' | 'exchangedAmong'>;
}

const notice = {
  kind: 'health',
  bodyText: healthNoticeText,
  url: '/games/health/testing',
} as const;
/** A mark is stored before its notification is sent, and expires at midnight, so it lasts this much longer. */
const markExtraDays = Math.ceil(healthRules.maxDelayMs / dayMs);
const batchSize = 100;

export async function openHealth(world: World, { profiles, notifications, messages }: Dependencies): Promise<HealthService> {
  const { clock, db, ids, limits } = world;
  const key = await db.write((tx) => createSecretsStore(tx).findOrStore('health-marks', ids.secret(32)));
  const hashOf = (...parts: (string | number)[]) => createHmac('sha256', key).update(parts.join(' ')).digest('base64url');
  const maxReports = limits.rates.healthReports.max;
  const reportHash = (profileId: string, count: number) => hashOf('reported', dayOf(clock.now()), profileId, count);
  const untilMidnight = () => ({
    endsDay: dayOf(clock.now()) + dayMs,
    seconds: Math.ceil((dayMs - (clock.now() % dayMs)) / 1_000),
  });

  return {
    async find(profileId) {
      const peers = await messages.exchangedWith(profileId, healthRules.peopleListed);
      const briefs = await profiles.reducedBriefs(peers);
      const isLimitReached = await createHealthStore(db.read).isMarked(reportHash(profileId, maxReports), clock.now());
      return { mayReport: !isLimitReached, people: peers.flatMap((peerId) => briefs.get(peerId) ?? []) };
    },

    async report(profileId, recipientIds) {
      const recipients = await messages.exchangedAmong(profileId, [...new Set(recipientIds)]);
      const due = recipients.map((id) => ({ id, dueMs: clock.now() + delayMs(ids.fraction()), order: ids.fraction() }));
      return db.write(async (tx) => {
        await db.lock(tx, `health:${profileId}`);
        const store = createHealthStore(tx);
        const nowMs = clock.now();
        await store.removeEnded(nowMs);
        const { endsDay, seconds } = untilMidnight();
        let count = 1;
        while (count <= maxReports && !(await store.mark({ hash: reportHash(profileId, count), ends_day: endsDay }, nowMs)))
          count++;
        if (count > maxReports) throw specialProblem('secondHealthReport', { retryAfterSeconds: seconds });
        const notifiedUntil = dayOf(clock.now()) + (healthRules.noticeIntervalDays + markExtraDays) * dayMs;
        for (const { id, dueMs } of due.toSorted((a, b) => a.order - b.order))
          if (await store.mark({ hash: hashOf('told', id), ends_day: notifiedUntil }, nowMs))
            await store.addNotice({ id: ids.uuid(), profile_id: id, due_ms: dueMs });
        return { mayReport: count < maxReports };
      });
    },

    removeEndedMarks: () => inSlices(db, (tx) => createHealthStore(tx).removeEnded(clock.now())),

    async sendDue() {
      const store = createHealthStore(db.read);
      const due = await store.due(clock.now(), batchSize);
      await eachDespiteErrors(world, 'health notices could not be sent', due, ({ id, profile_id: profileId }) =>
        db.write(async (tx) => {
          if (await createHealthStore(tx).claimNotice(id))
            await notifications.addUnnamed(tx, { ...notice, profileId, createdMs: dayOf(clock.now()) });
        }),
      );
    },
  };
}

const delayMs = (fraction: number): number =>
  Math.round(healthRules.minDelayMs + fraction * (healthRules.maxDelayMs - healthRules.minDelayMs));
