// Messages cached on this device by conversation, so that they can be read offline.
import type { QueryKey } from '@tanstack/react-query';
import type { IDBPObjectStore } from 'idb';
import type { Message } from '#shared/contract/messages.ts';
import type { MemberSchema, MessageRow } from '#client/offline/database-schema.ts';
import { memberDatabase, type MemberStore } from '#client/offline/database.ts';
import { seal, sealName, unseal } from '#client/offline/seal.ts';

/** The query key of the list of conversations, and its name on the device. */
export const conversationsKey = (own: string): QueryKey => ['conversations', own];

/** The other member of a conversation. Null for a broadcast, which has no conversation. */
export const peerOf = (profile: string, { senderProfileId, recipientProfileId }: Message): string | null =>
  senderProfileId === profile ? (recipientProfileId ?? null) : senderProfileId;

/**
 * By member and id, the revision up to which a message was removed in this tab. A reply that is on its way must not restore it, but it is
 * shown again with a later revision, when the decision that withheld it is reversed.
 */
const removedHere = new Map<string, number>();

/** True if the server shows the message as deleted, as in the reply to a repeated send, or it was removed in this tab. */
export const isDiscarded = (profile: string, { id, revision, tsSenderDeleted, tsRecipientDeleted }: Message): boolean =>
  revision <= (removedHere.get(`${profile} ${id}`) ?? -1) || typeof (tsSenderDeleted ?? tsRecipientDeleted) === 'number';

/** Caches pages of conversations of `profile`, unless aborted. If a message is cached already, the newer revision is kept. */
export const cacheMessages = (profile: string, messages: readonly Message[], signal?: AbortSignal): Promise<void> =>
  cacheRows(profile, messages, async () => signal?.aborted !== true);

/**
 * Caches one message from the socket or a reply. A cached conversation has no gap after its oldest message, so messages before that one
 * are left out. A conversation that is not cached begins with a new message, but not with one that was changed.
 */
export const cacheMessage = (profile: string, message: Message): Promise<void> =>
  cacheRows(profile, [message], async (store, { profile: owner, peer, sequence, revision }) => {
    const oldest = await store.openKeyCursor(IDBKeyRange.bound([owner, peer], [owner, peer, []]));
    return oldest === null ? sequence === revision : oldest.key[2] <= sequence;
  });

/** Caches the page before `sequence` if the device still has the messages after it. Otherwise there would be a gap between them. */
export const cacheOlder = (
  profile: string,
  messages: readonly Message[],
  sequence: number,
  signal?: AbortSignal,
): Promise<void> =>
  cacheRows(profile, messages, async (store, { profile: owner, peer }) => {
    const oldest = await store.openKeyCursor(IDBKeyRange.bound([owner, peer], [owner, peer, []]));
    return signal?.aborted !== true && oldest !== null && oldest.key[2] <= sequence;
  });

async function cacheRows(
  profile: string,
  messages: readonly Message[],
  belongs: (store: MessageStore, row: MessageRow) => Promise<boolean>,
): Promise<void> {
  const own = messages.filter((message) => peerOf(profile, message) !== null);
  if (own.length === 0) return;
  await memberDatabase.write(profile, ['messages'], async () => {
    const found = await Promise.all(own.map(async (message) => ({ message, row: await rowOf(profile, message) })));
    return async (transaction) => {
      const store = transaction.objectStore('messages');
      await Promise.all(
        found.map(async ({ message, row }) => {
          if (row === null || isDiscarded(profile, message)) return;
          const cached = await store.get([row.profile, row.peer, row.sequence]);
          if (cached === undefined ? !(await belongs(store, row)) : cached.revision >= row.revision) return;
          // An earlier build may have cached the message under a number of another order.
          const key = cached === undefined && (await store.index('byId').getKey([row.profile, row.id]));
          if (key) await store.delete(key);
          await store.put(row);
        }),
      );
    };
  });
}

type MessageStore = IDBPObjectStore<MemberSchema, MemberStore[], 'messages', 'readwrite'>;

/** The newest messages of a conversation, newest first. */
export async function cachedMessages(profile: string, peer: string, most: number): Promise<Message[]> {
  const range = await rangeOf(profile, peer);
  const rows = await memberDatabase.run<MessageRow[]>(['messages'], [], async (transaction) => {
    const store = transaction.objectStore('messages');
    // Much faster than a cursor, which waits for each row.
    const keys = await store.getAllKeys(range);
    const oldest = keys.at(-most);
    const rows = await store.getAll(oldest === undefined ? range : IDBKeyRange.bound(oldest, range.upper));
    return rows.toReversed();
  });
  return Promise.all(rows.map(({ value }) => unseal(value)));
}

/** Removes a message that the member may no longer see, and does not cache it again up to this revision. */
export async function discardMessage(profile: string, id: string, revision: number): Promise<void> {
  const key = `${profile} ${id}`;
  removedHere.set(key, Math.max(revision, removedHere.get(key) ?? revision));
  await forgetMessages(profile, [id]);
}

/** Removes messages from the device that the server no longer shows. */
export async function forgetMessages(profile: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await memberDatabase.write(profile, ['messages'], async (owner) => {
    const names = await Promise.all(ids.map((id) => sealName(id)));
    return async (transaction) => {
      const store = transaction.objectStore('messages');
      const keys = await Promise.all(names.map((name) => store.index('byId').getKey([owner, name])));
      await Promise.all(keys.map((key) => (key === undefined ? undefined : store.delete(key))));
    };
  });
}

/** Removes the messages before a gap. They are fetched again when the member scrolls to them. */
export async function forgetBefore(profile: string, peer: string, sequence: number): Promise<void> {
  await memberDatabase.write(profile, ['messages'], async (owner) => {
    const other = await sealName(peer);
    const range = IDBKeyRange.bound([owner, other], [owner, other, sequence], false, true);
    return (transaction) => transaction.objectStore('messages').delete(range);
  });
}

/** Removes one conversation, or all. Messages that may have changed in the meantime are fetched again. */
export async function forgetConversation(profile: string, peer?: string): Promise<void> {
  await memberDatabase.write(profile, ['messages'], async () => {
    const range = await rangeOf(profile, peer);
    return (transaction) => transaction.objectStore('messages').delete(range);
  });
}

/** All keys of a member or of one conversation. In IndexedDB's order, an array comes after every number. */
async function rangeOf(profile: string, peer?: string): Promise<IDBKeyRange> {
  const names = await Promise.all((peer === undefined ? [profile] : [profile, peer]).map((name) => sealName(name)));
  return IDBKeyRange.bound(names, [...names, []]);
}

async function rowOf(profile: string, message: Message): Promise<MessageRow | null> {
  const peer = peerOf(profile, message);
  const { id, sequence, revision } = message;
  if (peer === null) return null;
  const [owner, other, name] = await Promise.all([sealName(profile), sealName(peer), sealName(id)]);
  return { profile: owner, peer: other, sequence, id: name, revision, value: await seal(message) };
}
