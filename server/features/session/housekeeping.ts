// Clears away what has ended: sessions, links, mails that are done with, and network addresses in the audit.
import type { World } from '#server/world.ts';
import { createAuditStore } from './audit.store.ts';
import { createLinksStore } from './links.store.ts';
import { createMailQueueStore } from './mail-queue.store.ts';
import { createSessionsStore } from './sessions.store.ts';

const doneKeptMs = 24 * 3_600_000;
const auditAddressKeptMs = 90 * 24 * 3_600_000;

export const clearEnded = (world: World): Promise<void> =>
  world.db.write(async (tx) => {
    const now = world.clock.now();
    await createSessionsStore(tx).removeEnded(now);
    await createLinksStore(tx).removeEnded(now - doneKeptMs);
    await createMailQueueStore(tx).removeDone(now - doneKeptMs);
    await createAuditStore(tx).forgetAddresses(now - auditAddressKeptMs);
  });
