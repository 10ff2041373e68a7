// The area chat: sends broadcasts to a sector, lists them, and removes them.
import type { Broadcast, Broadcaster, Message } from '#shared/contract/messages.ts';
import type { LiveEvent } from '#shared/contract/live.ts';
import { distanceMetres } from '#shared/rules/distance.ts';
import { parseSectorKey, sectorKey, sectorOf } from '#shared/rules/sectors.ts';
import type { Tx } from '#server/db/open.ts';
import type { Caller } from '#server/http/caller.ts';
import type { DistinctLimiter } from '#server/http/distinct-limits.ts';
import type { RateLimiter } from '#server/http/rate-limits.ts';
import { problem, specialProblem } from '#server/http/problems.ts';
import type { BusEvent } from '#server/outside/bus.ts';
import type { World } from '#server/world.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import type { PositionsService } from '#server/features/positions/positions.service.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';
import { createBroadcastsStore } from './broadcasts.store.ts';
import { broadcastFor, messageFor } from './message-view.ts';
import { createMessagesStore, compiledInsert, type StoredMessage } from './messages.store.ts';
import type { PageCursor } from './messages.service.ts';
import { createOrderedWrites, sectorOrderKey, type AfterCommitNotification } from './ordered-writes.ts';
import { createSendOnce, type Audience, type Draft } from './send-once.ts';

export interface BroadcastsService {
  /** The sector to which the member's broadcasts go. Null if they have no position. */
  ownSector(profileId: string): string | null;
  /** Problems: bad-request for an invalid sector, not-found for a cursor of another sector or of a hidden sender, too-many-requests. */
  bySector(caller: Caller, sector: string, page: PageCursor & { readonly includeTestData: boolean }): Promise<Broadcast[]>;
  /**
   * Sends a message to the sector of the sender's published point. A repeated key returns the first message. Problems: those of every
   * message, bad-request for a reply, no-position without a position, not-your-picture for an own picture that is not public,
   * not-found for a picture of another member.
   */
  send(senderId: string, draft: Draft, key: string): Promise<Message>;
  /**
   * Hides a broadcast from the member, or removes it for everybody. Returns false if the id is not that of a broadcast, or its sender is
   * hidden. Problem: not-found for a broadcast that the member cannot see, or cannot remove for everybody because they did not send it.
   */
  remove(profileId: string, messageId: string, forBoth: boolean): Promise<boolean>;
  /** Problem: not-found for a broadcast that the caller cannot see. */
  senderOf(callerId: string, messageId: string): Promise<string>;
  /** `withhold` removes a broadcast from open screens. `show` does nothing, because each read looks up what is withheld. */
  readonly withholding: {
    withhold(messageId: string): Promise<void>;
    show(messageId: string): Promise<void>;
  };
  /** The member's own broadcasts that they can see, oldest first. */
  sentBy(profileId: string): AsyncIterable<readonly Message[]>;
}

interface Dependencies {
  readonly visibility: Visibility;
  readonly profiles: Pick<ProfilesService, 'broadcasters'>;
  readonly positions: Pick<PositionsService, 'searchCentreOf' | 'publishableOf'>;
  readonly rates: RateLimiter;
  readonly distinct: DistinctLimiter;
}

/** Stands for all viewers except the sender, because they all receive the same event. */
const anyOtherViewer = '';
const archivePageSize = 500;

