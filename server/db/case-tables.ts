// The part of the schema for reports, cases and the ledger.
import type { CaseOutcome, ItemKind, ReportReason, Vote } from '#shared/rules/arbitration.ts';

type Json = string;

/** Origin of a case: reports by members, or automatic detection. */
type CaseOrigin = 'members' | 'machine' | 'spam';

/**
 * waiting: no jury yet; judging: the jury votes; referred: an administrator must decide; decided: the decision can be appealed;
 * appealed: an administrator must review; final: closed.
 */
type CaseState = 'waiting' | 'judging' | 'referred' | 'decided' | 'appealed' | 'final';

/** Why a case went to an administrator. */
type ReferralCause = 'few-members' | 'few-votes' | 'wanted';

interface CasesTable {
  id: string;
  origin: CaseOrigin;
  /** The owner of what was reported. Empty once the evidence is removed. */
  subject_id: string;
  /** The item of the first report. */
  item_kind: ItemKind;
  reason: ReportReason;
  state: CaseState;
  /** 1 for the jurors drawn first, 2 for those who replace absent ones. */
  jury_round: number;
  /** The deadline of the round. */
  due_ms: number | null;
  referred_because: ReferralCause | null;
  outcome: CaseOutcome | null;
  decided_by: 'jury' | 'admin' | null;
  decided_ms: number | null;
  /** When the suspension ends, if there is one. */
  sanction_ends_ms: number | null;
  opened_ms: number;
}

/** Copies of reported items from the time of the report, without names. They are removed once no appeal or decision can follow. */
interface CaseEvidenceTable {
  id: string;
  case_id: string;
  kind: ItemKind;
  /** Empty for a profile, because its id would identify the member. */
  item_id: string;
  /** Texts in order: [{isReported, text}]. */
  said: Json;
  /** The ids of pictures that are not copied yet. */
  pending_pictures: Json;
  /** Copies of pictures as WebP in base64. */
  pictures: Json;
  /** A note by the automatic detection. */
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
  /** The words as jurors and administrators see them, without names. Null in older rows. */
  masked_words: string | null;
  /**
   * The messages before a reported message, in the format of evidence. They may be the reporter's own, so they are deleted with the
   * report.
   */
  said_before: Json;
  created_ms: number;
}

interface CaseJurorsTable {
  case_id: string;
  juror_id: string;
  /** A recused juror has reported the same member. Their vote does not count, and they do not learn that. */
  state: 'asked' | 'voted' | 'recused-asked' | 'recused-voted' | 'declined' | 'absent';
  vote: Vote | null;
  drawn_ms: number;
  voted_ms: number | null;
}

interface CaseAppealsTable {
  case_id: string;
  appellant_id: string;
  words: string;
  /** The words as administrators see them, without names. Null in older rows. */
  masked_words: string | null;
  created_ms: number;
}

/** Items that a decision hides, with what is needed to show them again. */
interface HiddenItemsTable {
  kind: ItemKind;
  item_id: string;
  case_id: string;
  owner_id: string;
  /** wanted: decided, but not yet applied everywhere; lifting: to be shown again. */
  state: 'wanted' | 'hidden' | 'lifting';
  kept: Json;
}

/** The database only allows appending rows. They contain ids of cases and hashes, and no personal data. */
interface LedgerTable {
  /** Counts from 1 without gaps. */
  place: number;
  at_ms: number;
  case_id: string;
  what: string;
  /** The role of whoever acted, and a keyed hash that identifies them in this case only. */
  who: string;
  detail: string;
  /** SHA-256 of the previous hash and all columns of this row. */
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
