// Likes and blocks waiting in the outbox, read back from its entries.
import type { ProfileLike } from '#shared/contract/likes.ts';
import type { LikeType } from '#shared/rules/likes.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';

export type StoredLikeType = Exclude<LikeType, 'ERROR'>;

export interface LikeChange {
  readonly likeType?: StoredLikeType;
  readonly blocked?: boolean;
}

const start = 'like:';
export const likeQueue = (likedProfileId: string): string => start + likedProfileId;

export const isOfLikes = ({ queue }: Pick<OutboxEntry, 'queue'>): boolean => queue.startsWith(start);

export const isLikeWrite = (entry: Pick<OutboxEntry, 'queue' | 'state'>): boolean => isOfLikes(entry) && entry.state !== 'failed';

/** The changes to each liked profile once these writes are delivered. */
export function likeChangesOf(entries: readonly Pick<OutboxEntry, 'queue' | 'body'>[]): ReadonlyMap<string, LikeChange> {
  const changes = new Map<string, LikeChange>();
  for (const { queue, body } of entries) {
    const id = queue.slice(start.length);
    changes.set(id, { ...changes.get(id), ...changeOf(body) });
  }
  return changes;
}

/** True for a member neither liked, disliked nor blocked, by the server's answer, if known, and the waiting writes. */
export function isOpenTo(known: Pick<ProfileLike, 'likeType' | 'blocked'> | undefined, waiting: LikeChange | undefined): boolean {
  const likeType = waiting?.likeType ?? known?.likeType ?? 'UNDETERMINED';
  return likeType === 'UNDETERMINED' && !(waiting?.blocked ?? known?.blocked ?? false);
}

/** This device wrote the entry in this shape. */
function changeOf(body: unknown): LikeChange {
  const { likeType, blocked }: LikeChange = Object(body);
  return { ...(likeType === undefined ? {} : { likeType }), ...(blocked === undefined ? {} : { blocked }) };
}
