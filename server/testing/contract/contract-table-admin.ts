// Access rights for administrators' calls.
import { admin } from '#shared/contract/admin.ts';
import { limits } from '#shared/rules/limits.ts';
import { nothing, unknownId, type Row } from './contract-row.ts';

export const adminRows: readonly Row[] = [
  { call: admin.getUserRoleCounts, who: 'ADMIN', ask: nothing, answers: 200 },
  { call: admin.getNewMembers, who: 'ADMIN', ask: nothing, answers: 200 },
  { call: admin.getHealth, who: 'ADMIN', ask: nothing, answers: 200 },
  { call: admin.getContactMessages, who: 'ADMIN', ask: nothing, answers: 200 },
  // Messages of the contact form have no owner: any administrator may answer all of them.
  {
    call: admin.putContactAnswer,
    who: 'ADMIN',
    ask: () => ({ params: { id: unknownId }, body: { answer: 'Thank you.' } }),
    answers: 404,
  },
  { call: admin.getTestUsers, who: 'ADMIN', ask: nothing, answers: 200 },
  // Exceeds the limit, so no test users are created.
  { call: admin.postTestUsers, who: 'ADMIN', ask: () => ({ params: { count: limits.maxTestUsersAtOnce + 1 } }), answers: 400 },
  { call: admin.deleteTestUsers, who: 'ADMIN', ask: nothing, answers: 204 },
];
