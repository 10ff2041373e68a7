// Reads pending likes and blocks from the outbox.
import type { ProfileLike } from '#shared/contract/likes.ts';
import type { StoredLikeType } from '#shared/rules/likes.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';

export interface LikeChange {
  readonly likeType?: StoredLikeType;
  readonly blocked?: boolean;
}

const queuePrefix = 'like:';
export const likeQueue = (likedProfileId: string): string => queuePrefix + likedProfileId;

export const isLikeEntry = ({ queue }: Pick<OutboxEntry, 'queue'>): boolean => queue.startsWith(queuePrefix);

export const isPendingLike = (entry: Pick<OutboxEntry, 'queue' | 'state'>): boolean =>
  isLikeEntry(entry) && entry.state !== 'failed';

/** Pending changes by liked profile. */
export function pendingLikeChanges(entries: readonly Pick<OutboxEntry, 'queue' | 'body'>[]): ReadonlyMap<string, LikeChange> {
  const changes = new Map<string, LikeChange>();
  for (const { queue, body } of entries) {
    const id = queue.slice(queuePrefix.length);
    changes.set(id, { ...changes.get(id), ...changeOf(body) });
  }
  return changes;
}

/** True if, with the pending change, the member is neither liked nor disliked nor blocked. */
export function isUndecided(
  stored: Pick<ProfileLike, 'likeType' | 'blocked'> | undefined,
  pending: LikeChange | undefined,
): boolean {
  const likeType = pending?.likeType ?? stored?.likeType ?? 'UNDETERMINED';
  return likeType === 'UNDETERMINED' && !(pending?.blocked ?? stored?.blocked ?? false);
}

/** The body is not validated, because this device wrote it. */
function changeOf(body: unknown): LikeChange {
  const { likeType, blocked }: LikeChange = Object(body);
  return { ...(likeType === undefined ? {} : { likeType }), ...(blocked === undefined ? {} : { blocked }) };
}
