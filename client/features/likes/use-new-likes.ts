// The likes since the member last opened the list of likes.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { newestSeenLikeMs, startSeenLikes } from '#client/device/newest-seen-like.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { useStore } from '#client/device/store.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { isPendingLike } from './like-writes.ts';
import { likesListQuery } from './likes.queries.ts';
import { shownLikes } from './shown-likes.ts';

/** Looks at the newest page only, so `fresh` has at most 20 likes. It is undefined until the list is loaded. */
export function useNewLikes() {
  const { data, error, refetch } = useInfiniteQuery(likesListQuery('profilelikedyou', useOwnProfileId()));
  const storedMs = useStore(newestSeenLikeMs);
  const entries = usePending(isPendingLike);
  const newest = data?.pages[0];
  const newestMs = newest && (newest[0]?.tsCreated ?? 0);
  const [firstMs, setFirstMs] = useState(newestMs);
  if (firstMs === undefined && newestMs !== undefined) setFirstMs(newestMs);
  // Until the storage is open, which in some browsers it never is, only likes that came after the first answer are known to be new.
  const seenMs = storedMs ?? firstMs;
  useEffect(() => {
    if (newestMs !== undefined) void startSeenLikes(newestMs);
  }, [newestMs]);
  const fresh =
    newest &&
    shownLikes('profilelikedyou', newest, entries).likes.filter(({ tsCreated }) => seenMs !== undefined && tsCreated > seenMs);
  return { fresh, error, refetch };
}
