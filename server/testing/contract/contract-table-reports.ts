// Access rights for reports and cases.
import { reports } from '#shared/contract/reports.ts';
import { byId, nothing, ownOnly, wrongForm, type RequestParts, type Row } from './contract-row.ts';

const reportOf =
  (kind: 'profile' | 'picture' | 'message' | 'broadcast') =>
  (itemId: string): RequestParts => ({ body: { kind, itemId, reason: 'hate', words: '', block: false } });
const withVote = (id: string): RequestParts => ({ params: { id }, body: { vote: 'none' } });
const withWords = (id: string): RequestParts => ({ params: { id }, body: { words: 'It was a quotation.' } });
const everybodys = { own: 200, other: 200, blocked: 200, blocking: 200, unknown: 404 } as const;
/** Callers can't report their own items nor those that do not exist for them. */
const ofOthers = { own: 400, other: 200, blocked: 404, blocking: 404, unknown: 404, ...wrongForm } as const;

export const reportRows: readonly Row[] = [
  { call: reports.postReport, field: 'a profile', ask: reportOf('profile'), answers: { ...ofOthers, blocking: 200 } },
  { call: reports.postReport, field: 'a picture', names: 'picture', ask: reportOf('picture'), answers: ofOthers },
  {
    call: reports.postReport,
    field: 'a private picture',
    names: 'private picture',
    ask: reportOf('picture'),
    answers: { ...ofOthers, other: 404 },
  },
  {
    call: reports.postReport,
    field: 'a message',
    names: 'received message',
    ask: reportOf('message'),
    // `own` is a message received by the caller.
    answers: { ...ownOnly(200), ...wrongForm },
  },
  { call: reports.postReport, field: 'words to the area', names: 'broadcast', ask: reportOf('broadcast'), answers: ofOthers },
  { call: reports.getReports, ask: nothing, answers: 200 },
  { call: reports.getCases, ask: nothing, answers: 200 },
  { call: reports.getCase, names: 'jury seat', ask: byId, answers: { ...ownOnly(200), ...wrongForm } },
  { call: reports.putVote, names: 'jury seat', ask: withVote, answers: { ...ownOnly(200), ...wrongForm } },
  { call: reports.postAppeal, names: 'decision', ask: withWords, answers: { ...ownOnly(200), ...wrongForm } },
  { call: reports.getAdminCases, who: 'ADMIN', ask: nothing, answers: 200 },
  { call: reports.getAdminCase, who: 'ADMIN', names: 'referred case', ask: byId, answers: { ...everybodys, ...wrongForm } },
  {
    call: reports.putAdminCase,
    who: 'ADMIN',
    names: 'referred case',
    ask: (id) => ({ params: { id }, body: { outcome: 'warn' } }),
    answers: { ...everybodys, ...wrongForm },
  },
];
