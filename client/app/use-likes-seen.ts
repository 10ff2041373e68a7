// Counts the new likes for the bar, and notes that the member has seen them while the list is open.
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { likesSeen } from '#client/device/likes-seen.ts';
import { useNewLikes } from '#client/features/likes/use-new-likes.ts';

/** The likes in this device's first response do not count as new. */
export function useLikesSeen(): number {
  const { newest, fresh } = useNewLikes();
  const isLooking = useLocation().pathname === '/likes/profilelikedyou';
  const newestMs = newest && (newest[0]?.tsCreated ?? 0);
  useEffect(() => {
    if (newestMs !== undefined && (likesSeen.get() === null || isLooking)) likesSeen.set(newestMs);
  }, [newestMs, isLooking]);
  return fresh?.length ?? 0;
}
