// Watches the sectors of listed members, so that the list shows at once if they change or disappear.
import { useMemo } from 'react';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { sectorsOf } from './listed-briefs.ts';
import { useLiveMembers } from './use-live-members.ts';

const nobody: readonly ProfileBrief[] = [];

export function useNearSectors(briefs: readonly ProfileBrief[] = nobody): void {
  useLiveMembers(useMemo(() => sectorsOf(briefs), [briefs]));
}
