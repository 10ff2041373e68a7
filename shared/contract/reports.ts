// Reports of violations, cases decided by juries or administrators, and appeals.
import * as z from 'zod/mini';
import { itemKinds, outcomes, reportReasons, votes } from '#shared/rules/arbitration.ts';
import { limits } from '#shared/rules/limits.ts';
import { endpoint } from './endpoint.ts';
import { id, longText, timeMs } from './fields.ts';

const kind = z.enum(itemKinds);
const reason = z.enum(reportReasons);

/** A report as its reporter sees it, without the decision. */
const report = z.object({ id, kind, reason, state: z.enum(['open', 'decided']), tsCreated: timeMs });
export type Report = z.infer<typeof report>;

/** A case in a juror's list. */
const jurorCase = z.object({
  caseId: id,
  kind,
  reason,
  /** Deadline for the vote. */
  tsDue: timeMs,
  /** The juror's own vote so far. */
  vote: z.nullable(z.enum(votes)),
});
export type JurorCase = z.infer<typeof jurorCase>;

/** A decision about the caller. */
const decision = z.object({
  caseId: id,
  kind,
  reason,
  outcome: z.enum(outcomes),
  decidedBy: z.enum(['jury', 'admin']),
  tsDecided: timeMs,
  /** End of the suspension, if any. */
  tsEnds: z.nullable(timeMs),
  /** Deadline for an appeal; null if no longer possible. */
  tsAppealUntil: z.nullable(timeMs),
  appeal: z.nullable(z.enum(['open', 'decided'])),
});
export type Decision = z.infer<typeof decision>;

/** A copy of a reported item at the time of the report, without names. */
const evidence = z.object({
  kind,
  /** The messages before the reported one, and the reported text itself, oldest first. `isReported` marks texts of the reported member. */
  said: z.array(z.object({ isReported: z.boolean(), text: z.string() })),
  /** WebP in base64. */
  pictures: z.array(z.string()),
  /** Comments by reporters, and the reason if the product raised the case. */
  words: z.array(z.string()),
  /** True while some pictures have not been copied yet. */
  isIncomplete: z.boolean(),
});
export type Evidence = z.infer<typeof evidence>;

const jurorCaseDetails = z.extend(jurorCase, { evidence: z.array(evidence) });
export type JurorCaseDetails = z.infer<typeof jurorCaseDetails>;

/** A case in the administrators' list, without private content. */
const adminCase = z.object({
  caseId: id,
  kind,
  reason,
  origin: z.enum(['members', 'machine', 'spam']),
  state: z.enum(['waiting', 'judging', 'referred', 'decided', 'appealed', 'final']),
  referredBecause: z.nullable(z.enum(['few-members', 'few-votes', 'wanted'])),
  outcome: z.nullable(z.enum(outcomes)),
  tsOpened: timeMs,
});
export type AdminCase = z.infer<typeof adminCase>;

const adminCaseDetails = z.extend(adminCase, {
  evidence: z.array(evidence),
  /** The jury's votes in no particular order. */
  votes: z.array(z.enum(votes)),
  appealWords: z.nullable(z.string()),
});
export type AdminCaseDetails = z.infer<typeof adminCaseDetails>;

const caseId = z.object({ id });

export const reports = {
  postReport: endpoint({
    method: 'POST',
    path: '/api/reports',
    who: 'USER',
    summary:
      'Report a profile, picture, message or broadcast that the caller can see, and with block, also block its owner. Reporting the same item again returns the same report.',
    body: z.strictObject({
      kind,
      itemId: id,
      reason,
      words: z._default(longText(limits.maxReportTextLength), ''),
      block: z.boolean(),
    }),
    reply: report,
  }),
  getReports: endpoint({
    method: 'GET',
    path: '/api/reports',
    who: 'USER',
    summary: "The caller's reports, newest first.",
    reply: z.array(report),
  }),
  getCases: endpoint({
    method: 'GET',
    path: '/api/cases',
    who: 'USER',
    summary: 'Cases in which the caller is a juror, and decisions about the caller.',
    reply: z.object({ seats: z.array(jurorCase), decisions: z.array(decision) }),
  }),
  getCase: endpoint({
    method: 'GET',
    path: '/api/case/{id}',
    who: 'USER',
    whileSuspended: () => false,
    summary: 'An open case with its evidence, for its jurors. Each access is recorded.',
    params: caseId,
    reply: jurorCaseDetails,
  }),
  putVote: endpoint({
    method: 'PUT',
    path: '/api/case/{id}/vote',
    who: 'USER',
    summary: 'Vote, or change the vote while the case is open; with null the case passes to another juror.',
    params: caseId,
    body: z.strictObject({ vote: z.nullable(z.enum(votes)) }),
    reply: z.object({ caseId: id, vote: z.nullable(z.enum(votes)) }),
  }),
  postAppeal: endpoint({
    method: 'POST',
    path: '/api/case/{id}/appeal',
    who: 'USER',
    whileSuspended: () => true,
    summary: 'Appeal once to an administrator against a decision about the caller.',
    params: caseId,
    body: z.strictObject({ words: longText(limits.maxReportTextLength) }),
    reply: decision,
  }),
  getAdminCases: endpoint({
    method: 'GET',
    path: '/api/admin/cases',
    who: 'ADMIN',
    summary:
      'Cases that wait for an administrator, oldest first: referred by their jury, or appealed. Those in which the caller is a party are left out.',
    reply: z.array(adminCase),
  }),
  getAdminCase: endpoint({
    method: 'GET',
    path: '/api/admin/case/{id}',
    who: 'ADMIN',
    summary: 'A referred or appealed case with its evidence. Each access is recorded.',
    params: caseId,
    reply: adminCaseDetails,
  }),
  putAdminCase: endpoint({
    method: 'PUT',
    path: '/api/admin/case/{id}',
    who: 'ADMIN',
    summary: "Decide a referred or appealed case. A milder decision overrides the jury's.",
    params: caseId,
    body: z.strictObject({ outcome: z.enum(outcomes) }),
    reply: adminCase,
  }),
};
