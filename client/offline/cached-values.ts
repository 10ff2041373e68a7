// Profiles, briefs, lists and drafts, stored on this device for the member who viewed or wrote them.
import type { ProfileLike } from '#shared/contract/likes.ts';
import type { Profile, ProfileBrief, ReducedBrief } from '#shared/contract/profiles.ts';
import { whenStorageOpened } from '#client/device/storage-opening.ts';
import type { ValueRow } from './database-schema.ts';
import { memberDatabase, type MemberTransaction } from './database.ts';
import { forgetPictures } from './forget-pictures.ts';
import { seal, sealName, unseal } from './seal.ts';

type ValueStore = 'profiles' | 'briefs' | 'lists' | 'drafts';

export interface CachedValue<T> {
  readonly value: T;
  /** When it was stored, by this device's clock. */
  readonly savedMs: number;
}

/** How many of the most recently viewed profiles and briefs of each member are stored: about 2 MB. */
const maxRows = { profiles: 300, briefs: 2_000 } as const;

/** Caches a profile: another member's without their private pictures. */
export async function cacheProfile(ownerId: string, seen: Profile): Promise<void> {
  const cached: Profile = seen.id === ownerId ? seen : { ...seen, profilePicIdsPrivate: [], picPlaceholdersPrivate: [] };
  await store('profiles', ownerId, [{ id: seen.id, value: cached }]);
}

export const cachedProfile = (ownerId: string, id: string): Promise<CachedValue<Profile> | null> => load('profiles', ownerId, id);

/** A brief made from the cached profile. Null if the profile is not cached. */
export async function briefOfCached(ownerId: string, id: string): Promise<ReducedBrief | null> {
  const profile = (await cachedProfile(ownerId, id))?.value;
  if (profile === undefined) return null;
  const { profilename, profilePicIds, picPlaceholders } = profile;
  return { profileId: id, session: null, profileName: profilename, profilePicIds, picPlaceholders };
}

/** Removes the profile and the brief with their pictures, and the member's like of the profile. */
export async function forgetProfile(ownerId: string, id: string): Promise<void> {
  await cachedPictureIds(ownerId, id)
    .then(forgetPictures)
    .catch(() => undefined);
  await forget(ownerId, ['profiles', 'briefs'], id);
  await forget(ownerId, ['lists'], likeName(id));
}

async function cachedPictureIds(ownerId: string, id: string): Promise<string[]> {
  const [profile, brief] = await Promise.all([cachedProfile(ownerId, id), load<ProfileBrief>('briefs', ownerId, id)]);
  return [profile, brief].flatMap((cached) => cached?.value.profilePicIds ?? []);
}

export const cacheBriefs = (ownerId: string, briefs: readonly ProfileBrief[]): Promise<void> =>
  store(
    'briefs',
    ownerId,
    briefs.map((brief) => ({ id: brief.profileId, value: brief })),
  );

/** Caches a list, or another value, under a name. */
export const cacheList = (ownerId: string, name: string, list: unknown): Promise<void> =>
  store('lists', ownerId, [{ id: name, value: list }]);

export const forgetList = (ownerId: string, name: string): Promise<void> => forget(ownerId, ['lists'], name);

export const cachedList = <T>(ownerId: string, name: string): Promise<CachedValue<T> | null> => load<T>('lists', ownerId, name);

export const likeName = (likedProfileId: string): string => `like:${likedProfileId}`;

/** Caches a member's like of another member. */
export const cacheLike = (ownerId: string, like: ProfileLike): Promise<void> =>
  cacheList(ownerId, likeName(like.likedProfileId), like);

export const cachedLike = (ownerId: string, likedProfileId: string): Promise<CachedValue<ProfileLike> | null> =>
  cachedList(ownerId, likeName(likedProfileId));

/** A message that is not sent yet. */
export interface Draft {
  readonly text: string;
  readonly pictureIds: readonly string[];
  /** The message it replies to. */
  readonly replyToId: string | null;
}

