// How many writes of the member whose data this device holds are not delivered yet: asked before a logout and an update.
import { lastProfileId } from '#client/device/session-record.ts';

/** The outbox is loaded only where there is a member. */
export async function outboxCount(): Promise<number> {
  const profile = lastProfileId();
  if (profile === null) return 0;
  const { outbox } = await import('./outbox.ts');
  // A device without storage has nothing waiting.
  return outbox.count(profile).catch(() => 0);
}
