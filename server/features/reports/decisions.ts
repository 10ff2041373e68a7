// Stores a decision and its effects: withheld items, suspensions and notifications.
import type { CaseOutcome } from '#shared/rules/arbitration.ts';
import type { Tx } from '#server/db/open.ts';
import { publishAfter } from '#server/changes/publish-after.ts';
import type { World } from '#server/world.ts';
import type { NotificationsService } from '#server/features/notifications/notifications.service.ts';
import { storedSuspensionEnd } from '#server/features/visibility/visibility.service.ts';
import type { CaseNews } from '#server/texts/case-news.ts';
import { createCasesStore, type StoredCase } from './cases.store.ts';
import { createEvidenceStore } from './evidence.store.ts';
import { recordIn, type Actor } from './ledger.service.ts';
import { createWithheldStore } from './withheld.store.ts';

interface NewDecision {
  readonly outcome: CaseOutcome;
  readonly by: 'jury' | 'admin';
  readonly who: Actor;
}

export type Decide = (tx: Tx, decided: StoredCase, decision: NewDecision) => Promise<void>;

/** True for outcomes that withhold the reported items. */
export const withholds = (outcome: CaseOutcome): boolean => outcome === 'hide' || outcome === 'suspend';

/** Call `decide` in a transaction that has locked the case. */
export function createDecide(world: World, notifications: Pick<NotificationsService, 'addAboutCase'>): Decide {
  const { clock, limits } = world;

  return async (tx, decided, { outcome, by, who }) => {
    const nowMs = clock.now();
    const cases = createCasesStore(tx);
    const isAppeal = decided.state === 'appealed';
    const endsMs = outcome !== 'suspend' ? null : (decided.sanction_ends_ms ?? nowMs + limits.suspensionMs);
    const wasSuspended = (await storedSuspensionEnd(tx, decided.subject_id, nowMs)) !== null;
    await cases.change(decided.id, {
      outcome,
      state: isAppeal ? 'final' : 'decided',
      decided_by: by,
      decided_ms: nowMs,
      due_ms: null,
      sanction_ends_ms: endsMs,
    });
    await recordIn(world, tx, { caseId: decided.id, what: 'decided', who, detail: `${by} ${outcome}` });

    const subjectId = decided.subject_id;
    if (await cases.hasProfile(subjectId)) {
      if (withholds(outcome)) await withholdAll(tx, decided);
      else await createWithheldStore(tx).lift(decided.id);
      const untilMs = await storedSuspensionEnd(tx, subjectId, nowMs);
      if (outcome === 'suspend' || decided.sanction_ends_ms !== null)
        publishAfter(world, tx, {
          type: 'suspensionChanged',
          profileId: subjectId,
          untilMs,
          ...(wasSuspended && { wasSuspended }),
        });
      if (outcome !== 'none' || isAppeal)
        await notifications.addAboutCase(tx, subjectId, newsForSubject({ ...decided, outcome }, endsMs, isAppeal));
    }
    if (!isAppeal)
      for (const reporterId of new Set((await cases.reportsIn(decided.id)).map(({ reporter_id }) => reporter_id)))
        await notifications.addAboutCase(tx, reporterId, { what: 'report-decided' });
  };

  async function withholdAll(tx: Tx, { id: caseId, subject_id }: StoredCase): Promise<void> {
    for (const { kind, itemId, said, pictures, pendingPictures } of await createEvidenceStore(tx).of(caseId)) {
      const hasContent = said.length + pictures.length + pendingPictures.length > 0;
      if (hasContent)
        await createWithheldStore(tx).withhold({ kind, item_id: itemId || subject_id, case_id: caseId, owner_id: subject_id });
    }
  }
}

const newsForSubject = (
  { outcome, item_kind: item, reason }: StoredCase & { outcome: CaseOutcome },
  endsMs: number | null,
  isAppeal: boolean,
): CaseNews => (outcome === 'none' ? { what: 'revoked' } : { what: 'decided', outcome, item, reason, endsMs, isAppeal });
