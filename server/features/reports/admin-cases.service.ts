// Lets administrators view and decide referred cases and appeals.
import type { AdminCase, AdminCaseDetails } from '#shared/contract/reports.ts';
import type { CaseOutcome } from '#shared/rules/arbitration.ts';
import { problem } from '#server/http/problems.ts';
import { publishAfter } from '#server/changes/publish-after.ts';
import type { World } from '#server/world.ts';
import type { NotificationsService } from '#server/features/notifications/notifications.service.ts';
import { createCasesStore, type StoredCase } from './cases.store.ts';
import { createDecide } from './decisions.ts';
import { evidenceShown, maskIn } from './evidence.ts';
import { createEvidenceStore } from './evidence.store.ts';
import { createJuryStore } from './jury.store.ts';
import { recordIn } from './ledger.service.ts';

export interface AdminCasesService {
  /** The referred and appealed cases in which the administrator is no party, oldest first. */
  list(adminId: string): Promise<AdminCase[]>;
  /** Records the view in the ledger. Problem: not-found for a case that is not in the list. */
  view(adminId: string, caseId: string): Promise<AdminCaseDetails>;
  /** Problem: not-found for a case that is not in the list. */
  decide(adminId: string, caseId: string, outcome: CaseOutcome): Promise<AdminCase>;
}

const isWaiting = ({ state }: StoredCase): boolean => state === 'referred' || state === 'appealed';

const toAdminCase = (stored: StoredCase): AdminCase => ({
  caseId: stored.id,
  kind: stored.item_kind,
  reason: stored.reason,
  origin: stored.origin,
  state: stored.state,
  referredBecause: stored.referred_because,
  outcome: stored.outcome,
  tsOpened: Number(stored.opened_ms),
});

export function createAdminCasesService(world: World, notifications: NotificationsService): AdminCasesService {
  const { db } = world;
  const decide = createDecide(world, notifications);

  /** Leaves out cases about the administrator, and cases that they reported. */
  async function findFor(cases: ReturnType<typeof createCasesStore>, adminId: string, caseId: string): Promise<StoredCase> {
    const found = await cases.find(caseId);
    if (found === null || !isWaiting(found) || found.subject_id === adminId) throw problem('not-found');
    if ((await cases.reportsIn(caseId)).some(({ reporter_id }) => reporter_id === adminId)) throw problem('not-found');
    return found;
  }

  return {
    list: async (adminId) => (await createCasesStore(db.read).forAdmin(adminId)).map(toAdminCase),

    view: (adminId, caseId) =>
      db.write(async (tx) => {
        const cases = createCasesStore(tx);
        const found = await findFor(cases, adminId, caseId);
        await recordIn(world, tx, { caseId, what: 'looked', who: { part: 'admin', id: adminId } });
        const reports = await cases.reportsIn(caseId);
        const stored = await createEvidenceStore(tx).of(caseId);
        const mask = await maskIn(tx, found, reports, stored);
        const appeal = await cases.appealOf(caseId);
        const jurors = await createJuryStore(tx).jurorsOf(caseId);
        return {
          ...toAdminCase(found),
          evidence: evidenceShown(stored, reports, mask),
          votes: jurors.flatMap(({ state, vote }) => (state !== 'voted' || vote === null ? [] : [vote])).toSorted(),
          appealWords: appeal && mask(appeal.masked_words ?? appeal.words),
        };
      }),

    async decide(adminId, caseId, outcome) {
      await db.write(async (tx) => {
        await db.lock(tx, `case:${caseId}`);
        const found = await findFor(createCasesStore(tx), adminId, caseId);
        await decide(tx, found, { outcome, by: 'admin', who: { part: 'admin', id: adminId } });
        publishAfter(world, tx, { type: 'casesDue' });
      });
      const decided = await createCasesStore(db.read).find(caseId);
      if (decided === null) throw problem('not-found');
      return toAdminCase(decided);
    },
  };
}
