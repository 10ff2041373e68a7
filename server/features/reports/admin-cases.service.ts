// Administrators decide referred cases and appeals; each view of private material is recorded.
import type { AdminCase, AdminCaseDetails } from '#shared/contract/reports.ts';
import type { CaseOutcome } from '#shared/rules/arbitration.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import type { NotificationsService } from '#server/features/notifications/notifications.service.ts';
import { createCasesStore, type StoredCase } from './cases.store.ts';
import { createDecide } from './decisions.ts';
import { evidenceShown } from './evidence.ts';
import { createEvidenceStore } from './evidence.store.ts';
import { createJuryStore } from './jury.store.ts';
import { recordIn } from './ledger.service.ts';

export interface AdminCasesService {
  /** Cases that wait for a decision, oldest first. */
  list(): Promise<AdminCase[]>;
  /** Recorded. Problem: not-found for a case that does not wait for an administrator. */
  view(adminId: string, caseId: string): Promise<AdminCaseDetails>;
  /** Problem: not-found, as above, also for a case in which the administrator is a party. */
  decide(adminId: string, caseId: string, outcome: CaseOutcome): Promise<AdminCase>;
}

const waits = ({ state }: StoredCase): boolean => state === 'referred' || state === 'appealed';

const listed = (one: StoredCase): AdminCase => ({
  caseId: one.id,
  kind: one.item_kind,
  reason: one.reason,
  origin: one.origin,
  state: one.state,
  referredBecause: one.referred_because,
  outcome: one.outcome,
  tsOpened: Number(one.opened_ms),
});

export function createAdminCasesService(world: World, notifications: NotificationsService): AdminCasesService {
  const { bus, db } = world;
  const decide = createDecide(world, notifications);

  /** Administrators do not decide cases about themselves, nor those they reported. */
  async function forAdmin(cases: ReturnType<typeof createCasesStore>, adminId: string, caseId: string): Promise<StoredCase> {
    const found = await cases.find(caseId);
    if (found === null || !waits(found) || found.subject_id === adminId) throw problem('not-found');
    if ((await cases.reportsIn(caseId)).some(({ reporter_id }) => reporter_id === adminId)) throw problem('not-found');
    return found;
  }

  return {
    list: async () => (await createCasesStore(db.read).forAdmins()).map(listed),

    view: (adminId, caseId) =>
      db.write(async (tx) => {
        const cases = createCasesStore(tx);
        const found = await forAdmin(cases, adminId, caseId);
        await recordIn(world, tx, { caseId, what: 'looked', who: { part: 'admin', id: adminId } });
        const reports = await cases.reportsIn(caseId);
        const seats = await createJuryStore(tx).seatsOf(caseId);
        return {
          ...listed(found),
          evidence: evidenceShown(await createEvidenceStore(tx).of(caseId), reports),
          votes: seats.flatMap(({ vote }) => (vote === null ? [] : [vote])).toSorted(),
          appealWords: (await cases.appealOf(caseId))?.words ?? null,
        };
      }),

    async decide(adminId, caseId, outcome) {
      const after = await db.write(async (tx) => {
        await db.lock(tx, `case:${caseId}`);
        const found = await forAdmin(createCasesStore(tx), adminId, caseId);
        return decide(tx, found, { outcome, by: 'admin', who: { part: 'admin', id: adminId } });
      });
      for (const notify of after) notify();
      bus.publish({ type: 'casesDue' });
      const decided = await createCasesStore(db.read).find(caseId);
      if (decided === null) throw problem('not-found');
      return listed(decided);
    },
  };
}
