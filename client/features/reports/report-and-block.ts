// Reports an item. A member who is blocked with the report disappears from this device, as after any other block.
import type { QueryClient } from '@tanstack/react-query';
import type { Report } from '#shared/contract/reports.ts';
import { showBlocked } from '#client/features/likes/blocked.queries.ts';
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
  if (input.block) showBlocked(queries, ownId, profileId);
  return report;
}
