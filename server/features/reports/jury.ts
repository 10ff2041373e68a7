// Draws members for a jury at random: in good standing, no party, knowing none of the parties and not living next to them.
import { mayJudge } from '#shared/rules/arbitration.ts';
import { distanceMetres } from '#shared/rules/distance.ts';
import type { World } from '#server/world.ts';
import { createCasesStore, type StoredCase } from './cases.store.ts';
import { createJuryStore } from './jury.store.ts';

const windowSize = 60;

/** Up to `count` profile ids; fewer where there are no more. Reads only, so not inside a write. */
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
    seatsMost: limits.jurorSeatsMost,
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
      found.push(...window.filter((id) => isTrusted(id) && isFarFromAll(world, id, parties)));
      if (found.length >= windowSize) return sample(found, count, ids.fraction);
      const last = window.at(-1);
      if (last === undefined || window.length < windowSize) break;
      afterId = last;
    }
  }
  return sample(found, count, ids.fraction);
}

/** By what others are shown of their places; of somebody who shows none nothing is known. */
function isFarFromAll({ nearby, limits }: World, id: string, parties: readonly string[]): boolean {
  const own = nearby.get(id);
  if (!own) return true;
  return parties.every((party) => {
    const place = nearby.get(party);
    return !place || distanceMetres(own, place) >= limits.jurorFarMetres;
  });
}

/** `count` of them, each set as likely as any other. */
function sample(all: readonly string[], count: number, fraction: () => number): string[] {
  const rest = [...all];
  const taken: string[] = [];
  while (taken.length < count && rest.length > 0) taken.push(...rest.splice(Math.floor(fraction() * rest.length), 1));
  return taken;
}
