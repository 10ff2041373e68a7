// Advances cases regularly: draws juries, applies deadlines and decisions and removes evidence. It also ends suspensions.
import { eachDespiteErrors } from '#server/jobs/each-despite-errors.ts';
import type { World } from '#server/world.ts';
import type { CasesService } from './cases.service.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import { createCasesStore } from './cases.store.ts';
import { withholds } from './decisions.ts';
import { createEvidenceStore } from './evidence.store.ts';
import { recordIn } from './ledger.service.ts';
import type { ReportsService } from './reports.service.ts';
import { applyWithheld, type Withholders } from './withheld.ts';
import { createWithheldStore } from './withheld.store.ts';

interface Dependencies {
  readonly reports: Pick<ReportsService, 'completeEvidence'>;
  readonly cases: Pick<CasesService, 'runDue'>;
  readonly withholders: Withholders;
}

export async function sweepCases(world: World, { reports, cases, withholders }: Dependencies): Promise<void> {
  const steps = [
    () => reports.completeEvidence(),
    () => cases.runDue(),
    () => applyWithheld(world, withholders),
    () => removeEvidence(world),
  ];
  await eachDespiteErrors(world, 'steps of the sweep of cases failed', steps, (step) => step());
}

/** Members whose suspension has ended are shown again to those who watch their sector. */
export function endSuspensions(
  { bus }: Pick<World, 'bus'>,
  { visibility }: { readonly visibility: Pick<Visibility, 'removeEndedSuspensions'> },
): void {
  for (const profileId of visibility.removeEndedSuspensions())
    bus.publish({ type: 'profileChanged', profileId, wasShown: false });
}

/** Removes the evidence and the id of the reported member when no appeal or decision can follow. */
async function removeEvidence(world: World): Promise<void> {
  const { clock, db, limits } = world;
  const nowMs = clock.now();
  const since = { appealableSinceMs: nowMs - limits.appealMs, goneSinceMs: nowMs - limits.evidenceOfGoneMs };
  await eachDespiteErrors(
    world,
    'evidence could not be removed',
    await createCasesStore(db.read).closing(since),
    ({ id, outcome, subject_id }) =>
      db.write(async (tx) => {
        if (outcome !== null && withholds(outcome)) await createWithheldStore(tx).keepFor(id, subject_id);
        await createEvidenceStore(tx).removeOf(id);
        await createCasesStore(tx).clearShownWords(id);
        await createCasesStore(tx).change(id, { state: 'final', subject_id: '' });
        await recordIn(world, tx, { caseId: id, what: 'evidence-gone', who: 'product' });
      }),
  );
}
