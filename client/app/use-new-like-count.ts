// Counts the new likes for the main bar. Opening the list of likes marks them as seen.
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { newestSeenLikeMs } from '#client/device/newest-seen-like.ts';
import { useNewLikes } from '#client/features/likes/use-new-likes.ts';

export function useNewLikeCount(): number {
  const { newestMs, fresh } = useNewLikes();
  const isLooking = useLocation().pathname === '/likes/profilelikedyou';
  useEffect(() => {
    if (newestMs !== undefined && isLooking) newestSeenLikeMs.set(newestMs);
  }, [newestMs, isLooking]);
  return fresh?.length ?? 0;
}