/** Settles when the drafts that were changed before are stored. */
let storing: Promise<unknown> = Promise.resolve();

/**
 * Stores the draft of a conversation, or removes it if it is empty. If it is empty because it was sent, `untilSent` settles once the
 * message is stored elsewhere, because until then the draft is all that remains of it after a crash. One draft at a time, because a
 * removal needs no encryption and would overtake the draft before it.
 */
export function storeDraft(ownerId: string, peer: string, draft: Draft, untilSent?: () => Promise<unknown>): Promise<void> {
  const stored = storing.then(() => storeDraftNow(ownerId, peer, draft, untilSent));
  storing = stored.catch(() => undefined);
  return stored;
}

async function storeDraftNow(ownerId: string, peer: string, draft: Draft, untilSent?: () => Promise<unknown>): Promise<void> {
  await whenStorageOpened();
  if (draft.text !== '' || draft.pictureIds.length > 0) return store('drafts', ownerId, [{ id: peer, value: draft }]);
  await untilSent?.();
  await forget(ownerId, ['drafts'], peer);
}

/** Includes earlier changes that are still being stored, because a member may go back to a conversation at once. */
export async function storedDraft(ownerId: string, peer: string): Promise<Draft | null> {
  await Promise.all([whenStorageOpened(), storing]);
  const value = (await load<Draft | string>('drafts', ownerId, peer))?.value ?? null;
  // An earlier version of the app stored the text alone.
  return typeof value === 'string' ? { text: value, pictureIds: [], replyToId: null } : value;
}

async function store(
  store: ValueStore,
  ownerId: string,
  values: readonly { readonly id: string; readonly value: unknown }[],
): Promise<void> {
  const savedMs = Date.now();
  await memberDatabase.write(ownerId, [store], async (owner) => {
    const rows = await Promise.all(
      values.map(async ({ id, value }) => ({ profile: owner, id: await sealName(id), savedMs, value: await seal(value) })),
    );
    return async (transaction) => {
      // The cast is safe, because each value has the type of its store's rows.
      for (const row of rows) await transaction.objectStore(store).put(row as ValueRow<never>);
      if (store === 'profiles' || store === 'briefs') await evictOldest(transaction, store, owner);
    };
  });
}

async function load<T>(store: ValueStore, ownerId: string, id: string): Promise<CachedValue<T> | null> {
  const key = await keyOf(ownerId, id);
  const row = await memberDatabase.run<ValueRow | null>(
    [store],
    null,
    async (transaction) => (await transaction.objectStore(store).get(key)) ?? null,
  );
  // The cast is safe, because the caller stored a T under this id.
  return row === null ? null : { value: (await unseal(row.value)) as T, savedMs: row.savedMs };
}

async function forget(ownerId: string, stores: readonly ValueStore[], id: string): Promise<void> {
  await memberDatabase.write(ownerId, stores, async () => {
    const key = await keyOf(ownerId, id);
    return (transaction) => Promise.all(stores.map((store) => transaction.objectStore(store).delete(key)));
  });
}

const keyOf = async (ownerId: string, id: string): Promise<[string, string]> => [await sealName(ownerId), await sealName(id)];

async function evictOldest(transaction: MemberTransaction, store: 'profiles' | 'briefs', owner: string): Promise<void> {
  const bySaved = transaction.objectStore(store).index('bySaved');
  const excess = (await bySaved.count(rangeOf(owner))) - maxRows[store];
  if (excess <= 0) return;
  const oldest = await bySaved.getAllKeys(rangeOf(owner), excess);
  await Promise.all(oldest.map((key) => transaction.objectStore(store).delete(key)));
}

/** All keys of an owner. IndexedDB sorts arrays after strings and numbers. */
const rangeOf = (owner: string): IDBKeyRange => IDBKeyRange.bound([owner], [owner, []]);
