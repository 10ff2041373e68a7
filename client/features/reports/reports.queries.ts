// Queries and mutations for reports and cases. The device stores none of them.
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { reports, type Report } from '#shared/contract/reports.ts';
import type { CaseOutcome, ItemKind, ReportReason, Vote } from '#shared/rules/arbitration.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { call } from '#client/net/call.ts';
import { invalidate } from '#client/offline/invalidate.ts';

/** The evidence is removed from memory when its screen closes. */
const uncached = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

export const reportsQuery = queryOptions({
  queryKey: ['cases', 'reports'],
  queryFn: callAsQuery(reports.getReports, {}),
  staleTime: 0,
});
export const casesQuery = queryOptions({ queryKey: ['cases', 'list'], queryFn: callAsQuery(reports.getCases, {}), staleTime: 0 });
export const caseQuery = (id: string) =>
  queryOptions({ queryKey: ['case', id], queryFn: callAsQuery(reports.getCase, { params: { id } }), ...uncached });
export const adminCasesQuery = queryOptions({
  queryKey: ['cases', 'admin'],
  queryFn: callAsQuery(reports.getAdminCases, {}),
  staleTime: 0,
});
export const adminCaseQuery = (id: string) =>
  queryOptions({ queryKey: ['admin-case', id], queryFn: callAsQuery(reports.getAdminCase, { params: { id } }), ...uncached });

export interface ReportedItem {
  readonly kind: ItemKind;
  readonly itemId: string;
}

export interface ReportInput {
  readonly reason: ReportReason;
  readonly words: string;
  readonly block: boolean;
}

const refetchLists = (queries: QueryClient) => () => invalidate(queries, ['cases']);

export const sendReport = (item: ReportedItem, input: ReportInput): Promise<Report> =>
  call(reports.postReport, { body: { ...item, ...input } });

export function useReport(send: (input: ReportInput) => Promise<Report>) {
  const queries = useQueryClient();
  return useMutation({ mutationFn: send, onSuccess: refetchLists(queries) });
}

/** Null declines to judge. Another member is then asked. */
export function useVote(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (vote: Vote | null) => call(reports.putVote, { params: { id }, body: { vote } }),
    onSuccess: refetchLists(queries),
  });
}

export function useAppeal(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (words: string) => call(reports.postAppeal, { params: { id }, body: { words } }),
    // Refetched also after a failure, because only the reply may have been lost.
    onSettled: refetchLists(queries),
  });
}

export function useAdminDecision(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (outcome: CaseOutcome) => call(reports.putAdminCase, { params: { id }, body: { outcome } }),
    onSettled: refetchLists(queries),
    // The reply may have been lost, or another administrator may have decided the case.
    onError: () => invalidate(queries, adminCaseQuery(id).queryKey),
  });
}
