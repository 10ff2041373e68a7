// Removes a member who can no longer be seen from all lists of members nearby, of which the device may show a copy while offline.
import type { QueryClient } from '@tanstack/react-query';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { removeFromLists } from '#client/offline/stored-lists.ts';
import { removeMember } from './live-members.ts';
import { sectorsKey } from './nearby-keys.ts';

export async function forgetMember(queries: QueryClient, own: string, goneId: string): Promise<void> {
  removeMember(queries, goneId);
  const start = JSON.stringify([...sectorsKey, own]).slice(0, -1);
  await removeFromLists<ProfileBrief>(own, start, ({ profileId }) => profileId === goneId);
}
