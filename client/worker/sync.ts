// Sends what waits in the outbox when the browser says that the connection is back, also with no page open.
import { memberDatabase } from '../offline/database.ts';
import { keepReply } from '../offline/keep-reply.ts';
import { outbox } from '../offline/outbox.ts';
import { createReplay } from '../offline/replay.ts';
import { sendEntry } from '../offline/send.ts';

/** What Background Sync hands over; TypeScript's library does not know it. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

const replay = createReplay({ outbox, sender: memberDatabase.sender, send: sendEntry, keep: keepReply });

export const isOutboxSync = (event: Event): event is SyncEvent => Reflect.get(event, 'tag') === 'outbox';

/** Rejects when something is left to send, so that the browser calls again. A push may call it too. */
export async function sendOutbox(): Promise<void> {
  const rest = await replay();
  if (rest.is === 'lost' || rest.is === 'later') throw new Error('The outbox is not empty yet');
}
