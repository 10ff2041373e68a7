// Messages that were seen on this device, by conversation, for reading without connection.
import type { Message } from '#shared/contract/messages.ts';
import type { SavedMessage } from './database-schema.ts';
import { memberDatabase } from './database.ts';
import { seal, sealName, unseal } from './seal.ts';

/** The other side of a message; null for a broadcast, which belongs to no conversation. */
export const peerOf = (profile: string, { senderProfileId, recipientProfileId }: Message): string | null =>
  senderProfileId === profile ? (recipientProfileId ?? null) : senderProfileId;

/** Keeps messages of any conversations of `profile`; of the same message the later state (by revision) stays. */
export async function keepMessages(profile: string, messages: readonly Message[]): Promise<void> {
  const rows = (await Promise.all(messages.map((message) => rowOf(profile, message)))).filter((row) => row !== null);
  if (rows.length === 0) return;
  await memberDatabase.write(profile, ['messages'], async (transaction) => {
    const store = transaction.objectStore('messages');
    await Promise.all(
      rows.map(async (row) => {
        const held = await store.get([row.profile, row.peer, row.sequence]);
        if (held === undefined || held.revision < row.revision) await store.put(row);
      }),
    );
  });
}

/** The newest ones of a conversation, newest first. */
export async function savedMessages(profile: string, peer: string, most: number): Promise<Message[]> {
  const range = await rangeOf(profile, peer);
  const rows = await memberDatabase.run<SavedMessage[]>(
    ['messages'],
    async (transaction) => {
      const found: SavedMessage[] = [];
      let cursor = await transaction.objectStore('messages').openCursor(range, 'prev');
      while (cursor !== null && found.length < most) {
        found.push(cursor.value);
        cursor = await cursor.continue();
      }
      return found;
    },
    [],
  );
  return Promise.all(rows.map(({ value }) => unseal(value)));
}

/** Takes messages off the device that are no more for this member. */
export async function forgetMessages(profile: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const owner = await sealName(profile);
  const names = await Promise.all(ids.map((id) => sealName(id)));
  await memberDatabase.write(profile, ['messages'], async (transaction) => {
    const store = transaction.objectStore('messages');
    const keys = await Promise.all(names.map((name) => store.index('byId').getKey([owner, name])));
    await Promise.all(keys.map((key) => (key === undefined ? undefined : store.delete(key))));
  });
}

/** All of one conversation, or of all: what may have changed unseen is better fetched again. */
export async function forgetConversation(profile: string, peer?: string): Promise<void> {
  const range = await rangeOf(profile, peer);
  await memberDatabase.write(profile, ['messages'], (transaction) => transaction.objectStore('messages').delete(range));
}

/** In IndexedDB's order an array is above every number. */
async function rangeOf(profile: string, peer?: string): Promise<IDBKeyRange> {
  const names = await Promise.all((peer === undefined ? [profile] : [profile, peer]).map((name) => sealName(name)));
  return IDBKeyRange.bound(names, [...names, []]);
}

async function rowOf(profile: string, message: Message): Promise<SavedMessage | null> {
  const peer = peerOf(profile, message);
  const { id, sequence, revision } = message;
  if (peer === null) return null;
  const [owner, other, name] = await Promise.all([sealName(profile), sealName(peer), sealName(id)]);
  return { profile: owner, peer: other, sequence, id: name, revision, value: await seal(message) };
}
