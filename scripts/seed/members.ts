// Inserts demo members into the database, in the state after registration, editing and uploads.
import type { Insertable } from 'kysely';
import { heightCmOf, weightKgOf } from '#shared/rules/measures.ts';
import type { PicturesTable } from '#server/db/schema.ts';
import { createDrawnPictures, type DrawnPictures } from '#server/features/admin/drawn-pictures.ts';
import { createPicturesStore } from '#server/features/pictures/pictures.store.ts';
import { createPositionsStore } from '#server/features/positions/positions.store.ts';
import { createProfilesStore } from '#server/features/profiles/profiles.store.ts';
import { createVisitsStore } from '#server/features/profiles/visits.store.ts';
import { createAccountsStore } from '#server/features/session/accounts.store.ts';
import { cellOf, cellSides } from '#server/nearby/grid.ts';
import type { World } from '#server/world.ts';
import { demoId, type DemoPerson } from './people.ts';

/** The widest of the stored sizes, so that a drawing has all of them. */
const widthPx = 2_048;
/** This is enough to use all threads for drawing and scaling. */
const concurrency = 8;

/**
 * Adds missing members, and updates position and last visit of all. Returns the numbers of the added members.
 * All members share `drawings` different pictures.
 */
export async function seedMembers(world: World, people: readonly DemoPerson[], drawings: number): Promise<Set<number>> {
  const pictures = createDrawnPictures(world, { count: drawings, widthPx });
  const added = new Set<number>();
  const waiting = [...people];
  const work = async (): Promise<void> => {
    for (let person = waiting.shift(); person; person = waiting.shift()) {
      if (await addMember(world, pictures, person)) added.add(person.number);
      await updatePosition(world, person);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return added;
}

async function addMember(world: World, pictures: DrawnPictures, person: DemoPerson): Promise<boolean> {
  const { number, accountId: id, profileId, email } = person;
  if (await createAccountsStore(world.db.read).findByEmail(email)) return false;
  const joinedMs = world.clock.now() - person.joinedAgoMs;
  const rows: Insertable<PicturesTable>[] = [];
  for (let place = 0; place < person.publicPictures + person.privatePictures; place += 1) {
    const pictureId = demoId('picture', number, place);
    const kept = await pictures.store(pictureId, drawingOf(number, place));
    rows.push({ id: pictureId, profile_id: profileId, created_ms: joinedMs, chat_with: null, ...kept });
  }
  const picIds = rows.map((row) => row.id);
  await world.db.write(async (tx) => {
    const accounts = createAccountsStore(tx);
    await accounts.insert({ id, profileId, email, acknowledgements: [], nowMs: joinedMs });
    await accounts.update(id, { name: person.name, preferences: { privatePictures: 'everyone' } });
    for (const row of rows) await createPicturesStore(tx).insert(row);
    const { name, birthdate, height, weight, description, characteristics } = person;
    const fields = { birthdate, height, weight, description, characteristics, profilename: name };
    await createProfilesStore(tx).change(
      profileId,
      {
        ...fields,
        height_cm: heightCmOf(height),
        weight_kg: weightKgOf(weight),
        picIds: picIds.slice(0, person.publicPictures),
        picIdsPrivate: picIds.slice(person.publicPictures),
      },
      { nowMs: joinedMs, isVisible: true },
    );
  });
  return true;
}

/** All first pictures are different, as far as there are drawings. */
export const drawingOf = (number: number, place: number): number => (place === 0 ? number : number * 5 + place * 23);

/** The position is reported again, since it expires after 26 hours. */
async function updatePosition(world: World, { email, place, seenAgoMs }: DemoPerson): Promise<void> {
  const nowMs = world.clock.now();
  const cell = cellOf(place.lat, place.lon, cellSides.area);
  await world.db.write(async (tx) => {
    const profileId = (await createAccountsStore(tx).findByEmail(email))?.profile_id;
    if (profileId === undefined) return;
    await createVisitsStore(tx).store([{ id: profileId, seen_ms: nowMs - seenAgoMs }]);
    await createPositionsStore(tx).put({
      profile_id: profileId,
      cell_i: cell.i,
      cell_j: cell.j,
      cell_side: cell.side,
      use_kind: 'OVERRIDE',
      is_hidden: 0,
      effective_until_ms: nowMs + world.limits.positionEffectiveMs,
      updated_ms: nowMs,
    });
  });
}
