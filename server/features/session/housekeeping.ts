// Deletes expired sessions, links, mail limits and known browsers, finished mails, and old IP addresses in the audit log.
import { inSlices } from '#server/db/slices.ts';
import type { World } from '#server/world.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { createAuditStore } from './audit.store.ts';
import { createKnownBrowsersStore } from './known-browsers.store.ts';
import { createLinksStore } from './links.store.ts';
import { createMailLimitsStore } from './mail-limits.store.ts';
import { createMailQueueStore } from './mail-queue.store.ts';
import { createSessionsStore } from './sessions.store.ts';

const finishedRetentionMs = dayMs;
const ipAddressRetentionMs = 90 * dayMs;

export async function deleteExpired({ clock, db, limits }: World): Promise<void> {
  const now = clock.now();
  await inSlices(db, async (tx) =>
    Math.max(
      await createSessionsStore(tx).removeEnded(now),
      await createLinksStore(tx).removeEnded(now - finishedRetentionMs),
      await createMailLimitsStore(tx).removeEnded(now),
      await createKnownBrowsersStore(tx).removeBefore(now - limits.knownBrowserMs),
      await createMailQueueStore(tx).removeDone(now - finishedRetentionMs),
      await createAuditStore(tx).clearIpAddresses(now - ipAddressRetentionMs),
    ),
  );
}
