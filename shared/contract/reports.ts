// Reporting what breaks a rule, deciding such cases as one of five members or as an administrator, and appealing.
import * as z from 'zod/mini';
import { itemKinds, outcomes, reportReasons, votes } from '#shared/rules/arbitration.ts';
import { limits } from '#shared/rules/limits.ts';
import { endpoint } from './endpoint.ts';
import { id, longText, timeMs } from './fields.ts';

const kind = z.enum(itemKinds);
const reason = z.enum(reportReasons);

/** As its reporter sees it: whether it is decided, and never what about whom. */
const report = z.object({ id, kind, reason, state: z.enum(['open', 'decided']), tsCreated: timeMs });
export type Report = z.infer<typeof report>;

/** A case as one of its jury finds it in his list. */
const seat = z.object({
  caseId: id,
  kind,
  reason,
  /** Until when he can vote. */
  tsDue: timeMs,
  /** His own vote so far. */
  vote: z.nullable(z.enum(votes)),
});
export type Seat = z.infer<typeof seat>;

/** What was decided about the caller himself. */
const decision = z.object({
  caseId: id,
  kind,
  reason,
  outcome: z.enum(outcomes),
  decidedBy: z.enum(['jury', 'admin']),
  tsDecided: timeMs,
  /** Of a suspension; null where nothing ends. */
  tsEnds: z.nullable(timeMs),
  /** Until when he may appeal; null where he did, or no longer can. */
  tsAppealUntil: z.nullable(timeMs),
  appeal: z.nullable(z.enum(['open', 'decided'])),
});
export type Decision = z.infer<typeof decision>;

/** One thing that was reported, as it was then. No names. */
const evidence = z.object({
  kind,
  /** What was said around it and by it, oldest first. */
  said: z.array(z.object({ isReported: z.boolean(), text: z.string() })),
  /** WebP in base64. */
  pictures: z.array(z.string()),
  /** What reporters, or the product itself, say about it. */
  words: z.array(z.string()),
  /** Pictures that are not copied yet. */
  isIncomplete: z.boolean(),
});
export type Evidence = z.infer<typeof evidence>;

const caseToJudge = z.extend(seat, { evidence: z.array(evidence) });
export type CaseToJudge = z.infer<typeof caseToJudge>;

/** A case as an administrator finds it in the list: nothing of what is private. */
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
  /** What the jury voted, in no order. */
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
      words: z._default(longText(limits.reportWordsMost), ''),
      block: z.boolean(),
    }),
    reply: report,
  }),
  getReports: endpoint({
    method: 'GET',
    path: '/api/reports',
    who: 'USER',
    summary: 'What the caller reported, newest first, each open or decided.',
    reply: z.array(report),
  }),
  getCases: endpoint({
    method: 'GET',
    path: '/api/cases',
    who: 'USER',
    summary: 'Cases on whose jury the caller sits, and what was decided about himself.',
    reply: z.object({ seats: z.array(seat), decisions: z.array(decision) }),
  }),
  getCase: endpoint({
    method: 'GET',
    path: '/api/case/{id}',
    who: 'USER',
    summary: 'A case with its evidence, for a member of its jury while it votes. Each look is recorded.',
    params: oneCase,
    reply: caseToJudge,
  }),
  putVote: endpoint({
    method: 'PUT',
    path: '/api/case/{id}/vote',
    who: 'USER',
    summary: 'Vote, or vote otherwise while others are still asked; null hands the place on to another member.',
    params: oneCase,
    body: z.strictObject({ vote: z.nullable(z.enum(votes)) }),
    reply: z.object({ caseId: id, vote: z.nullable(z.enum(votes)) }),
    actsOnOthers: () => true,
  }),
  postAppeal: endpoint({
    method: 'POST',
    path: '/api/case/{id}/appeal',
    who: 'USER',
    summary: 'Appeal, once, to an administrator against what was decided about the caller.',
    params: oneCase,
    body: z.strictObject({ words: longText(limits.reportWordsMost) }),
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
    summary: 'Such a case with its evidence. Each look is recorded.',
    params: oneCase,
    reply: adminCaseWhole,
  }),
  putAdminCase: endpoint({
    method: 'PUT',
    path: '/api/admin/case/{id}',
    who: 'ADMIN',
    summary: 'Decide such a case. What a jury decided before is undone as far as this is milder.',
    params: oneCase,
    body: z.strictObject({ outcome: z.enum(outcomes) }),
    reply: adminCase,
  }),
};
