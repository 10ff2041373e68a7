// The time of a member's last visit, for components that have only a brief of them.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { limits } from '#shared/rules/limits.ts';
import { lastSeenWords } from './last-seen.ts';
import { profileQuery } from './profiles.queries.ts';

/** Whoever leafs through many members quickly does not ask for each of them. */
const lookMs = 700;

/** "Here 2 hours ago"; null until it is known, which is asked for once this has been on screen for a moment. */
export function useLastSeen(profileId: string): string | null {
  const [isLookedAt, setLookedAt] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLookedAt(true), lookMs);
    return () => clearTimeout(timer);
  }, []);
  const { data, dataUpdatedAt } = useQuery({
    ...profileQuery(profileId),
    enabled: isLookedAt,
    refetchInterval: false,
    staleTime: limits.profileRefetchMs,
  });
  return data === undefined ? null : lastSeenWords(data.tsLastSeen, dataUpdatedAt);
}
