// Updates the ages in the nearby index each day, because a member who stays in one place causes no other update.
import { setImmediate as otherCalls } from 'node:timers/promises';
import { ageOn } from '#shared/rules/age.ts';
import { dayOf } from '#shared/rules/community.ts';
import type { Page, Scan, ScanKey } from '#server/db/scan.ts';
import type { World } from '#server/world.ts';

interface Dependencies {
  readonly birthdatesPage: (scan: Scan, after: ScanKey, size: number) => Promise<Page<{ id: string; birthdate: string | null }>>;
  /** Reads a member into the index again. */
  readonly refresh: (profileId: string) => Promise<void>;
}

const pageSize = 1_000;

/** Create it before ages are read into the index, and call the returned function regularly. */
export function createBirthdays(
  { clock, db, nearby }: Pick<World, 'clock' | 'db' | 'nearby'>,
  { birthdatesPage, refresh }: Dependencies,
): () => Promise<void> {
  let knownDay = dayOf(clock.now());

  return async () => {
    const today = dayOf(clock.now());
    if (today === knownDay) return;
    const hasNewAge = (birthdate: string | null): boolean =>
      birthdate !== null && ageOn(birthdate, today) !== ageOn(birthdate, knownDay);
    const scan = db.scanOf('profiles.id');
    for (let after: ScanKey | null = scan.start; after !== null; await otherCalls()) {
      const { rows, next } = await birthdatesPage(scan, after, pageSize);
      for (const { id, birthdate } of rows) if (nearby.get(id) && hasNewAge(birthdate)) await refresh(id);
      after = next;
    }
    knownDay = today;
  };
}
