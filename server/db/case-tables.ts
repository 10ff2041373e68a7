// The tables of reports, cases and the record of decisions, part of the schema.
import type { CaseOutcome, ItemKind, ReportReason, Vote } from '#shared/rules/arbitration.ts';

type Json = string;

/** Origin of a case: reports by members, or automatic detection. */
type CaseOrigin = 'members' | 'machine' | 'spam';

/**
 * waiting: no jury yet; judging: the jury votes; referred: an administrator must decide; decided: can be appealed;
 * appealed: an administrator must review; final: closed.
 */
type CaseState = 'waiting' | 'judging' | 'referred' | 'decided' | 'appealed' | 'final';

/** Why a case went to an administrator. */
type ReferralCause = 'few-members' | 'few-votes' | 'wanted';

interface CasesTable {
  id: string;
  origin: CaseOrigin;
  /** The owner of the reported profile, picture or text; empty once all of it is deleted. */
  subject_id: string;
  /** The item of the first report. */
  item_kind: ItemKind;
  reason: ReportReason;
  state: CaseState;
  /** 1 for the members drawn first, 2 for replacements of absent ones. */
  jury_round: number;
  /** Deadline of the round. */
  due_ms: number | null;
  referred_because: ReferralCause | null;
  outcome: CaseOutcome | null;
  decided_by: 'jury' | 'admin' | null;
  decided_ms: number | null;
  /** When the suspension ends. */
  sanction_ends_ms: number | null;
  opened_ms: number;
}

/** The reported item at the time of the report, without names; deleted when the case is final. */
interface CaseEvidenceTable {
  id: string;
  case_id: string;
  kind: ItemKind;
  /** Empty for a profile, which is the subject itself. */
  item_id: string;
  /** Texts in order: [{isReported, text}]. */
  said: Json;
  /** Ids of pictures whose bytes are still to be copied. */
  pending_pictures: Json;
  /** Copies of pictures as WebP in base64. */
  pictures: Json;
  /** Note from the automatic detector. */
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
  /** Without names, for jurors and administrators. Null in older rows. */
  masked_words: string | null;
  /** For a message, the preceding ones, in the format of the evidence. Contains the reporter's own words, so it is deleted with their report. */
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
  /** Without names, for administrators. Null in older rows. */
  masked_words: string | null;
  created_ms: number;
}

/** Items hidden by a decision, with the data needed to restore them. */
interface HiddenItemsTable {
  kind: ItemKind;
  item_id: string;
  case_id: string;
  owner_id: string;
  /** wanted: decided, but not yet applied everywhere; lifting: to be shown again. */
  state: 'wanted' | 'hidden' | 'lifting';
  kept: Json;
}

/** Append-only, enforced by the database. Contains no personal data, only ids of cases and hashes. */
interface LedgerTable {
  /** 1, 2, 3 and so on without a gap. */
  place: number;
  at_ms: number;
  case_id: string;
  what: string;
  /** The role of the actor, and a keyed hash that identifies them within this case only. */
  who: string;
  detail: string;
  /** SHA-256 over the previous hash and all columns of this row. */
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
