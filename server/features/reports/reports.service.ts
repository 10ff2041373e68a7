// Receives reports, copies the evidence, and combines the reports about a member into a case.
import type { Report } from '#shared/contract/reports.ts';
import type { ItemKind, ReportReason } from '#shared/rules/arbitration.ts';
import { dayMs } from '#shared/rules/durations.ts';
import type { Tx } from '#server/db/open.ts';
import { problem, specialProblem } from '#server/http/problems.ts';
import type { Caller } from '#server/http/caller.ts';
import { publishAfter } from '#server/changes/publish-after.ts';
import { eachDespiteErrors } from '#server/jobs/each-despite-errors.ts';
import type { World } from '#server/world.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import { createCasesStore, isDecided, type StoredCase, type StoredReport } from './cases.store.ts';
import { copyPictures, evidenceIn, itemIdOf, maskFor, precedingTexts, type Item } from './evidence.ts';
import { createEvidenceStore, type StoredEvidence } from './evidence.store.ts';
import { createJuryStore } from './jury.store.ts';
import { recordIn } from './ledger.service.ts';

interface NewReport {
  readonly kind: ItemKind;
  readonly itemId: string;
  readonly reason: ReportReason;
  readonly words: string;
  readonly block: boolean;
}

/** A case that the product raises by itself. */
interface RaisedCase {
  readonly origin: 'machine' | 'spam';
  readonly subjectProfileId: string;
  /** The profile by default. */
  readonly item?: Item;
  /** The reason as jurors and administrators see it, without names. */
  readonly words: string;
}

/** Adds to the open case of the same origin about the member. If there is none, it opens one. */
export type Raise = (tx: Tx, raised: RaisedCase) => Promise<void>;

export interface ReportsService {
  /**
   * Returns the first report if the item is reported again. Problems: not-found for an item that the caller cannot see, bad-request for
   * the caller's own item, too-many-requests.
   */
  report(caller: Caller, report: NewReport): Promise<Report>;
  list(profileId: string): Promise<Report[]>;
  readonly raise: Raise;
  /** Copies the pictures whose copies are still missing in the evidence. */
  completeEvidence(): Promise<void>;
}

interface Dependencies {
  /** Problem: not-found for an item that the caller cannot see. */
  readonly ownerOf: (caller: Caller, item: Item) => Promise<string>;
  readonly blockIn: (tx: Tx, blockerId: string, blockedId: string) => Promise<void>;
  readonly visibility: Pick<Visibility, 'isBlockedBy'>;
}

const toReport = ({ id, item_kind, reason, created_ms }: StoredReport, state: StoredCase['state']): Report => ({
  id,
  kind: item_kind,
  reason,
  state: isDecided({ state }) ? 'decided' : 'open',
  tsCreated: Number(created_ms),
});

