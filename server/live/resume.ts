// Resumes a socket from the cursor of an earlier one.
import type { LiveCommand, LiveEvent } from '#shared/contract/live.ts';
import type { Cursors } from './cursors.ts';
import type { Connection, Hub } from './hub.ts';

export interface ChangedMessages {
  /**
   * The changes of a member's messages after a revision, or `mustResync` if there are too many or the device may still show
   * messages that were deleted with an account.
   * With null only the current revision is returned.
   */
  changedSince(
    profileId: string,
    revision: number | null,
  ): Promise<{ revision: number; mustResync: boolean; changed: readonly ChangedMessage[] }>;
}

interface ChangedMessage {
  readonly event: LiveEvent;
  readonly revision: number;
}

interface Dependencies {
  readonly cursors: Pick<Cursors, 'open'>;
  readonly messages: ChangedMessages;
  readonly hub: Pick<Hub, 'recent'>;
}

type Resume = Extract<LiveCommand, { type: 'resume' }>;

export async function resume(
  { cursors, messages, hub }: Dependencies,
  connection: Pick<Connection, 'hasBegun' | 'begin' | 'watch'>,
  profileId: string,
  { cursor, since, sectors = [] }: Resume,
): Promise<void> {
  const from = typeof cursor === 'string' ? await cursors.open(profileId, cursor) : null;
  const { revision, mustResync, changed } = await messages.changedSince(profileId, from);
  const isUnknown = cursor !== null && from === null;
  if (connection.hasBegun) return;
  // Nothing may happen between these three statements, so that each event is either sent or counted as missed.
  if (sectors.length > 0) connection.watch(sectors);
  const missed = since === undefined ? null : hub.recent.since(since, profileId, sectors);
  connection.begin(
    revision,
    { mustResync: mustResync || isUnknown, ...(missed && { missed }) },
    changed.map(({ event }) => event),
  );
}
