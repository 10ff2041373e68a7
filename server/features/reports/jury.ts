// Draws jurors at random: members in good standing who are no party, know none and do not live near one.
import { mayJudge } from '#shared/rules/arbitration.ts';
import { distanceMetres } from '#shared/rules/distance.ts';
import type { World } from '#server/world.ts';
import { createCasesStore, type StoredCase } from './cases.store.ts';
import { createJuryStore } from './jury.store.ts';

const windowSize = 60;

/** Up to `count` profile ids. Only reads, so not inside a write. */
export async function drawJurors(world: World, { id: caseId, subject_id }: StoredCase, count: number): Promise<string[]> {
  const { clock, db, ids, limits } = world;
  const nowMs = clock.now();
  const reporters = (await createCasesStore(db.read).reportsIn(caseId)).map(({ reporter_id }) => reporter_id);
  const parties = [...new Set([subject_id, ...reporters])];
  const wanted = {
    caseId,
    parties,
    memberSinceMs: nowMs - limits.jurorMemberMs,
    seenSinceMs: nowMs - limits.jurorSeenMs,
    cleanSinceMs: nowMs - limits.jurorCleanMs,
    seatsMost: limits.maxCasesPerJuror,
  };
  const store = createJuryStore(db.read);
  const found: string[] = [];
  const begin = ids.uuid();
  for (const [beginId, untilId] of [
    [begin, null],
    ['', begin],
  ] as const) {
    for (let afterId: string = beginId; ;) {
      const window = await store.candidates(wanted, { afterId, untilId, size: windowSize });
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

/** By published points; a member without one counts as far. */
function isFarFromParties({ nearby, limits }: World, id: string, parties: readonly string[]): boolean {
  const own = nearby.get(id);
  if (!own) return true;
  return parties.every((party) => {
    const place = nearby.get(party);
    return !place || distanceMetres(own, place) >= limits.jurorFarMetres;
  });
}

/** A uniformly random subset of size `count`. */
function sample(all: readonly string[], count: number, fraction: () => number): string[] {
  const rest = [...all];
  const drawn: string[] = [];
  while (drawn.length < count && rest.length > 0) drawn.push(...rest.splice(Math.floor(fraction() * rest.length), 1));
  return drawn;
}
