// Applies live events about members while map or a list is open.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onLive } from '#client/net/live-listeners.ts';
import { useWatchedSectors } from '#client/net/use-watched-sectors.ts';
import { applyBrief, applyGone } from './live-members.ts';

/** `sectors` are the ones to watch; the server sends events of no others. */
export function useLiveMembers(sectors: readonly string[]): void {
  const queries = useQueryClient();
  useWatchedSectors(sectors);
  useEffect(() => {
    const stops = [
      onLive('brief', ({ brief }) => applyBrief(queries, brief)),
      onLive('left', ({ profileId }) => applyGone(queries, profileId)),
      onLive('gone', ({ profileId }) => applyGone(queries, profileId)),
    ];
    return () => stops.forEach((stop) => stop());
  }, [queries]);
}
