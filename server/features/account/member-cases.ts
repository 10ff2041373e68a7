// What the database knows of a member's reports and of cases about him, for the map of all his data.
import type { Schema } from '#server/db/schema.ts';
import { leftOut, own, text, time, type MemberTable } from './member-table.ts';

type CaseTable = 'cases' | 'case_evidence' | 'reports' | 'case_jurors' | 'case_appeals' | 'hidden_items' | 'ledger';

const ofCase = leftOut('names a case, of which others are part');

export const caseData = {
  reports: {
    goesBy: { reporter_id: 'profileId' },
    archive: {
      file: 'reports',
      title: 'What you reported',
      of: 'reporter_id',
      order: ['created_ms', 'id'],
      fields: {
        id: leftOut('names it in the list of reports only'),
        case_id: ofCase,
        reporter_id: own,
        item_kind: text('kind'),
        item_id: leftOut('a thing of somebody else’s'),
        reason: text('reason'),
        words: text('words'),
        said_before: leftOut('the messages are among the conversations'),
        created_ms: time('created'),
      },
    },
  },
  case_jurors: {
    goesBy: { juror_id: 'profileId' },
    archive: {
      file: 'jury',
      title: 'Cases you were asked to decide',
      of: 'juror_id',
      order: ['drawn_ms', 'case_id'],
      fields: {
        case_id: ofCase,
        juror_id: own,
        state: text('state'),
        vote: text('vote'),
        drawn_ms: time('asked'),
        voted_ms: time('voted'),
      },
    },
  },
  case_appeals: {
    goesBy: { appellant_id: 'profileId' },
    archive: {
      file: 'appeals',
      title: 'Your appeals',
      of: 'appellant_id',
      order: ['created_ms', 'case_id'],
      fields: { case_id: ofCase, appellant_id: own, words: text('words'), created_ms: time('created') },
    },
  },
  hidden_items: {
    goesBy: { owner_id: 'profileId' },
    follows: ['item_id'],
    archive: leftOut('what was decided about him is told by the notifications'),
  },
  cases: {
    goesBy: {},
    staysBy: {
      subject_id:
        'what others reported is decided all the same, without his name; the id leads nowhere and goes with the evidence',
    },
    archive: leftOut('what was decided about him is told by the notifications; what is not decided yet is not his to know'),
  },
  case_evidence: { ofNobody: 'copies without names for those who decide; gone when nothing can follow any more' },
  ledger: { ofNobody: 'ids of cases and hashes that lead to nobody' },
} satisfies { readonly [Table in CaseTable]: MemberTable<Schema[Table]> | { readonly ofNobody: string } };
