// The tables of reports, cases and the record of decisions, part of the schema.
import type { CaseOutcome, ItemKind, ReportReason, Vote } from '#shared/rules/arbitration.ts';

type Json = string;

/** Who brought a case: members by their reports, or the product itself. */
type CaseOrigin = 'members' | 'machine' | 'spam';

/**
 * waiting: no jury yet; judging: its members vote; referred: nobody but an administrator can decide; decided: may be appealed;
 * appealed: an administrator looks again; final: nothing follows.
 */
type CaseState = 'waiting' | 'judging' | 'referred' | 'decided' | 'appealed' | 'final';

/** Why the members could not decide. */
type ReferralCause = 'few-members' | 'few-votes' | 'wanted';

interface CasesTable {
  id: string;
  origin: CaseOrigin;
  /** Whose profile, picture or words it is about; empty once nothing of it is left. */
  subject_id: string;
  /** What the first report was about. */
  item_kind: ItemKind;
  reason: ReportReason;
  state: CaseState;
  /** 1 for the members first drawn, 2 for those who came in for the absent. */
  jury_round: number;
  /** When the round is over. */
  due_ms: number | null;
  referred_because: ReferralCause | null;
  outcome: CaseOutcome | null;
  decided_by: 'jury' | 'admin' | null;
  decided_ms: number | null;
  /** Of a suspension. */
  sanction_ends_ms: number | null;
  opened_ms: number;
}

/** What was reported, as it was then: without names, and gone when nothing can follow any more. */
interface CaseEvidenceTable {
  id: string;
  case_id: string;
  kind: ItemKind;
  /** Empty for a profile, which is the subject itself. */
  item_id: string;
  /** Texts in their order: [{isReported, text}]. */
  said: Json;
  /** Ids of pictures whose bytes are still to be copied. */
  pending_pictures: Json;
  /** Copies of pictures as WebP in base64. */
  pictures: Json;
  /** What the product itself has to say about it. */
  words: string;
  created_ms: number;
}

interface ReportsTable {
  id: string;
  case_id: string;
  reporter_id: string;
  item_kind: ItemKind;
  item_id: string;
  reason: ReportReason;
  words: string;
  /** Of a message: what the two said right before it, as in evidence. It has the reporter's own words, so it goes with his report. */
  said_before: Json;
  created_ms: number;
}

interface CaseJurorsTable {
  case_id: string;
  juror_id: string;
  state: 'asked' | 'voted' | 'declined' | 'absent';
  vote: Vote | null;
  drawn_ms: number;
  voted_ms: number | null;
}

interface CaseAppealsTable {
  case_id: string;
  appellant_id: string;
  words: string;
  created_ms: number;
}

/** What others are not shown by a decision, with what it takes to show it again. */
interface HiddenItemsTable {
  kind: ItemKind;
  item_id: string;
  case_id: string;
  owner_id: string;
  /** wanted: decided, but not everywhere carried out yet; lifting: to be shown again. */
  state: 'wanted' | 'hidden' | 'lifting';
  kept: Json;
}

/** Only ever added to: the database itself refuses changes. Holds no personal data, only ids of cases and hashes. */
interface LedgerTable {
  /** 1, 2, 3 and so on without a gap. */
  place: number;
  at_ms: number;
  case_id: string;
  what: string;
  /** In which part somebody acted, and a keyed hash that is his within this case alone. */
  who: string;
  detail: string;
  /** SHA-256 over the one before it and everything of this row. */
  chain: string;
}

export interface CaseTables {
  cases: CasesTable;
  case_evidence: CaseEvidenceTable;
  reports: ReportsTable;
  case_jurors: CaseJurorsTable;
  case_appeals: CaseAppealsTable;
  hidden_items: HiddenItemsTable;
  ledger: LedgerTable;
}
