// The course of a case: a jury decides it, or it is referred to administrators.
import type { JurorCaseDetails, Decision, JurorCase } from '#shared/contract/reports.ts';
import { jurorWeight, jurySize, quorum, verdictOf, type Vote } from '#shared/rules/arbitration.ts';
import { publishAfter } from '#server/changes/publish-after.ts';
import type { Tx } from '#server/db/open.ts';
import { problem } from '#server/http/problems.ts';
import { eachDespiteErrors } from '#server/jobs/each-despite-errors.ts';
import type { World } from '#server/world.ts';
import type { NotificationsService } from '#server/features/notifications/notifications.service.ts';
import { createCasesStore, type StoredCase } from './cases.store.ts';
import { createDecide } from './decisions.ts';
import { evidenceShown, maskIn } from './evidence.ts';
import { createEvidenceStore } from './evidence.store.ts';
import { drawJurors } from './jury.ts';
import { createJuryStore, hasSeat, type StoredJuror } from './jury.store.ts';
import { recordIn, type Actor } from './ledger.service.ts';

export interface CasesService {
  /** Open cases in which the member is a juror, and decisions about the member. */
  list(profileId: string): Promise<{ seats: JurorCase[]; decisions: Decision[] }>;
  /** The number of open cases in which the member is a juror and has not voted. */
  waiting(profileId: string): Promise<number>;
  /** Records the view in the ledger. Problem: not-found for members who are not jurors, and once the jury no longer judges the case. */
  view(profileId: string, caseId: string): Promise<JurorCaseDetails>;
  /** Votes. Null declines to judge. Problem: not-found as for `view`. */
  vote(profileId: string, caseId: string, vote: Vote | null): Promise<void>;
  /** Problems: not-found for decisions that `list` does not show the member, appealed-already also after the time for appeals. */
  appeal(profileId: string, caseId: string, words: string): Promise<Decision>;
  /** Draws due juries, replaces absent jurors and closes votes. */
  runDue(): Promise<void>;
}

