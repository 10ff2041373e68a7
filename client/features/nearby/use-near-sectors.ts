// Keeps listed members live: who disappears or changes does so on the screen at once.
import { useMemo } from 'react';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { sectorsOf } from './listed-briefs.ts';
import { useLiveMembers } from './use-live-members.ts';

const nobody: readonly ProfileBrief[] = [];

export function useNearSectors(briefs: readonly ProfileBrief[] = nobody): void {
  useLiveMembers(useMemo(() => sectorsOf(briefs), [briefs]));
}
