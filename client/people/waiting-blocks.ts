// The members whose block waits for a connection. All lists leave them out at once, as the server does once it has the block.
import { useMemo } from 'react';
import { fieldOf } from '#shared/rules/unknown-fields.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';

const queuePrefix = 'like:';
const blockedOf = ({ body }: Pick<OutboxEntry, 'body'>): unknown => fieldOf(body, 'blocked');

const isChangeOfBlock = (entry: OutboxEntry): boolean =>
  entry.queue.startsWith(queuePrefix) && entry.state !== 'failed' && blockedOf(entry) !== undefined;

/** The newest change of each member counts. */
export function blockedIn(changes: readonly Pick<OutboxEntry, 'queue' | 'body'>[]): ReadonlySet<string> {
  const newest = new Map(changes.map((change) => [change.queue.slice(queuePrefix.length), blockedOf(change)]));
  return new Set([...newest].flatMap(([id, isBlocked]) => (isBlocked === true ? [id] : [])));
}

export function useWaitingBlocks(): ReadonlySet<string> {
  const changes = usePending(isChangeOfBlock);
  return useMemo(() => blockedIn(changes), [changes]);
}

/** Returns the same list if nobody in it is left out. */
export function useNotBlocked<T extends { readonly profileId: string }>(members: readonly T[]): readonly T[] {
  const blocked = useWaitingBlocks();
  return useMemo(
    () => (blocked.size === 0 ? members : members.filter(({ profileId }) => !blocked.has(profileId))),
    [members, blocked],
  );
}
