// The likes since the member last opened the list of likes, newest first.
import { useInfiniteQuery } from '@tanstack/react-query';
import { likesSeen } from '#client/device/likes-seen.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { useStore } from '#client/device/store.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { isPendingLike } from './like-writes.ts';
import { likesListQuery } from './likes.queries.ts';
import { shownLikes } from './shown-likes.ts';

/** Of the newest page, so at most 20. `fresh` is undefined until the list is known. */
export function useNewLikes() {
  const { data, error, refetch } = useInfiniteQuery(likesListQuery('profilelikedyou', useOwnProfileId()));
  const seenMs = useStore(likesSeen);
  const entries = usePending(isPendingLike);
  const newest = data?.pages[0];
  const fresh =
    newest &&
    shownLikes('profilelikedyou', newest, entries).likes.filter(({ tsCreated }) => seenMs !== null && tsCreated > seenMs);
  return { newest, fresh, error, refetch };
}
