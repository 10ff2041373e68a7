// Changes of the own profile that wait on this device: stored here, overlaid on the server's answer, chosen by the member in a conflict.
import { profiles, type Profile } from '#shared/contract/profiles.ts';
import { enqueue } from '#client/offline/outbox/enqueue.ts';
import { isSame, mergedOnto, partOf } from '#client/offline/outbox/merge.ts';
import { isConflict, type OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { outbox } from '#client/offline/outbox/outbox.ts';
import { placeholderOf } from './placeholder-of.ts';

export type ProfileFields = Pick<
  Profile,
  'profilename' | 'profilePicIds' | 'profilePicIdsPrivate' | 'birthdate' | 'height' | 'weight' | 'description' | 'characteristics'
>;

/** A change as a function of the state, so that it can be applied again to a newer one. */
export type Change = (profile: Profile) => Partial<ProfileFields>;

/** All changes of the own profile keep their order in this one. */
export const profileQueue = 'profile';

/** A change of the own profile that is on its way. */
export const isUnderWay = ({ queue, state }: OutboxEntry): boolean => queue === profileQueue && state !== 'failed';

/** The If-Match of a change that was made on this state; null where it is not known, and the last one wins. */
export const stateOf = ({ version }: Profile): string | null => (version === undefined ? null : `"${version}"`);

/** Written by this device in this shape. */
const changesOf = ({ body }: Pick<OutboxEntry, 'body'>): Partial<ProfileFields> => Object(body);

/** A profile as it is once these writes are there. */
export const withWrites = (profile: Profile, entries: readonly OutboxEntry[]): Profile =>
  entries.length === 0 ? profile : withColours(profile, entries.reduce<Profile>(withWrite, profile));

const withWrite = (shown: Profile, entry: OutboxEntry): Profile => ({
  ...shown,
  ...changesOf(entry),
  ...picturesWith(shown, entry),
});

/** A changed profile with the colours of its pictures in their new places. */
export const withColours = (before: Profile, changed: Profile): Profile => ({
  ...changed,
  picPlaceholders: changed.profilePicIds.map((id) => placeholderOf(before, id) ?? ''),
  picPlaceholdersPrivate: changed.profilePicIdsPrivate.map((id) => placeholderOf(before, id) ?? ''),
});

const pictureLists = ['profilePicIds', 'profilePicIdsPrivate'] as const;

export const changesPictures = (body: unknown): boolean => pictureLists.some((list) => list in Object(body));

/** The lists of pictures as the server will make them: one that came in meanwhile stays, one that is gone does not come back. */
function picturesWith(shown: Profile, { base, body }: Pick<OutboxEntry, 'base' | 'body'>): Partial<ProfileFields> {
  const names = pictureLists.filter((list) => list in Object(body) && list in (base ?? {}));
  const merged = mergedOnto(shown, partOf(base ?? {}, names), Object(body)).body;
  return { ...Object.fromEntries(names.map((list) => [list, shown[list]])), ...merged };
}

let turn: Promise<unknown> = Promise.resolve();

/**
 * Stores a change on this device and sends it; `profile` is the server's state. Resolves once it is stored; rejects if
 * the device has no storage.
 */
export function writeProfile(profile: Profile, change: Change): Promise<unknown> {
  const write = async (): Promise<void> => {
    const underWay = (await outbox.entries(profile.id)).filter(isUnderWay);
    const changes = change(withWrites(profile, underWay));
    const beingSent = underWay.filter(({ state }) => state === 'sending');
    const base = partOf(withWrites(profile, beingSent), Object.keys(changes));
    const args = { body: { id: profile.id, ...changes } };
    await enqueue(profiles.putProfile, args, {
      profile: profile.id,
      label: 'Your profile',
      version: stateOf(profile),
      base,
    });
  };
  // Two changes of the same field must not overtake each other on their way into the outbox.
  turn = turn.then(write, write);
  return turn;
}

export interface ProfileConflict {
  readonly field: keyof ProfileFields;
  /** What was written on this device. */
  readonly mine: unknown;
  /** What another device has made of it. */
  readonly theirs: unknown;
}

/** The fields that two devices changed to different values, each once, with what was written here last. */
export function conflictsOf(entries: readonly OutboxEntry[], stored: Profile): ProfileConflict[] {
  const mine = entries
    .filter(isConflict)
    .reduce<Partial<ProfileFields>>((all, entry) => ({ ...all, ...conflictPart(entry) }), {});
  return fieldNames(mine)
    .map((field) => ({ field, mine: mine[field], theirs: stored[field] }))
    .filter((conflict) => !isSame(conflict.mine, conflict.theirs));
}

/** Discards the writes of these fields after the choice. */
export async function settleConflicts(profileId: string, fields: readonly string[]): Promise<void> {
  const entries = (await outbox.entries(profileId)).filter((entry) => entry.queue === profileQueue && isConflict(entry));
  const chosen = entries.filter((entry) => fieldNames(conflictPart(entry)).every((field) => fields.includes(field)));
  await Promise.all(chosen.map(({ id }) => outbox.drop(id)));
}

/** Discards the picture changes of a write; its text fields are sent again without them. */
export async function dropPictures({ id, profile, body }: OutboxEntry, stored: Profile): Promise<void> {
  const words = Object.entries(changesOf({ body })).filter(([name]) => name !== 'id' && !changesPictures({ [name]: null }));
  await outbox.drop(id);
  if (words.length > 0 && stored.id === profile) await writeProfile(stored, () => Object.fromEntries(words));
}

const conflictPart = (entry: OutboxEntry): Partial<ProfileFields> =>
  Object.fromEntries(Object.entries(changesOf(entry)).filter(([name]) => name in (entry.base ?? {})));

const names: readonly (keyof ProfileFields)[] = [
  'profilename',
  'birthdate',
  'height',
  'weight',
  'description',
  'characteristics',
  'profilePicIds',
  'profilePicIdsPrivate',
];
const fieldNames = (part: Partial<ProfileFields>) => names.filter((name) => name in part);
