// The rows of the table of calls that are of administrators alone.
import { admin } from '#shared/contract/admin.ts';
import { limits } from '#shared/rules/limits.ts';
import { nothing, unknownId, type Row } from './contract-row.ts';

export const adminRows: readonly Row[] = [
  { call: admin.getUserRoleCounts, who: 'ADMIN', ask: nothing, answers: 200 },
  { call: admin.getNewMembers, who: 'ADMIN', ask: nothing, answers: 200 },
  { call: admin.getHealth, who: 'ADMIN', ask: nothing, answers: 200 },
  { call: admin.getContactMessages, who: 'ADMIN', ask: nothing, answers: 200 },
  // Messages of the contact form are nobody's in particular: whoever may answer them may answer all.
  {
    call: admin.putContactAnswer,
    who: 'ADMIN',
    ask: () => ({ params: { id: unknownId }, body: { answer: 'Thank you.' } }),
    answers: 404,
  },
  { call: admin.getTestUsers, who: 'ADMIN', ask: nothing, answers: 200 },
  // More than are made at once: here it is asked who may, and nobody is made.
  { call: admin.postTestUsers, who: 'ADMIN', ask: () => ({ params: { count: limits.testUsersAtOnceMost + 1 } }), answers: 400 },
  { call: admin.deleteTestUsers, who: 'ADMIN', ask: nothing, answers: 204 },
];
