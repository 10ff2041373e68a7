// Stores a message exactly once, after the checks that hold for every recipient.
import { BoundedMap } from '#shared/rules/bounded-map.ts';
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
import { cachedByProfile } from './profile-cache.ts';

/** A message to send; without a recipient it is a broadcast. */
export interface Draft {
  readonly recipientProfileId?: string | null | undefined;
  readonly bodyText: string;
  readonly profilePicIds: readonly string[];
  /** The message it replies to. */
  readonly replyToId?: string | null | undefined;
}

/** The recipients of a message, with their checks and notifications. */
export interface Audience {
  readonly to: Pick<StoredMessage, 'pair' | 'recipient_id' | 'sector'>;
  /** Keys of the notification orders that the write keeps. */
  readonly orderKeys: readonly string[];
  /** The problem when this sender may not write to them, else null. */
  refusal(sender: Correspondent | null): Promise<Problem | null> | Problem | null;
  /** Runs in the same write after the message is stored; returns the notifications. When `demand` refuses, nothing is stored. */
  follow(
    tx: Tx,
    row: StoredMessage,
    sender: Correspondent,
    demand: Demand,
  ): Promise<readonly AfterCommitNotification[]> | readonly AfterCommitNotification[];
}

/** Draws on an allowance once per send, however often its transaction runs. */
type Demand = (key: string, allowance: Allowance) => void;

/**
 * Stores a message, or returns the first one its sender sent with this key. Problems: blank-message, public-name-missing, not-found
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
  const senderOf = cachedByProfile(bus, (profileId) => store.correspondent(profileId));
  const timeFor = increasingTimes(clock);

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

  /** Returns the first message for a repeated one, unless its recipient is hidden from the sender by now. */
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
      const row: StoredMessage = { ...given, sequence, ...revisions, created_ms: await timeFor(messages, audience.to) };
      if (!(await messages.insertOnce(row))) return { row: await messages.findByKey(senderId, key), isNew: false, toNotify: [] };
      // A refusal rolls the message back; a repeated send never gets here, so it costs no allowance.
      demand(`messages-day:${senderId}`, limits.rates.messagesPerDay);
      return { row, isNew: true, toNotify: await audience.follow(tx, row, sender, demand) };
    });
    return row === null || !isNew ? again(senderId, row, problem('not-found')) : { row, isNew };
  };
}

const maxKnownTimes = 100_000;

/**
 * Message times that grow with their sequence in each conversation and sector, even when the clock is set back. Call it
 * inside the write, where the order is fixed.
 */
function increasingTimes(clock: World['clock']) {
  /** By conversation or sector; a cache of the database. */
  const lastMs = new BoundedMap<string, number>(maxKnownTimes);

  return async (messages: MessagesStore, { pair, sector }: Audience['to']): Promise<number> => {
    const key = `${pair} ${sector}`;
    const beforeMs = lastMs.get(key) ?? (await messages.newestCreatedMs(pair, sector)) ?? 0;
    const createdMs = Math.max(beforeMs + 1, clock.now());
    lastMs.set(key, createdMs);
    return createdMs;
  };
}
