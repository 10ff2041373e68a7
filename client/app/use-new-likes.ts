// The number of likes since the member last opened the list of likes, for the bar.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { likesListQuery } from '#client/features/likes/likes.queries.ts';
import { likesSeen } from '#client/device/likes-seen.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { useStore } from '#client/device/store.ts';

/** Counts likes on the newest page, so at most 20. The likes in this device's first response do not count as new. */
export function useNewLikes(): number {
  const { data } = useInfiniteQuery(likesListQuery('profilelikedyou', useOwnProfileId()));
  const isLooking = useLocation().pathname === '/likes/profilelikedyou';
  const seen = useStore(likesSeen);
  const likes = data?.pages[0];
  const newest = likes && (likes[0]?.tsCreated ?? 0);
  useEffect(() => {
    if (newest !== undefined && (likesSeen.get() === null || isLooking)) likesSeen.set(newest);
  }, [newest, isLooking]);
  if (likes === undefined || seen === null) return 0;
  return likes.filter(({ tsCreated }) => tsCreated > seen).length;
}
