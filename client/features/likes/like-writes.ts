// What of the outbox are likes and blocks, read back from the entries that wait there.
import type { ProfileLike } from '#shared/contract/likes.ts';
import type { LikeType } from '#shared/rules/likes.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox.ts';

export type StoredLikeType = Exclude<LikeType, 'ERROR'>;

export interface LikeChange {
  readonly likeType?: StoredLikeType;
  readonly blocked?: boolean;
}

const start = 'like:';
export const likeQueue = (likedProfileId: string): string => start + likedProfileId;

export const isOfLikes = ({ queue }: Pick<OutboxEntry, 'queue'>): boolean => queue.startsWith(start);

export const isLikeWrite = (entry: Pick<OutboxEntry, 'queue' | 'state'>): boolean => isOfLikes(entry) && entry.state !== 'failed';

/** What each liked profile will have of the member once these writes are there. */
export function likeChangesOf(entries: readonly Pick<OutboxEntry, 'queue' | 'body'>[]): ReadonlyMap<string, LikeChange> {
  const changes = new Map<string, LikeChange>();
  for (const { queue, body } of entries) {
    const id = queue.slice(start.length);
    changes.set(id, { ...changes.get(id), ...changeOf(body) });
  }
  return changes;
}

/** Whether somebody is neither liked, disliked nor blocked: by what the server said, if that is known, and by what waits here. */
export function isOpenTo(known: Pick<ProfileLike, 'likeType' | 'blocked'> | undefined, waiting: LikeChange | undefined): boolean {
  const likeType = waiting?.likeType ?? known?.likeType ?? 'UNDETERMINED';
  return likeType === 'UNDETERMINED' && !(waiting?.blocked ?? known?.blocked ?? false);
}

/** Written by this device in this very shape. */
function changeOf(body: unknown): LikeChange {
  const { likeType, blocked }: LikeChange = Object(body);
  return { ...(likeType === undefined ? {} : { likeType }), ...(blocked === undefined ? {} : { blocked }) };
}
