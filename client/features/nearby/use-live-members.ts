// Applies live events about members while the map or a list is open.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onLive } from '#client/net/live-listeners.ts';
import { useWatchedSectors } from '#client/net/use-watched-sectors.ts';
import { updateMember, removeMember } from './live-members.ts';

/** Makes the server send events about members in these sectors. */
export function useLiveMembers(sectors: readonly string[]): void {
  const queries = useQueryClient();
  useWatchedSectors(sectors);
  useEffect(() => {
    const stops = [
      onLive('brief', ({ brief }) => updateMember(queries, brief)),
      onLive('left', ({ profileId }) => removeMember(queries, profileId)),
      onLive('gone', ({ profileId }) => removeMember(queries, profileId)),
    ];
    return () => stops.forEach((stop) => stop());
  }, [queries]);
}
