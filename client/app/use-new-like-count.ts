// Counts the new likes for the main bar. Opening the list of likes marks them as seen.
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { newestSeenLikeMs, startSeenLikes } from '#client/device/newest-seen-like.ts';
import { useNewLikes } from '#client/features/likes/use-new-likes.ts';

export function useNewLikeCount(): number {
  const { newest, fresh } = useNewLikes();
  const isLooking = useLocation().pathname === '/likes/profilelikedyou';
  const newestMs = newest && (newest[0]?.tsCreated ?? 0);
  useEffect(() => {
    if (newestMs === undefined) return;
    if (isLooking) newestSeenLikeMs.set(newestMs);
    else void startSeenLikes(newestMs);
  }, [newestMs, isLooking]);
  return fresh?.length ?? 0;
}