export function createBroadcastsService(world: World, dependencies: Dependencies): BroadcastsService {
  const { visibility, profiles, positions, rates, distinct } = dependencies;
  const { bus, changes, clock, db, limits } = world;
  const insertSql = compiledInsert(db.read);
  const messages = createMessagesStore(db.read, insertSql);
  const store = createBroadcastsStore(db.read);
  const write = createOrderedWrites(world);
  const context = { store: messages, storeOf: (tx: Tx) => createMessagesStore(tx, insertSql), write };
  const sendOnce = createSendOnce(world, { visibility, rates }, context);

  const ownSector = (profileId: string): string | null => {
    const place = positions.publishableOf(profileId);
    return place && sectorKey(sectorOf(place.lat, place.lon));
  };

  /** Leaves out broadcasts of deleted senders. */
  async function viewOf(viewerId: string, rows: readonly StoredMessage[]): Promise<Broadcast[]> {
    const senders = await profiles.broadcasters([...new Set(rows.map((row) => row.sender_id))]);
    const viewerPlace = await positions.searchCentreOf(viewerId);
    return rows.flatMap((row) => {
      const profile = senders.get(row.sender_id);
      const place = row.sender_id === viewerId ? undefined : world.nearby.get(row.sender_id);
      const metres = viewerPlace && place ? Math.round(distanceMetres(viewerPlace, place)) : undefined;
      return profile === undefined ? [] : [broadcastFor(viewerId, row, profile, metres)];
    });
  }

  /** For the sender's sockets and for members who watch the sector. For a test user only for the sender's sockets. */
  const eventsOf = (row: StoredMessage, sector: string, eventFor: (viewerId: string) => LiveEvent): BusEvent[] => {
    const senderId = row.sender_id;
    const own = { type: 'deliver', profileId: senderId, event: eventFor(senderId) } as const;
    return row.is_test === 1 ? [own] : [own, { type: 'deliverToSector', sector, senderId, event: eventFor(anyOtherViewer) }];
  };

  const notificationOf = (
    sector: string,
    events: readonly BusEvent[],
    eventsForAll: readonly BusEvent[] = events,
  ): AfterCommitNotification => ({
    orderKey: sectorOrderKey(sector),
    notify: () => events.forEach(bus.publish),
    events: eventsForAll,
  });

  const sentEvents = (row: StoredMessage, profile: Broadcaster): BusEvent[] =>
    eventsOf(row, row.sector ?? '', (viewerId) => ({ type: 'broadcast', message: broadcastFor(viewerId, row, profile) }));

  bus.on('broadcastSent', async ({ messageId }) => {
    const row = await store.find(messageId);
    // The sender may have taken it back before this process heard of it.
    if (row?.sender_deleted_ms !== null) return;
    const profile = (await profiles.broadcasters([row.sender_id])).get(row.sender_id);
    if (profile !== undefined) sentEvents(row, profile).forEach(bus.publish);
  });

  return {
    ownSector,

    async bySector({ accountId, profileId }, sector, { sinceMessageId, beforeMessageId, includeTestData }) {
      if (!parseSectorKey(sector)) throw problem('bad-request', { message: 'A sector is lat:lon in whole degrees.' });
      await distinct.takeOrThrow(`sectors:${accountId}`, [sector], limits.rates.sectorsAsked);
      /** A removed message is still a valid cursor. */
      const sequenceOf = async (id: string): Promise<number> => {
        const row = await store.find(id);
        if (row === null || row.sector !== sector || visibility.isHidden(profileId, row.sender_id)) throw problem('not-found');
        return row.sequence;
      };
      const range = {
        sinceSequence: sinceMessageId === undefined ? undefined : await sequenceOf(sinceMessageId),
        beforeSequence: beforeMessageId === undefined ? undefined : await sequenceOf(beforeMessageId),
        size: limits.broadcastsPage,
      };
      const isShown = (senderId: string) => !visibility.isHidden(profileId, senderId);
      const reader = { profileId, isShown, includesTest: includeTestData };
      return viewOf(profileId, await store.inSector(sector, reader, range));
    },

    async send(senderId, draft, key) {
      const sector = ownSector(senderId);
      const profile = (await profiles.broadcasters([senderId])).get(senderId);
      if (profile === undefined) throw problem('not-found');
      const audience: Audience = {
        to: { pair: null, recipient_id: null, sector },
        orderKeys: [sectorOrderKey(sector ?? '')],
        async refusal() {
          if (draft.replyToId) return problem('bad-request', { message: 'replyToId: a broadcast cannot be a reply.' });
          if (sector === null) return specialProblem('broadcastWithoutPosition');
          const notPublicIds = [...new Set(draft.profilePicIds)].filter((id) => !profile.profilePicIds.includes(id));
          if (notPublicIds.length === 0) return null;
          const areOwn = await messages.ownsPictures(senderId, notPublicIds);
          return areOwn ? specialProblem('broadcastPrivatePicture') : problem('not-found');
        },
        afterInsert(_tx, row, _sender, useAllowance) {
          useAllowance(`broadcasts:${senderId}`, limits.rates.broadcasts);
          return [notificationOf(sector ?? '', sentEvents(row, profile), [{ type: 'broadcastSent', messageId: row.id }])];
        },
      };
      const { row } = await sendOnce(senderId, draft, key, audience);
      // The key may belong to an earlier message that the sender wrote to one member.
      return row.sector === null ? messageFor(senderId, row) : broadcastFor(senderId, row, profile);
    },

    async remove(profileId, messageId, forBoth) {
      const found = await store.find(messageId);
      // The route then looks for a message to one member with this id, as if the broadcast did not exist.
      if (found === null || found.sector === null || visibility.isHidden(profileId, found.sender_id)) return false;
      const sector = found.sector;
      const isSender = found.sender_id === profileId;
      if (forBoth && !isSender) throw problem('not-found');
      const goneEvent: LiveEvent = { type: 'broadcastGone', messageId, sector };

      await write([sectorOrderKey(sector)], async (tx) => {
        const broadcasts = createBroadcastsStore(tx);
        if (!(await broadcasts.isVisibleTo(profileId, messageId))) throw problem('not-found');
        // No revision is needed, because reconnected sockets receive only changes of conversations.
        if (forBoth) await createMessagesStore(tx, insertSql).takeBack(found, { revision: 0, nowMs: clock.now() });
        else await broadcasts.hide(profileId, messageId);
        const own = { type: 'deliver', profileId, event: goneEvent } as const;
        return { toNotify: [notificationOf(sector, forBoth ? eventsOf(found, sector, () => goneEvent) : [own])] };
      });
      return true;
    },

    async senderOf(callerId, messageId) {
      const found = await store.find(messageId);
      if (found === null || visibility.isHidden(callerId, found.sender_id)) throw problem('not-found');
      if (!(await store.isVisibleTo(callerId, messageId))) throw problem('not-found');
      return found.sender_id;
    },

    withholding: {
      async withhold(messageId) {
        const found = await store.find(messageId);
        if (found !== null && found.sector !== null && found.is_test === 0) {
          const event: LiveEvent = { type: 'broadcastGone', messageId, sector: found.sector };
          changes.publish({ type: 'deliverToSector', sector: found.sector, senderId: found.sender_id, event });
        }
      },
      show: async () => undefined,
    },

    async *sentBy(profileId) {
      for (let last: StoredMessage | undefined; ;) {
        const rows = await store.sentBy(profileId, last?.sequence ?? 0, archivePageSize);
        yield rows.map((row) => messageFor(profileId, row));
        if (rows.length < archivePageSize) return;
        last = rows.at(-1);
      }
    },
  };
}
