// Reports of violations, decisions of cases by jurors or administrators, and appeals.
import * as z from 'zod/mini';
import { itemKinds, outcomes, reportReasons, votes } from '#shared/rules/arbitration.ts';
import { limits } from '#shared/rules/limits.ts';
import { endpoint } from './endpoint.ts';
import { id, longText, timeMs } from './fields.ts';

const kind = z.enum(itemKinds);
const reason = z.enum(reportReasons);

/** As its reporter sees it: whether it is decided, but not the decision. */
const report = z.object({ id, kind, reason, state: z.enum(['open', 'decided']), tsCreated: timeMs });
export type Report = z.infer<typeof report>;

/** A case in the list of a juror. */
const seat = z.object({
  caseId: id,
  kind,
  reason,
  /** Deadline for the vote. */
  tsDue: timeMs,
  /** The juror's own vote so far. */
  vote: z.nullable(z.enum(votes)),
});
export type Seat = z.infer<typeof seat>;

/** A decision about the caller. */
const decision = z.object({
  caseId: id,
  kind,
  reason,
  outcome: z.enum(outcomes),
  decidedBy: z.enum(['jury', 'admin']),
  tsDecided: timeMs,
  /** End of a suspension, else null. */
  tsEnds: z.nullable(timeMs),
  /** Deadline for an appeal; null after an appeal or the deadline. */
  tsAppealUntil: z.nullable(timeMs),
  appeal: z.nullable(z.enum(['open', 'decided'])),
});
export type Decision = z.infer<typeof decision>;

/** One reported item at the time of the report, without names. */
const evidence = z.object({
  kind,
  /** The text and its context, oldest first. */
  said: z.array(z.object({ isReported: z.boolean(), text: z.string() })),
  /** WebP in base64. */
  pictures: z.array(z.string()),
  /** Notes of reporters or of automatic detection. */
  words: z.array(z.string()),
  /** True while some pictures have not been copied yet. */
  isIncomplete: z.boolean(),
});
export type Evidence = z.infer<typeof evidence>;

const caseToJudge = z.extend(seat, { evidence: z.array(evidence) });
export type CaseToJudge = z.infer<typeof caseToJudge>;

/** A case in the list of administrators, without private content. */
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

const adminCaseWhole = z.extend(adminCase, {
  evidence: z.array(evidence),
  /** The votes of the jury, unordered. */
  votes: z.array(z.enum(votes)),
  appealWords: z.nullable(z.string()),
});
export type AdminCaseWhole = z.infer<typeof adminCaseWhole>;

const oneCase = z.object({ id });

export const reports = {
  postReport: endpoint({
    method: 'POST',
    path: '/api/reports',
    who: 'USER',
    summary:
      'Report a profile, picture, message or broadcast that the caller can see, and with block: block its owner in the same step. The same thing again is the same report.',
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
    summary: 'The reports of the caller, newest first, each open or decided.',
    reply: z.array(report),
  }),
  getCases: endpoint({
    method: 'GET',
    path: '/api/cases',
    who: 'USER',
    summary: 'Cases with the caller as juror, and decisions about the caller.',
    reply: z.object({ seats: z.array(seat), decisions: z.array(decision) }),
  }),
  getCase: endpoint({
    method: 'GET',
    path: '/api/case/{id}',
    who: 'USER',
    summary: 'A case with its evidence, for a juror while it is open. Each access is recorded.',
    params: oneCase,
    reply: caseToJudge,
  }),
  putVote: endpoint({
    method: 'PUT',
    path: '/api/case/{id}/vote',
    who: 'USER',
    summary: 'Vote, or change the vote while the case is open; null passes it on to another member.',
    params: oneCase,
    body: z.strictObject({ vote: z.nullable(z.enum(votes)) }),
    reply: z.object({ caseId: id, vote: z.nullable(z.enum(votes)) }),
    actsOnOthers: () => true,
  }),
  postAppeal: endpoint({
    method: 'POST',
    path: '/api/case/{id}/appeal',
    who: 'USER',
    summary: 'Appeal once to an administrator against a decision about the caller.',
    params: oneCase,
    body: z.strictObject({ words: longText(limits.maxReportTextLength) }),
    reply: decision,
  }),
  getAdminCases: endpoint({
    method: 'GET',
    path: '/api/admin/cases',
    who: 'ADMIN',
    summary: 'Cases that wait for an administrator, oldest first: referred by their jury, or appealed.',
    reply: z.array(adminCase),
  }),
  getAdminCase: endpoint({
    method: 'GET',
    path: '/api/admin/case/{id}',
    who: 'ADMIN',
    summary: 'Such a case with its evidence. Each access is recorded.',
    params: oneCase,
    reply: adminCaseWhole,
  }),
  putAdminCase: endpoint({
    method: 'PUT',
    path: '/api/admin/case/{id}',
    who: 'ADMIN',
    summary: 'Decide such a case. A milder decision reverses that of the jury accordingly.',
    params: oneCase,
    body: z.strictObject({ outcome: z.enum(outcomes) }),
    reply: adminCase,
  }),
};
