// The sweep of cases: juries, deadlines, decisions, ends of suspensions, and evidence that is no longer needed.
import type { World } from '#server/world.ts';
import type { CasesService } from './cases.service.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import { createCasesStore } from './cases.store.ts';
import { createEvidenceStore } from './evidence.store.ts';
import { recordIn } from './ledger.service.ts';
import type { ReportsService } from './reports.service.ts';
import { applyWithheld, type Withholders } from './withheld.ts';

interface Needs {
  readonly reports: Pick<ReportsService, 'completeEvidence'>;
  readonly cases: Pick<CasesService, 'advance'>;
  readonly visibility: Pick<Visibility, 'takeEndedSuspensions'>;
  readonly withholders: Withholders;
}

export async function sweepCases(world: World, { reports, cases, visibility, withholders }: Needs): Promise<void> {
  await reports.completeEvidence();
  await cases.advance();
  await applyWithheld(world, withholders);
  // Lets members who watch the sector see a member again whose suspension has ended.
  for (const profileId of visibility.takeEndedSuspensions()) world.bus.publish({ type: 'profileChanged', profileId });
  await forgetEvidence(world);
}

/** Neither an appeal nor, about a deleted member, a decision can follow any more. What remains names nobody. */
async function forgetEvidence(world: World): Promise<void> {
  const { clock, db, limits } = world;
  const nowMs = clock.now();
  const since = { appealableSinceMs: nowMs - limits.appealMs, goneSinceMs: nowMs - limits.evidenceOfGoneMs };
  for (const { id, outcome } of await createCasesStore(db.read).closing(since))
    await db.write(async (tx) => {
      await createEvidenceStore(tx).removeOf(id);
      await createCasesStore(tx).forgetSaidBefore(id);
      await createCasesStore(tx).change(id, { state: 'final', subject_id: '', outcome: outcome ?? 'none' });
      await recordIn(world, tx, { caseId: id, what: 'evidence-gone', who: 'product' });
    });
}
