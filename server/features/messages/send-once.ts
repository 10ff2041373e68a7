// Stores a message exactly once, after the checks that hold for every recipient.
import type { Tx } from '#server/db/open.ts';
import type { RateLimiter } from '#server/http/rate-limits.ts';
import { problem, type Problem } from '#server/http/problems.ts';
import type { Allowance } from '#server/limits.ts';
import type { World } from '#server/world.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import type { MessagesContext } from './context.ts';
import { peerOf } from './message-view.ts';
import type { Correspondent, MessagesStore, StoredMessage } from './messages.store.ts';
import type { AfterCommitNotification } from './ordered-writes.ts';
import { rememberedByProfile } from './remembered.ts';

/** What a member wrote; without a recipient it is for the area. */
export interface Draft {
  readonly recipientProfileId?: string | null | undefined;
  readonly bodyText: string;
  readonly profilePicIds: readonly string[];
  /** The message that it answers. */
  readonly replyToId?: string | null | undefined;
}

/** Whom a message is for, and what that brings with it. */
export interface Audience {
  readonly to: Pick<StoredMessage, 'pair' | 'recipient_id' | 'sector'>;
  /** The keys of the orders that the write keeps. */
  readonly orderKeys: readonly string[];
  /** Why this sender may not write to them, or null. */
  refusal(sender: Correspondent | null): Promise<Problem | null> | Problem | null;
  /** In the same write, once the message is stored: the rest of it, and the notifications. What `demand` refuses is not stored. */
  follow(
    tx: Tx,
    row: StoredMessage,
    sender: Correspondent,
    demand: Demand,
  ): Promise<readonly AfterCommitNotification[]> | readonly AfterCommitNotification[];
}

/** Draws on an allowance once a send, however often its transaction runs. */
type Demand = (key: string, allowance: Allowance) => void;

/**
 * Stores a message, or finds the first one its sender sent with this key. Problems: blank-message, public-name-missing, not-found
 * for a picture of another member, too-many-requests, and those of the audience.
 */
export type SendOnce = (
  senderId: string,
  draft: Draft,
  key: string,
  audience: Audience,
) => Promise<{ readonly row: StoredMessage; readonly isNew: boolean }>;

interface Needs {
  readonly visibility: Visibility;
  readonly rates: RateLimiter;
}

export function sendingOnce(
  { bus, clock, ids, limits }: World,
  { visibility, rates }: Needs,
  { store, storeOf, write }: Pick<MessagesContext, 'store' | 'storeOf' | 'write'>,
): SendOnce {
  const senderOf = rememberedByProfile(bus, (profileId) => store.correspondent(profileId));
  const stampFor = growingStamps(clock);

  async function refusalOf(
    senderId: string,
    { bodyText, profilePicIds }: Draft,
    sender: Correspondent | null,
    audience: Audience,
  ): Promise<Problem | null> {
    if (bodyText === '' && profilePicIds.length === 0) return problem('blank-message');
    const refusal = await audience.refusal(sender);
    if (refusal !== null) return refusal;
    if (!sender?.name) return problem('public-name-missing');
    if (profilePicIds.length > 0 && !(await store.ownsPictures(senderId, profilePicIds))) return problem('not-found');
    return null;
  }

  /** Gives the sender of a repeated message the first one, unless its recipient is hidden from them by now. */
  function again(senderId: string, first: StoredMessage | null, otherwise: Problem) {
    if (first === null || visibility.isHidden(senderId, peerOf(senderId, first))) throw otherwise;
    return { row: first, isNew: false };
  }

  return async (senderId, draft, key, audience) => {
    const picIds = [...new Set(draft.profilePicIds)];
    const sender = await senderOf(senderId);
    const refusal = await refusalOf(senderId, { ...draft, profilePicIds: picIds }, sender, audience);
    if (refusal !== null || sender === null)
      return again(senderId, await store.findByKey(senderId, key), refusal ?? problem('not-found'));

    const given = {
      ...audience.to,
      id: ids.uuid(),
      sender_id: senderId,
      body_text: draft.bodyText,
      picIds,
      idempotency_key: key,
      read_ms: null,
      is_read_told: 0,
      recipient_deleted_ms: null,
      sender_deleted_ms: null,
      is_test: sender.isTest ? 1 : 0,
      reply_to_id: draft.replyToId ?? null,
      sender_reaction: null,
      recipient_reaction: null,
    } as const;
    const demanded = new Set<string>();
    const demand: Demand = (name, allowance) => {
      if (!demanded.has(name)) rates.takeOrThrow(name, allowance);
      demanded.add(name);
    };

    const { row, isNew } = await write(audience.orderKeys, async (tx, sequence) => {
      const messages = storeOf(tx);
      // Sockets resume by the changes of conversations alone.
      const revisions = { revision: sequence, sender_revision: given.recipient_id === null ? 0 : sequence };
      const row: StoredMessage = { ...given, sequence, ...revisions, created_ms: await stampFor(messages, audience.to) };
      if (!(await messages.insertOnce(row))) return { row: await messages.findByKey(senderId, key), isNew: false, toNotify: [] };
      // Refused here, nothing of it is stored; a repeated send never comes this far, so it costs no allowance.
      demand(`messages-day:${senderId}`, limits.rates.messagesPerDay);
      return { row, isNew: true, toNotify: await audience.follow(tx, row, sender, demand) };
    });
    return row === null || !isNew ? again(senderId, row, problem('not-found')) : { row, isNew };
  };
}

const knownPlacesMost = 100_000;

/**
 * Times of messages that grow with their sequence in each conversation and sector, whatever is done to the clock. To be asked for
 * where the order of writes is already given.
 */
function growingStamps(clock: World['clock']) {
  /** Of each conversation and sector; what is not known here is in the database. */
  const lastMs = new Map<string, number>();

  return async (messages: MessagesStore, { pair, sector }: Audience['to']): Promise<number> => {
    const place = `${pair} ${sector}`;
    const beforeMs = lastMs.get(place) ?? (await messages.newestCreatedMs(pair, sector)) ?? 0;
    const createdMs = Math.max(beforeMs + 1, clock.now());
    if (lastMs.size >= knownPlacesMost) lastMs.clear();
    lastMs.set(place, createdMs);
    return createdMs;
  };
}
