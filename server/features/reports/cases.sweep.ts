// What happens to cases by itself: juries, deadlines, what was decided, ends of suspensions, and evidence that is no longer needed.
import type { FastifyInstance } from 'fastify';
import type { World } from '#server/world.ts';
import type { CasesService } from './cases.service.ts';
import { createCasesStore } from './cases.store.ts';
import { createEvidenceStore } from './evidence.store.ts';
import { recordIn } from './ledger.service.ts';
import type { ReportsService } from './reports.service.ts';
import type { Suspensions } from './suspensions.service.ts';
import { carryOut, type Withholders } from './withheld.ts';

interface Needs {
  readonly reports: ReportsService;
  readonly cases: CasesService;
  readonly suspensions: Suspensions;
  readonly withholders: Withholders;
}

/** Looks now and again until the application closes, which waits for the round that is on its way. Gives how to look at once. */
export function sweepCases(app: FastifyInstance, world: World, needs: Needs): () => void {
  let round: Promise<void> | null = null;
  let isAskedAgain = false;
  let isClosed = false;
  const look = (): void => {
    isAskedAgain = true;
    round ??= rounds().finally(() => (round = null));
  };
  async function rounds(): Promise<void> {
    while (isAskedAgain && !isClosed) {
      isAskedAgain = false;
      await oneRound(world, needs).catch((error: unknown) => world.log.error({ err: error }, 'cases could not be looked after'));
    }
  }
  const timer = setInterval(look, world.limits.casesSweepMs);
  timer.unref();
  app.addHook('onClose', async () => {
    isClosed = true;
    clearInterval(timer);
    await round;
  });
  return look;
}

async function oneRound(world: World, { reports, cases, suspensions, withholders }: Needs): Promise<void> {
  await reports.completeEvidence();
  await cases.advance();
  await carryOut(world, withholders);
  // Those who look at the place where he is are shown him again.
  for (const profileId of suspensions.takeEnded()) world.bus.publish({ type: 'profileChanged', profileId });
  await forgetEvidence(world);
}

/** Nothing can follow any more: neither an appeal nor, of somebody who left, a decision. What is left names nobody. */
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
