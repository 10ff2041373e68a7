// Removes a member who can no longer be seen from the lists of members nearby, and from all lists that the device shows while offline.
import type { QueryClient } from '@tanstack/react-query';
import { unlistMember } from '#client/offline/stored-lists.ts';
import { removeMember } from './live-members.ts';

export async function forgetMember(queries: QueryClient, own: string, goneId: string): Promise<void> {
  removeMember(queries, goneId);
  await unlistMember(own, goneId);
}
