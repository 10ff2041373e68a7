// Queues changes of the profile on this device, lays them over the server's state, and finds conflicts.
import { t } from '#client/device/texts.ts';
import { profiles, type Profile } from '#shared/contract/profiles.ts';
import { enqueue } from '#client/offline/outbox/enqueue.ts';
import { writeOf } from '#client/offline/outbox/new-write.ts';
import { untilStored } from '#client/offline/outbox/leaving.ts';
import { isSame, mergedOnto, partOf } from '#client/offline/outbox/merge.ts';
import { isConflict, type OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { outbox } from '#client/offline/outbox/outbox.ts';
import { placeholderOf } from './placeholder-of.ts';

const allFields = [
  'profilename',
  'birthdate',
  'height',
  'weight',
  'description',
  'characteristics',
  'profilePicIds',
  'profilePicIdsPrivate',
] as const;
export type ProfileFields = Pick<Profile, (typeof allFields)[number]>;

/** A change is a function, so that it can be applied again to a newer state. */
export type Change = (profile: Profile) => Partial<ProfileFields>;

/** The outbox queue that keeps profile changes in order. */
export const profileQueue = 'profile';

export const isUnsent = ({ queue, state }: OutboxEntry): boolean => queue === profileQueue && state !== 'failed';

/** The value of If-Match. Null if the version is not known; then the last write wins. */
export const etagOf = ({ version }: Profile): string | null => (version === undefined ? null : `"${version}"`);

/** The cast is safe, because this device wrote the body. */
const changesOf = ({ body }: Pick<OutboxEntry, 'body'>): Partial<ProfileFields> => Object(body);

/** The profile with the waiting writes applied. */
export const withWrites = (profile: Profile, entries: readonly OutboxEntry[]): Profile =>
  entries.length === 0 ? profile : withPlaceholders(profile, entries.reduce<Profile>(withWrite, profile));

const withWrite = (current: Profile, entry: OutboxEntry): Profile => ({
  ...current,
  ...changesOf(entry),
  ...mergedPictureLists(current, entry),
});

/** Puts the placeholders into the order of the changed lists of pictures. */
export const withPlaceholders = (before: Profile, changed: Profile): Profile => ({
  ...changed,
  picPlaceholders: changed.profilePicIds.map((id) => placeholderOf(before, id) ?? ''),
  picPlaceholdersPrivate: changed.profilePicIdsPrivate.map((id) => placeholderOf(before, id) ?? ''),
});

const pictureLists = ['profilePicIds', 'profilePicIdsPrivate'] as const;

export const changesPictures = (body: unknown): boolean => pictureLists.some((list) => list in Object(body));

/** Merges like the server: pictures that were added in the meantime stay, and deleted ones do not come back. */
function mergedPictureLists(current: Profile, { base, body }: Pick<OutboxEntry, 'base' | 'body'>): Partial<ProfileFields> {
  const names = pictureLists.filter((list) => list in Object(body) && list in (base ?? {}));
  const merged = mergedOnto(current, partOf(base ?? {}, names), Object(body)).body;
  return { ...Object.fromEntries(names.map((list) => [list, current[list]])), ...merged };
}

let lastWrite: Promise<unknown> = Promise.resolve();

/**
 * Queues a change of `profile`, the server's state. Resolves when the change is stored on the device. Rejects if the device has no
 * storage.
 */
export function writeProfile(profile: Profile, change: Change): Promise<unknown> {
  const writing = (changes: Partial<ProfileFields>, before: Profile) =>
    [
      profiles.putProfile,
      { body: { id: profile.id, ...changes } },
      {
        profile: profile.id,
        label: t('Your profile'),
        version: etagOf(profile),
        base: partOf(before, Object.keys(changes)),
      },
    ] as const;
  const write = async (): Promise<void> => {
    const unsent = (await outbox.entries(profile.id)).filter(isUnsent);
    const changes = change(withWrites(profile, unsent));
    const beingSent = unsent.filter(({ state }) => state === 'sending');
    await enqueue(...writing(changes, withWrites(profile, beingSent)));
  };
  // Changes must enter the outbox in the order in which they were made.
  lastWrite = lastWrite.then(write, write);
  return untilStored({ write: writeOf(...writing(change(profile), profile)) }, lastWrite);
}

export interface ProfileConflict {
  readonly field: keyof ProfileFields;
  /** The value written on this device. */
  readonly mine: unknown;
  /** The value stored by another device. */
  readonly theirs: unknown;
}

/** The fields that two devices changed to different values, each with the last value from this device. */
export function conflictsOf(entries: readonly OutboxEntry[], stored: Profile): ProfileConflict[] {
  const mine = entries
    .filter(isConflict)
    .reduce<Partial<ProfileFields>>((all, entry) => ({ ...all, ...conflictPart(entry) }), {});
  return fieldNames(mine)
    .map((field) => ({ field, mine: mine[field], theirs: stored[field] }))
    .filter((conflict) => !isSame(conflict.mine, conflict.theirs));
}

/** Drops the writes of these fields that are in conflict, after the member has chosen. */
export async function discardConflicts(profileId: string, fields: readonly string[]): Promise<void> {
  const entries = (await outbox.entries(profileId)).filter((entry) => entry.queue === profileQueue && isConflict(entry));
  const chosen = entries.filter((entry) => fieldNames(conflictPart(entry)).every((field) => fields.includes(field)));
  await Promise.all(chosen.map(({ id }) => outbox.drop(id)));
}

/** Drops the picture changes of a write, and queues its other fields again. */
export async function discardPictureChanges({ id, profile, body }: OutboxEntry, stored: Profile): Promise<void> {
  const otherFields = Object.entries(changesOf({ body })).filter(([name]) => name !== 'id' && !changesPictures({ [name]: null }));
  await outbox.drop(id);
  if (otherFields.length > 0 && stored.id === profile) await writeProfile(stored, () => Object.fromEntries(otherFields));
}

const conflictPart = (entry: OutboxEntry): Partial<ProfileFields> =>
  Object.fromEntries(Object.entries(changesOf(entry)).filter(([name]) => name in (entry.base ?? {})));

const fieldNames = (part: Partial<ProfileFields>) => allFields.filter((name) => name in part);
