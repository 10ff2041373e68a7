// Removes a member who can no longer be seen from all lists of members, in memory and on the device, because a refetch may fail.
import type { QueryClient } from '@tanstack/react-query';
import { unlistMember } from '#client/offline/stored-lists.ts';
import { hideMember } from '#client/people/member-queries.ts';
import { removeMember } from './live-members.ts';

export async function forgetMember(queries: QueryClient, own: string, goneId: string): Promise<void> {
  hideMember(queries, goneId);
  removeMember(queries, goneId);
  await unlistMember(own, goneId);
}
