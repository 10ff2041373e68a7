// Reports an item. A member who is blocked with the report disappears from this device, as after any other block.
import type { QueryClient } from '@tanstack/react-query';
import type { Report } from '#shared/contract/reports.ts';
import { invalidateLikes, likeQuery } from '#client/features/likes/likes.queries.ts';
import { cacheLikeReply } from '#client/offline/conversations/forget-member.ts';
import { invalidate } from '#client/offline/invalidate.ts';
import { hideMember, memberKeys } from '#client/people/member-queries.ts';
import { sendReport, type ReportedItem, type ReportInput } from './reports.queries.ts';

export interface ItemOfMember extends ReportedItem {
  /** The member who is reported. */
  readonly profileId: string;
}

export async function reportAndBlock(
  queries: QueryClient,
  ownId: string,
  { profileId, ...item }: ItemOfMember,
  input: ReportInput,
): Promise<Report> {
  const report = await sendReport(item, input);
  if (!input.block) return report;
  hideMember(queries, profileId);
  // The like with its block is fetched again.
  void cacheLikeReply(ownId, null, profileId).catch(() => undefined);
  void invalidateLikes(queries);
  for (const queryKey of [likeQuery(ownId, profileId).queryKey, ...memberKeys(ownId, profileId)]) invalidate(queries, queryKey);
  return report;
}
