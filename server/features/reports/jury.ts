// Draws random jurors: members in good standing who are not parties, know no party and are not near one.
import { mayJudge } from '#shared/rules/arbitration.ts';
import { distanceMetres } from '#shared/rules/distance.ts';
import type { World } from '#server/world.ts';
import { createCasesStore, type StoredCase } from './cases.store.ts';
import { createJuryStore } from './jury.store.ts';

const windowSize = 60;

/** Up to `count` profile ids. Do not call it inside a write. */
export async function drawJurors(world: World, { id: caseId, subject_id }: StoredCase, count: number): Promise<string[]> {
  const { clock, db, ids, limits } = world;
  const nowMs = clock.now();
  const reporters = (await createCasesStore(db.read).reportsIn(caseId)).map(({ reporter_id }) => reporter_id);
  const parties = [...new Set([subject_id, ...reporters])];
  const criteria = {
    caseId,
    parties,
    memberSinceMs: nowMs - limits.jurorMemberMs,
    seenSinceMs: nowMs - limits.jurorSeenMs,
    cleanSinceMs: nowMs - limits.jurorCleanMs,
    maxSeats: limits.maxCasesPerJuror,
  };
  const store = createJuryStore(db.read);
  const found: string[] = [];
  const startId = ids.uuid();
  for (const [fromId, untilId] of [
    [startId, null],
    ['', startId],
  ] as const) {
    for (let afterId: string = fromId; ;) {
      const window = await store.candidates(criteria, { afterId, untilId, size: windowSize });
      const records = await store.recordsOf(window);
      const isTrusted = (id: string) => mayJudge(records.get(id) ?? { voted: 0, agreed: 0 });
      found.push(...window.filter((id) => isTrusted(id) && isFarFromParties(world, id, parties)));
      if (found.length >= windowSize) return sample(found, count, ids.fraction);
      const last = window.at(-1);
      if (last === undefined || window.length < windowSize) break;
      afterId = last;
    }
  }
  return sample(found, count, ids.fraction);
}

/** Compares published points. A member without one counts as far. */
function isFarFromParties({ nearby, limits }: World, id: string, parties: readonly string[]): boolean {
  const own = nearby.get(id);
  if (!own) return true;
  return parties.every((party) => {
    const place = nearby.get(party);
    return !place || distanceMetres(own, place) >= limits.jurorFarMetres;
  });
}

/** A random subset in which each element has the same chance. */
function sample(all: readonly string[], count: number, fraction: () => number): string[] {
  const remaining = [...all];
  const drawn: string[] = [];
  while (drawn.length < count && remaining.length > 0)
    drawn.push(...remaining.splice(Math.floor(fraction() * remaining.length), 1));
  return drawn;
}
