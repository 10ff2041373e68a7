// A hook for a member's last visit, for components that only have a brief.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { limits } from '#shared/rules/limits.ts';
import { lastSeenText } from './last-seen.ts';
import { profileQuery } from './profiles.queries.ts';

/** Avoids a request for each member when the cards are swiped quickly. */
const requestDelayMs = 700;

/** For example "Here 2 hours ago". Null until it is loaded, and if the last visit is not known. */
export function useLastSeen(profileId: string): string | null {
  const [isEnabled, setEnabled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setEnabled(true), requestDelayMs);
    return () => clearTimeout(timer);
  }, []);
  const { data, dataUpdatedAt } = useQuery({
    ...profileQuery(profileId),
    enabled: isEnabled,
    refetchInterval: false,
    staleTime: limits.profileRefetchMs,
  });
  return data === undefined ? null : lastSeenText(data.tsLastSeen, dataUpdatedAt);
}
