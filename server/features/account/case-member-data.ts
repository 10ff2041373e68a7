// The member data map for reports and cases.
import type { Schema } from '#server/db/schema.ts';
import { excluded, own, text, time, type MemberTable } from './member-table.ts';

type CaseTable = 'cases' | 'case_evidence' | 'reports' | 'case_jurors' | 'case_appeals' | 'hidden_items' | 'ledger';

const ofCase = excluded('names a case, which involves others');

export const caseMemberData = {
  reports: {
    deletedBy: { reporter_id: 'profileId' },
    archive: {
      file: 'reports',
      title: 'What you reported',
      of: 'reporter_id',
      order: ['created_ms', 'id'],
      fields: {
        id: excluded('an internal id'),
        case_id: ofCase,
        reporter_id: own,
        item_kind: text('kind'),
        item_id: excluded('belongs to another member'),
        reason: text('reason'),
        words: text('words'),
        masked_words: excluded('the same words without names'),
        said_before: excluded('the messages are in the conversations'),
        created_ms: time('created'),
      },
    },
  },
  case_jurors: {
    deletedBy: { juror_id: 'profileId' },
    archive: {
      file: 'jury',
      title: 'Cases you were asked to decide',
      of: 'juror_id',
      order: ['drawn_ms', 'case_id'],
      fields: {
        case_id: ofCase,
        juror_id: own,
        // A recused juror does not learn of it.
        state: { as: 'state', read: (stored) => String(stored).replace('recused-', '') },
        vote: text('vote'),
        drawn_ms: time('asked'),
        voted_ms: time('voted'),
      },
    },
  },
  case_appeals: {
    deletedBy: { appellant_id: 'profileId' },
    archive: {
      file: 'appeals',
      title: 'Your appeals',
      of: 'appellant_id',
      order: ['created_ms', 'case_id'],
      fields: {
        case_id: ofCase,
        appellant_id: own,
        words: text('words'),
        masked_words: excluded('the same words without names'),
        created_ms: time('created'),
      },
    },
  },
  hidden_items: {
    deletedBy: { owner_id: 'profileId' },
    alsoNamedIn: ['item_id'],
    archive: excluded('decisions are in the notifications'),
  },
  cases: {
    deletedBy: {},
    retainedBy: {
      subject_id:
        'the case is still decided, without the name; the id, which no longer belongs to a profile, is removed with the evidence',
    },
    archive: excluded('decisions are in the notifications; open cases are not disclosed to their subjects'),
  },
  case_evidence: { noMemberData: 'copies without names for jurors and administrators; deleted when a case is finally closed' },
  ledger: { noMemberData: 'case ids and anonymous hashes' },
} satisfies { readonly [Table in CaseTable]: MemberTable<Schema[Table]> | { readonly noMemberData: string } };