export function createReportsService(world: World, { ownerOf, blockIn, visibility }: Dependencies): ReportsService {
  const { clock, db, ids, limits, log } = world;
  const readStore = createCasesStore(db.read);

  /** Problem: too-many-requests if the member made too many reports, or too many unfounded ones. */
  async function checkReportLimit(tx: Tx, reporterId: string): Promise<void> {
    const nowMs = clock.now();
    const { made, decided, unfounded } = await createCasesStore(tx).reportCountsOf(
      reporterId,
      nowMs - dayMs,
      nowMs - limits.unfoundedMs,
    );
    const isUnfounded = decided >= limits.minUnfounded && unfounded > decided / 2;
    if (made < (isUnfounded ? limits.reportsPerDayUnfounded : limits.reportsPerDay)) return;
    throw specialProblem(isUnfounded ? 'unfoundedReports' : 'manyReports', { retryAfterSeconds: dayMs / 1_000 });
  }

  /**
   * Finds the case for a report: the case about the item, open or decided, else the open case of the last day about its owner, else a new
   * one. A decision about a profile applies for a shorter time, because profiles change. A case of which the reporter was a juror is left
   * out: from the course of their report they would learn whom it is about.
   */
  async function caseFor(
    tx: Tx,
    { subjectId, reporterId }: { readonly subjectId: string; readonly reporterId: string },
    item: Item,
    reason: ReportReason,
  ): Promise<StoredCase> {
    const cases = createCasesStore(tx);
    const nowMs = clock.now();
    const settledMs = item.kind === 'profile' ? limits.oneCaseMs : limits.settledMs;
    return (
      (await cases.aboutItem(subjectId, item.kind, itemIdOf(item), nowMs - settledMs, reporterId)) ??
      (await cases.openAbout(subjectId, 'members', nowMs - limits.oneCaseMs, reporterId)) ??
      (await openCase(world, tx, { origin: 'members', subject_id: subjectId, item_kind: item.kind, reason }))
    );
  }

  /** If a picture cannot be read now, the report is stored nevertheless, and the sweep copies the pictures later. */
  async function withPictures(found: StoredEvidence): Promise<StoredEvidence> {
    try {
      return { ...found, pictures: await copyPictures(world, found.pendingPictures), pendingPictures: [] };
    } catch (error) {
      log.error({ err: error }, 'the pictures of a report could not be copied');
      return found;
    }
  }

  return {
    async report(caller, { kind, itemId, reason, words, block }) {
      const item = { kind, id: itemId };
      const reporterId = caller.profileId;
      // The item may be hidden by the block of the first call, whose answer was lost, but not by one of its owner.
      const known = await readStore.reportOfBlocked(reporterId, kind, itemId);
      if (known !== undefined && !visibility.isBlockedBy(reporterId, known.subject_id)) return toReport(known, known.state);
      const subjectId = await ownerOf(caller, item);
      if (subjectId === reporterId) throw problem('bad-request', { message: 'itemId: You cannot report yourself.' });
      // The reporter's words are stored with the report, and deleted with it.
      const mask = await maskFor(db.read, [subjectId, reporterId], [item]);
      const found = await evidenceIn(db.read, item, ids.uuid(), '', mask);
      if (found === null) throw problem('not-found');
      const before = await precedingTexts(db.read, item, mask);
      const evidence = await withPictures(found);

      return db.write(async (tx) => {
        await db.lock(tx, `cases-about:${subjectId}`, `reports-of:${reporterId}`);
        const cases = createCasesStore(tx);
        const parties = { subjectId, reporterId };
        const { id: caseId } = await caseFor(tx, parties, item, reason);
        await db.lock(tx, `case:${caseId}`);
        // The case may have been decided before the lock, without this report.
        const reportedCase = await caseFor(tx, parties, item, reason);
        publishAfter(world, tx, { type: 'casesDue' });
        if (block) await blockIn(tx, reporterId, subjectId);
        const first = await cases.reportOf(reporterId, reportedCase.id, kind, itemIdOf(item));
        if (first !== null) return toReport(first, reportedCase.state);
        await checkReportLimit(tx, reporterId);
        if (!isDecided(reportedCase)) await addEvidence(world, tx, reportedCase.id, evidence);
        const row: StoredReport = {
          id: ids.uuid(),
          case_id: reportedCase.id,
          reporter_id: reporterId,
          item_kind: kind,
          item_id: itemIdOf(item),
          reason,
          words,
          masked_words: mask(words),
          said_before: JSON.stringify(before),
          created_ms: clock.now(),
        };
        await cases.addReport(row);
        await recordIn(world, tx, {
          caseId: reportedCase.id,
          what: 'reported',
          who: { part: 'reporter', id: reporterId },
          detail: reason,
        });
        // A reporter is a party, so their votes no longer count. Losing the seat would tell them whom the case is about.
        await createJuryStore(tx).recuse(reporterId, subjectId);
        return toReport(row, reportedCase.state);
      });
    },

    list: async (profileId) => (await readStore.reportsBy(profileId)).map(({ state, ...row }) => toReport(row, state)),

    raise: createRaise(world),

    async completeEvidence() {
      const incomplete = await createEvidenceStore(db.read).withPendingPictures();
      await eachDespiteErrors(world, 'pictures of evidence could not be copied', incomplete, async ({ id, pendingPictures }) => {
        const pictures = await copyPictures(world, pendingPictures);
        await db.write((tx) => createEvidenceStore(tx).setPictures(id, pictures));
      });
    },
  };
}

export function createRaise(world: World): Raise {
  const { db, ids } = world;
  return async (tx, { origin, subjectProfileId, item = { kind: 'profile', id: subjectProfileId }, words }) => {
    await db.lock(tx, `cases-about:${subjectProfileId}`);
    const reason = origin === 'spam' ? 'spam' : 'other';
    const reportedCase =
      (await createCasesStore(tx).openAbout(subjectProfileId, origin, 0)) ??
      (await openCase(world, tx, { origin, subject_id: subjectProfileId, item_kind: item.kind, reason }));
    const evidence = await evidenceIn(tx, item, ids.uuid(), words, await maskFor(tx, [subjectProfileId], [item]));
    if (evidence !== null) await addEvidence(world, tx, reportedCase.id, evidence);
  };
}

async function openCase(
  world: World,
  tx: Tx,
  about: Pick<StoredCase, 'origin' | 'subject_id' | 'item_kind' | 'reason'>,
): Promise<StoredCase> {
  const opened: StoredCase = {
    ...about,
    id: world.ids.uuid(),
    state: 'waiting',
    jury_round: 0,
    due_ms: null,
    referred_because: null,
    outcome: null,
    decided_by: null,
    decided_ms: null,
    sanction_ends_ms: null,
    opened_ms: world.clock.now(),
  };
  await createCasesStore(tx).insert(opened);
  await recordIn(world, tx, { caseId: opened.id, what: 'opened', who: 'product', detail: `${about.origin} ${about.reason}` });
  return opened;
}

async function addEvidence({ clock }: World, tx: Tx, caseId: string, evidence: StoredEvidence): Promise<void> {
  const store = createEvidenceStore(tx);
  if (!(await store.has(caseId, evidence.kind, evidence.itemId))) await store.put(caseId, evidence, clock.now());
}
