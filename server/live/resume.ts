// Resumes a socket from the cursor of an earlier one.
import type { LiveCommand, LiveEvent } from '#shared/contract/live.ts';
import type { Cursors } from './cursors.ts';
import type { Connection } from './hub.ts';

export interface Changes {
  /** All changes of a member's messages after a revision. With null only the current revision is returned. */
  changedSince(
    profileId: string,
    revision: number | null,
  ): Promise<{ revision: number; mustResync: boolean; events: readonly LiveEvent[] }>;
}

interface Dependencies {
  readonly cursors: Pick<Cursors, 'open'>;
  readonly messages: Changes;
}

type Resume = Extract<LiveCommand, { type: 'resume' }>;

export async function resume(
  { cursors, messages }: Dependencies,
  connection: Pick<Connection, 'hasBegun' | 'begin'>,
  profileId: string,
  cursor: Resume['cursor'],
): Promise<void> {
  const since = typeof cursor === 'string' ? cursors.open(profileId, cursor) : null;
  const { revision, mustResync, events } = await messages.changedSince(profileId, since);
  const isUnknown = cursor !== null && since === null;
  if (!connection.hasBegun) connection.begin(revision, { mustResync: mustResync || isUnknown }, events);
}
