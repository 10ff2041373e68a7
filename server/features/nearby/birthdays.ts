// Updates the ages in the nearby index each day, because members who stay where they are change nothing else.
import { setImmediate as otherCalls } from 'node:timers/promises';
import { ageOn } from '#shared/rules/age.ts';
import { dayOf } from '#shared/rules/community.ts';
import type { ScanKey } from '#server/db/scan.ts';
import { createProfilesStore } from '#server/features/profiles/profiles.store.ts';
import type { World } from '#server/world.ts';

const pageSize = 1_000;

/** The index has the ages of now. Call the returned function regularly. `refresh` reads a member again. */
export function createBirthdays(
  { clock, db, nearby }: Pick<World, 'clock' | 'db' | 'nearby'>,
  refresh: (profileId: string) => Promise<void>,
): () => Promise<void> {
  const profiles = createProfilesStore(db.read);
  let knownDay = dayOf(clock.now());

  return async () => {
    const today = dayOf(clock.now());
    if (today === knownDay) return;
    const hasNewAge = (birthdate: string | null): boolean =>
      birthdate !== null && ageOn(birthdate, today) !== ageOn(birthdate, knownDay);
    const scan = db.scanOf('profiles.id');
    for (let after: ScanKey | null = scan.start; after !== null; await otherCalls()) {
      const { rows, next } = await profiles.birthdatesPage(scan, after, pageSize);
      for (const { id, birthdate } of rows) if (nearby.get(id) && hasNewAge(birthdate)) await refresh(id);
      after = next;
    }
    knownDay = today;
  };
}
