// Deletes expired sessions, links and finished mails, and old IP addresses in the audit.
import type { World } from '#server/world.ts';
import { createAuditStore } from './audit.store.ts';
import { createLinksStore } from './links.store.ts';
import { createMailQueueStore } from './mail-queue.store.ts';
import { createSessionsStore } from './sessions.store.ts';

const finishedRetentionMs = 24 * 3_600_000;
const ipAddressRetentionMs = 90 * 24 * 3_600_000;

export const deleteExpired = (world: World): Promise<void> =>
  world.db.write(async (tx) => {
    const now = world.clock.now();
    await createSessionsStore(tx).removeEnded(now);
    await createLinksStore(tx).removeEnded(now - finishedRetentionMs);
    await createMailQueueStore(tx).removeDone(now - finishedRetentionMs);
    await createAuditStore(tx).clearIpAddresses(now - ipAddressRetentionMs);
  });