export function createCasesService(world: World, notifications: NotificationsService): CasesService {
  const { bus, clock, db, limits } = world;
  const readStore = createCasesStore(db.read);
  const decide = createDecide(world, notifications);
  const juror = (id: string): Actor => ({ part: 'juror', id });

  async function refer(tx: Tx, caseId: string, because: NonNullable<StoredCase['referred_because']>): Promise<void> {
    await createCasesStore(tx).change(caseId, { state: 'referred', referred_because: because, due_ms: null });
    await recordIn(world, tx, { caseId, what: 'referred', who: 'product', detail: because });
  }

  /** Decides the case by the votes that were cast, or refers it to administrators if these are too few or ask for that. */
  async function conclude(tx: Tx, judged: StoredCase): Promise<void> {
    const jury = createJuryStore(tx);
    const voted = (await jury.jurorsOf(judged.id)).flatMap(({ juror_id, state, vote }) =>
      state === 'voted' && vote !== null ? [{ juror_id, vote }] : [],
    );
    const records = await jury.recordsOf(voted.map(({ juror_id }) => juror_id));
    const verdict = verdictOf(
      voted.map(({ juror_id, vote }) => ({ vote, weight: jurorWeight(records.get(juror_id) ?? { voted: 0, agreed: 0 }) })),
    );
    if (verdict !== null && verdict !== 'refer') return decide(tx, judged, { outcome: verdict, by: 'jury', who: 'product' });
    return refer(tx, judged.id, verdict === null ? 'few-votes' : 'wanted');
  }

  /** Runs `work` in a transaction, unless the state or the round of the case has changed since it was read. */
  async function change({ id, state, jury_round }: StoredCase, work: (tx: Tx, now: StoredCase) => Promise<void>): Promise<void> {
    await db.write(async (tx) => {
      await db.lock(tx, `case:${id}`);
      const now = await createCasesStore(tx).find(id);
      if (now !== null && now.state === state && now.jury_round === jury_round) await work(tx, now);
    });
  }

  async function seat(tx: Tx, caseId: string, jurorIds: readonly string[]): Promise<void> {
    await createJuryStore(tx).seat(caseId, jurorIds, clock.now());
    for (const id of jurorIds) {
      await recordIn(world, tx, { caseId, what: 'drawn', who: juror(id) });
      await notifications.addAboutCase(tx, id, { what: 'drawn' });
    }
  }

  /** Updates the juror's screens when there is no notification of a change of their seat. */
  const publishSeat = (tx: Tx, jurorId: string): void =>
    publishAfter(world, tx, { type: 'deliver', profileId: jurorId, event: { type: 'notifications' } });

  /** Draws a jury, or refers the case to administrators. */
  async function startJury(waiting: StoredCase): Promise<void> {
    const drawn = await drawJurors(world, waiting, jurySize);
    await change(waiting, async (tx) => {
      if (drawn.length < jurySize) return refer(tx, waiting.id, 'few-members');
      await createCasesStore(tx).change(waiting.id, { state: 'judging', jury_round: 1, due_ms: clock.now() + limits.juryMs });
      return seat(tx, waiting.id, drawn);
    });
  }

  /** Removes absent jurors. After the first deadline, draws others. After the second, or if there are none, concludes the case. */
  async function handleDeadline(judged: StoredCase): Promise<void> {
    const isAbsent = ({ state }: StoredJuror) => state === 'asked' || state === 'recused-asked';
    const missing = (await createJuryStore(db.read).jurorsOf(judged.id)).filter(({ state }) => state === 'asked').length;
    const drawn = judged.jury_round === 1 ? await drawJurors(world, judged, missing) : [];
    await change(judged, async (tx, now) => {
      const jury = createJuryStore(tx);
      for (const { juror_id } of (await jury.jurorsOf(now.id)).filter(isAbsent)) {
        await jury.leave(now.id, juror_id, 'absent');
        await recordIn(world, tx, { caseId: now.id, what: 'absent', who: juror(juror_id) });
        publishSeat(tx, juror_id);
      }
      if (drawn.length === 0) return conclude(tx, now);
      await createCasesStore(tx).change(now.id, { jury_round: 2, due_ms: clock.now() + limits.juryMs });
      return seat(tx, now.id, drawn);
    });
  }

  /** Draws another juror. If there is none, the other jurors decide, or the case is referred if they are too few. */
  async function replaceDeclined(judged: StoredCase): Promise<void> {
    const drawn = await drawJurors(world, judged, 1);
    await change(judged, async (tx, now) => {
      const jurors = (await createJuryStore(tx).jurorsOf(now.id)).filter(({ state }) => state === 'asked' || state === 'voted');
      if (jurors.length >= jurySize) return;
      if (drawn.length > 0) await seat(tx, now.id, drawn);
      else if (jurors.length < quorum) await refer(tx, now.id, 'few-members');
      else if (jurors.every(({ state }) => state === 'voted')) await conclude(tx, now);
    });
  }

  async function caseOfJuror(profileId: string, caseId: string, store = readStore, jury = createJuryStore(db.read)) {
    const [found, own] = [await store.find(caseId), await jury.find(caseId, profileId)];
    if (found === null || found.state !== 'judging' || own === null || !hasSeat(own)) throw problem('not-found');
    return { found, own };
  }

  function decisionOf(decided: StoredCase): Decision {
    const appealUntilMs = Number(decided.decided_ms) + limits.appealMs;
    return {
      caseId: decided.id,
      kind: decided.item_kind,
      reason: decided.reason,
      outcome: decided.outcome ?? 'none',
      decidedBy: decided.decided_by ?? 'jury',
      tsDecided: Number(decided.decided_ms),
      tsEnds: decided.sanction_ends_ms === null ? null : Number(decided.sanction_ends_ms),
      tsAppealUntil: decided.state === 'decided' && appealUntilMs > clock.now() ? appealUntilMs : null,
      appeal: decided.state === 'appealed' ? 'open' : decided.state === 'final' ? 'decided' : null,
    };
  }

  let round: Promise<void> | null = null;
  async function runRound(): Promise<void> {
    await eachDespiteErrors(world, 'due cases could not be continued', await readStore.due(clock.now()), (due) =>
      due.state === 'waiting' ? startJury(due) : handleDeadline(due),
    );
  }

  return {
    async list(profileId) {
      const seats = await createJuryStore(db.read).seatsFor(profileId);
      const decided = await readStore.decidedAbout(profileId);
      return {
        seats: seats.map(({ id, item_kind, reason, due_ms, vote }) => ({
          caseId: id,
          kind: item_kind,
          reason,
          tsDue: Number(due_ms),
          vote,
        })),
        // The member whom an unfounded case is about does not learn of it, unless they appealed.
        decisions: decided.filter(({ outcome, state }) => outcome !== 'none' || state === 'final').map(decisionOf),
      };
    },

    waiting: async (profileId) => (await createJuryStore(db.read).seatsFor(profileId)).filter(({ vote }) => vote === null).length,

    async view(profileId, caseId) {
      return db.write(async (tx) => {
        const { found, own } = await caseOfJuror(profileId, caseId, createCasesStore(tx), createJuryStore(tx));
        await recordIn(world, tx, { caseId, what: 'looked', who: juror(profileId) });
        const reports = await createCasesStore(tx).reportsIn(caseId);
        const stored = await createEvidenceStore(tx).of(caseId);
        return {
          caseId,
          kind: found.item_kind,
          reason: found.reason,
          tsDue: Number(found.due_ms),
          vote: own.vote,
          evidence: evidenceShown(stored, reports, await maskIn(tx, found, reports, stored)),
        };
      });
    },

    async vote(profileId, caseId, vote) {
      const { found } = await caseOfJuror(profileId, caseId);
      await db.write(async (tx) => {
        await db.lock(tx, `case:${caseId}`);
        const jury = createJuryStore(tx);
        const { found: now } = await caseOfJuror(profileId, caseId, createCasesStore(tx), jury);
        if (vote === null) await jury.leave(caseId, profileId, 'declined');
        else await jury.vote(caseId, profileId, vote, clock.now());
        await recordIn(world, tx, { caseId, what: vote === null ? 'declined' : 'voted', who: juror(profileId) });
        publishSeat(tx, profileId);
        const seats = (await jury.jurorsOf(caseId)).filter(({ state }) => state === 'asked' || state === 'voted');
        const isComplete = seats.length >= (now.jury_round === 1 ? jurySize : quorum);
        if (vote !== null && isComplete && seats.every(({ state }) => state === 'voted')) await conclude(tx, now);
      });
      if (vote === null) await replaceDeclined(found);
      bus.publish({ type: 'casesDue' });
    },

    async appeal(profileId, caseId, text) {
      return db.write(async (tx) => {
        await db.lock(tx, `case:${caseId}`);
        const cases = createCasesStore(tx);
        const found = await cases.find(caseId);
        if (found?.subject_id !== profileId || found.outcome === null) throw problem('not-found');
        if (found.outcome === 'none' && found.state !== 'final') throw problem('not-found');
        const isLate = Number(found.decided_ms) + limits.appealMs <= clock.now();
        if (found.state !== 'decided' || isLate || (await cases.appealOf(caseId)) !== null) throw problem('appealed-already');
        const mask = await maskIn(tx, found, await cases.reportsIn(caseId), await createEvidenceStore(tx).of(caseId));
        const words = { words: text, masked_words: mask(text) };
        await cases.addAppeal({ case_id: caseId, appellant_id: profileId, ...words, created_ms: clock.now() });
        await cases.change(caseId, { state: 'appealed' });
        await recordIn(world, tx, { caseId, what: 'appealed', who: { part: 'subject', id: profileId } });
        return decisionOf({ ...found, state: 'appealed' });
      });
    },

    runDue: () => (round ??= runRound().finally(() => (round = null))),
  };
}
