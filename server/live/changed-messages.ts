// Sends the changed messages of members to their sockets, if processes share the database: each process reads them from there.
import { BoundedMap } from '#shared/rules/bounded-map.ts';
import type { World } from '#server/world.ts';
import type { Hub } from './hub.ts';
import type { ChangedMessages } from './resume.ts';

const maxKept = 50_000;
/** How soon changes that could not be read are read again. */
const retryMs = 500;

export function sendChangedMessages({ bus, log }: Pick<World, 'bus' | 'log'>, hub: Hub, messages: ChangedMessages): void {
  /** The revision up to which the sockets of a member have received all changes. */
  const sent = new BoundedMap<string, number>(maxKept);
  /** Members whose changes are being read, and whether there may be more. */
  const reading = new Map<string, { isAgain: boolean }>();

  async function sendNew(profileId: string): Promise<void> {
    const first = hub.firstRevision(profileId);
    if (first === null) return void sent.delete(profileId);
    // What was sent to earlier sockets may be older than what those of now had when they began.
    const from = Math.max(first, sent.get(profileId) ?? first);
    const { revision, mustResync, changed } = await messages.changedSince(profileId, from);
    // The revision is lower if the newest messages are those of a member who was hidden meanwhile.
    sent.set(profileId, Math.max(from, revision));
    if (mustResync && revision > from)
      bus.publish({ type: 'deliver', profileId, event: { type: 'hello', mustResync }, revision });
    for (const change of changed) bus.publish({ type: 'deliver', profileId, ...change });
  }

  async function sendAll(profileId: string): Promise<void> {
    const state = { isAgain: true };
    reading.set(profileId, state);
    try {
      while (state.isAgain) {
        state.isAgain = false;
        await sendNew(profileId);
      }
    } catch (error) {
      log.warn({ err: error }, 'changed messages could not be sent');
      setTimeout(() => void wake({ profileId }), retryMs).unref();
    } finally {
      reading.delete(profileId);
    }
  }

  const wake = ({ profileId }: { readonly profileId: string }): Promise<void> | undefined => {
    const state = reading.get(profileId);
    if (state !== undefined) state.isAgain = true;
    return state === undefined && hub.isOnline(profileId) ? sendAll(profileId) : undefined;
  };
  bus.on('messagesChanged', wake);
  // Changes between the first read for a socket and its beginning were not sent to it.
  bus.on('socketBegun', wake);
}
