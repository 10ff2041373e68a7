// Checks each message and each broadcast, and stores it exactly once, however often it is sent.
import { BoundedMap } from '#shared/rules/bounded-map.ts';
import type { Tx } from '#server/db/open.ts';
import type { RateLimiter } from '#server/http/rate-limits.ts';
import { problem, type Problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import { chatPictureId } from '#server/outside/picture-id.ts';
import type { MessagesContext } from './context.ts';
import { peerOf } from './message-view.ts';
import type { Correspondent, MessagesStore, StoredMessage } from './messages.store.ts';
import type { AfterCommitNotification } from './ordered-writes.ts';
import { createSentPicturesStore } from './sent-pictures.store.ts';
import { createViewOnceStore } from './view-once.store.ts';
import { createProfileCache } from '#server/outside/profile-cache.ts';
import { createSendAllowances, type UseAllowance } from './send-allowances.ts';

/** A message to send. Without a recipient it is a broadcast. */
export interface Draft {
  readonly recipientProfileId?: string | null | undefined;
  readonly bodyText: string;
  readonly profilePicIds: readonly string[];
  /** The Idempotency-Keys of pictures uploaded for the conversation. */
  readonly chatPicKeys?: readonly string[] | undefined;
  /** The recipient can view its only picture once. */
  readonly viewOnce?: boolean | undefined;
  /** The message it replies to. */
  readonly replyToId?: string | null | undefined;
}

/** The recipients of a message, with the checks and notifications that depend on them. */
export interface Audience {
  readonly to: Pick<StoredMessage, 'pair' | 'recipient_id' | 'sector'>;
  readonly orderKeys: readonly string[];
  /** Why the sender may not write to the recipients; null if they may. */
  refusal(): Promise<Problem | null> | Problem | null;
  /** Runs in the transaction that stores the message. If `useAllowance` throws, nothing is stored. */
  afterInsert(
    tx: Tx,
    row: StoredMessage,
    sender: Correspondent,
    useAllowance: UseAllowance,
  ): Promise<readonly AfterCommitNotification[]> | readonly AfterCommitNotification[];
}

/**
 * Stores a message, or returns the earlier one if the sender repeats a key. Problems: blank-message, bad-request for a wrong
 * number of pictures, picture-gone and no-chat-picture for pictures that the sender may not send, not-found, too-many-requests, and
 * those of the audience.
 */
export type SendOnce = (
  senderId: string,
  draft: Draft,
  key: string,
  audience: Audience,
) => Promise<{ readonly row: StoredMessage; readonly isNew: boolean }>;

interface MessagePictures {
  readonly ofProfile: readonly string[];
  /** Private to the two members of the conversation. */
  readonly ofChat: readonly string[];
}

const viewOnceText = 'viewOnce: a message with one picture, uploaded for its conversation, is wanted.';
const tooManyPicturesText = 'A message can have up to 10 pictures.';

interface Dependencies {
  readonly visibility: Visibility;
  readonly rates: RateLimiter;
}

export function createSendOnce(
  { bus, changes, clock, db, ids, limits, limitCounts }: World,
  { visibility, rates }: Dependencies,
  { store, storeOf, write }: Pick<MessagesContext, 'store' | 'storeOf' | 'write'>,
): SendOnce {
  const senderOf = createProfileCache(bus, (profileId) => store.correspondent(profileId));
  const sent = createSentPicturesStore(db.read);
  const timeFor = increasingTimes(clock, changes.lease === null);

  async function refusalOf(
    senderId: string,
    { bodyText, viewOnce }: Draft,
    picIds: MessagePictures,
    audience: Audience,
  ): Promise<Problem | null> {
    const { ofProfile, ofChat } = picIds;
    if (bodyText === '' && ofProfile.length + ofChat.length === 0) return problem('blank-message');
    if (ofProfile.length + ofChat.length > limits.picturesPerMessage)
      return problem('bad-request', { message: tooManyPicturesText });
    if (viewOnce === true && (ofProfile.length > 0 || ofChat.length !== 1))
      return problem('bad-request', { message: viewOnceText });
    const refusal = await audience.refusal();
    if (refusal !== null) return refusal;
    if (!(await store.ownsPictures(senderId, ofProfile))) return problem('picture-gone');
    const { recipient_id } = audience.to;
    if (ofChat.length > 0 && !(await store.ownsPictures(senderId, ofChat, recipient_id))) return problem('no-chat-picture');
    for (const id of ofChat) if (await sent.isHiddenBySender(id, senderId, recipient_id ?? '')) return problem('no-chat-picture');
    // If the picture is in another message, the recipient can view it there any number of times.
    if (viewOnce === true && (await sent.isSent(ofChat[0] ?? '', senderId))) return problem('no-chat-picture');
    return null;
  }

  /** Returns the earlier message. Throws if there is none, or its recipient has been hidden from the sender since. */
  function repeatedSend(senderId: string, first: StoredMessage | null, otherwise: Problem) {
    if (first === null || visibility.isHidden(senderId, peerOf(senderId, first))) throw otherwise;
    return { row: first, isNew: false };
  }

  return async (senderId, draft, key, audience) => {
    const ofProfile = [...new Set(draft.profilePicIds)];
    const ofChat = [...new Set(draft.chatPicKeys)].map((picKey) => chatPictureId(senderId, picKey));
    const sender = await senderOf(senderId);
    const refusal = await refusalOf(senderId, draft, { ofProfile, ofChat }, audience);
    if (refusal !== null || sender === null)
      return repeatedSend(senderId, await store.findByKey(senderId, key), refusal ?? problem('not-found'));

    const fields: Omit<StoredMessage, 'place' | 'sequence' | 'revision' | 'sender_revision' | 'created_ms'> = {
      ...audience.to,
      id: ids.uuid(),
      sender_id: senderId,
      body_text: draft.bodyText,
      picIds: draft.viewOnce === true ? [] : [...ofProfile, ...ofChat],
      view_once: draft.viewOnce === true ? 'unviewed' : null,
      idempotency_key: key,
      read_ms: null,
      is_read_told: 0,
      recipient_deleted_ms: null,
      sender_deleted_ms: null,
      is_test: sender.isTest ? 1 : 0,
      reply_to_id: draft.replyToId ?? null,
      sender_reaction: null,
      recipient_reaction: null,
      changes: 0,
      sender_changes: 0,
    };
    const allowances = createSendAllowances(rates);
    const ofDay = [`messages-day:${senderId}`, limits.rates.messagesPerDay] as const;
    // Counts that are not in this process would make every transaction run twice.
    if (limitCounts.state() !== 'own' && (await store.findByKey(senderId, key)) === null) await allowances.useAhead(...ofDay);

    const storeMessage = async (tx: Tx, sequence: number) => {
      // The recipient may have blocked the sender while this write waited.
      if (visibility.isHidden(senderId, audience.to.recipient_id ?? senderId)) throw problem('not-found');
      const messages = storeOf(tx);
      // Sockets that reconnect receive only changes of conversations, no broadcasts.
      const revisions = { revision: sequence, sender_revision: fields.recipient_id === null ? 0 : sequence };
      const row = await messages.insertOnce({
        ...fields,
        sequence,
        ...revisions,
        created_ms: await timeFor(messages, audience.to),
      });
      if (row === null) return { row: await messages.findByKey(senderId, key), isNew: false, toNotify: [] };
      if (draft.viewOnce === true && !(await createViewOnceStore(tx).attach(row.id, ofChat[0] ?? '', senderId)))
        throw problem('no-chat-picture');
      // A refusal rolls back the insert. Repeated sends have returned above and are not counted.
      allowances.use(...ofDay);
      return { row, isNew: true, toNotify: await audience.afterInsert(tx, row, sender, allowances.use) };
    };
    const { row, isNew } = await allowances.repeated(() => write(audience.orderKeys, storeMessage));
    return row === null || !isNew ? repeatedSend(senderId, row, problem('not-found')) : { row, isNew };
  };
}

const maxCachedTimes = 100_000;

/**
 * Message times that increase with the sequence in each conversation, and do not decrease in each sector, even when the clock is set
 * back. Call the returned function inside the write.
 */
function increasingTimes(clock: World['clock'], isOnlyProcess: boolean) {
  /** A cache of the last time in each conversation and sector. Only for a single process: others would not update it. */
  const lastMs = new BoundedMap<string, number>(maxCachedTimes);

  return async (messages: MessagesStore, { pair, sector }: Audience['to']): Promise<number> => {
    const key = `${pair} ${sector}`;
    const beforeMs = lastMs.get(key) ?? (await messages.newestCreatedMs(pair, sector)) ?? 0;
    // A sector uses the clock's time even twice: the next free time would disclose that a hidden member wrote in the same millisecond.
    const createdMs = Math.max(pair === null ? beforeMs : beforeMs + 1, clock.now());
    if (isOnlyProcess) lastMs.set(key, createdMs);
    return createdMs;
  };
}
