// The chat of an area: sending to a sector, reading it, and taking messages back.
import type { Broadcast, Message } from '#shared/contract/messages.ts';
import type { LiveEvent } from '#shared/contract/live.ts';
import { isAdult } from '#shared/rules/age.ts';
import { distanceMetres } from '#shared/rules/distance.ts';
import { parseSectorKey, sectorKey, sectorOf } from '#shared/rules/sectors.ts';
import type { Tx } from '#server/db/open.ts';
import type { Caller } from '#server/http/caller.ts';
import type { DistinctLimiter } from '#server/http/distinct-limits.ts';
import type { RateLimiter } from '#server/http/rate-limits.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import type { PositionsService } from '#server/features/positions/positions.service.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';
import { createBroadcastsStore } from './broadcasts.store.ts';
import { broadcastSeenBy, seenBy } from './message-view.ts';
import { createMessagesStore, compiledInsert, type StoredMessage } from './messages.store.ts';
import type { PageAsked } from './messages.service.ts';
import { createOrderedWrites, sectorOrderKey, type AfterCommitNotification } from './ordered-writes.ts';
import { sendingOnce, type Audience, type Draft } from './send-once.ts';

export interface BroadcastsService {
  /** The sector that the member would send to now; null for one without a position. */
  ownSector(profileId: string): string | null;
  /** The messages of a sector, as the caller may see them. Problems: bad-request for an invalid sector, not-found for a cursor from elsewhere, too-many-requests. */
  bySector(caller: Caller, sector: string, asked: PageAsked & { readonly includeTestData: boolean }): Promise<Broadcast[]>;
  /**
   * Sends a message where the sender is shown, or would be if they did not hide; the same key again is the same message. Problems: those
   * of every message, not-adult without a birthdate, no-position without a place, not-your-picture for one that is not public.
   */
  send(senderId: string, draft: Draft, key: string): Promise<Message>;
  /** Hides a broadcast from the member, or takes it back for everyone; false when the id is not a broadcast's. Problem: not-found. */
  remove(profileId: string, messageId: string, forBoth: boolean): Promise<boolean>;
  /** The sender of a message that the caller can see. Problem: not-found. */
  senderOf(callerId: string, messageId: string): Promise<string>;
  /** Withholds a broadcast: every later call sees that in the rows, so only open screens are notified. */
  readonly withholding: {
    withhold(messageId: string): Promise<string>;
    show(messageId: string, withheld: string): Promise<void>;
  };
  /** The member's own broadcasts that they still see, oldest first, in pages. */
  sentBy(profileId: string): AsyncIterable<readonly Message[]>;
}

interface Needs {
  readonly visibility: Visibility;
  readonly profiles: Pick<ProfilesService, 'broadcasters'>;
  readonly positions: Pick<PositionsService, 'centreOf' | 'publishableOf'>;
  readonly rates: RateLimiter;
  readonly distinct: DistinctLimiter;
}

/** A viewer who is not the sender: everyone else receives the same event. */
const anyOther = '';
const nowhere = 'Set your position on the map first: what you write here reaches members around you.';
const ageless = 'Add your birthdate to your profile first: only adults can write to the area.';
const notPublic = 'You can send the area only pictures that your profile shows to everyone.';
const archivePage = 500;

export function createBroadcastsService(world: World, needs: Needs): BroadcastsService {
  const { visibility, profiles, positions, rates, distinct } = needs;
  const { bus, clock, db, limits } = world;
  const insertSql = compiledInsert(db.read);
  const messages = createMessagesStore(db.read, insertSql);
  const store = createBroadcastsStore(db.read);
  const write = createOrderedWrites(db);
  const context = { store: messages, storeOf: (tx: Tx) => createMessagesStore(tx, insertSql), write };
  const sendOnce = sendingOnce(world, { visibility, rates }, context);

  const ownSector = (profileId: string): string | null => {
    const place = positions.publishableOf(profileId);
    return place && sectorKey(sectorOf(place.lat, place.lon));
  };

  /** As the viewer sees them, without those whose sender has left. */
  async function viewFor(viewerId: string, rows: readonly StoredMessage[]): Promise<Broadcast[]> {
    const senders = await profiles.broadcasters([...new Set(rows.map((row) => row.sender_id))]);
    const from = positions.centreOf(viewerId);
    return rows.flatMap((row) => {
      const profile = senders.get(row.sender_id);
      const place = row.sender_id === viewerId ? undefined : world.nearby.get(row.sender_id);
      const metres = from && place ? Math.round(distanceMetres(from, place)) : undefined;
      return profile === undefined ? [] : [broadcastSeenBy(viewerId, row, profile, metres)];
    });
  }

  /** Goes to the sender's own screens and to members who watch the sector; for a test user to their own screens only, as on the map. */
  const notificationOf = (
    row: StoredMessage,
    sector: string,
    eventFor: (viewerId: string) => LiveEvent,
  ): AfterCommitNotification => ({
    orderKey: sectorOrderKey(sector),
    notify() {
      const senderId = row.sender_id;
      bus.publish({ type: 'deliver', profileId: senderId, event: eventFor(senderId) });
      if (row.is_test === 0) bus.publish({ type: 'saidInSector', sector, senderId, event: eventFor(anyOther) });
    },
  });

  return {
    ownSector,

    async bySector({ accountId, profileId }, sector, { sinceMessageId, beforeMessageId, includeTestData }) {
      if (!parseSectorKey(sector)) throw problem('bad-request', { message: 'A sector is lat:lon of whole degrees.' });
      distinct.takeOrThrow(`sectors:${accountId}`, sector, limits.rates.sectorsAsked);
      /** A message that was taken back is still a valid cursor. */
      const sequenceOf = async (id: string): Promise<number> => {
        const row = await store.find(id);
        if (row === null || row.sector !== sector || visibility.isHidden(profileId, row.sender_id)) throw problem('not-found');
        return row.sequence;
      };
      const part = {
        sinceSequence: sinceMessageId === undefined ? undefined : await sequenceOf(sinceMessageId),
        beforeSequence: beforeMessageId === undefined ? undefined : await sequenceOf(beforeMessageId),
        size: limits.broadcastsPage,
      };
      const reader = { profileId, hiddenIds: visibility.hiddenFrom(profileId), includesTest: includeTestData };
      return viewFor(profileId, await store.inSector(sector, reader, part));
    },

    async send(senderId, draft, key) {
      const sector = ownSector(senderId);
      const profile = (await profiles.broadcasters([senderId])).get(senderId);
      if (profile === undefined) throw problem('not-found');
      const audience: Audience = {
        to: { pair: null, recipient_id: null, sector },
        orderKeys: [sectorOrderKey(sector ?? '')],
        async refusal(sender) {
          if (draft.replyToId) return problem('bad-request', { message: 'replyToId: a broadcast cannot be a reply.' });
          if (!sender?.name) return problem('public-name-missing');
          // As on the map: adults with a name.
          const isGrownUp = sender.birthdate !== null && isAdult(sender.birthdate, clock.now());
          if (!isGrownUp) return problem('not-adult', { message: ageless });
          if (sector === null) return problem('no-position', { message: nowhere });
          const others = [...new Set(draft.profilePicIds)].filter((id) => !profile.profilePicIds.includes(id));
          if (others.length === 0) return null;
          const areOwn = await messages.ownsPictures(senderId, others);
          return areOwn ? problem('not-your-picture', { message: notPublic }) : problem('not-found');
        },
        follow(_tx, row, _sender, demand) {
          demand(`broadcasts:${senderId}`, limits.rates.broadcasts);
          const eventFor = (viewerId: string): LiveEvent => ({
            type: 'broadcast',
            message: broadcastSeenBy(viewerId, row, profile),
          });
          return [notificationOf(row, sector ?? '', eventFor)];
        },
      };
      const { row } = await sendOnce(senderId, draft, key, audience);
      // The key may have been used for a message to one member.
      return row.sector === null ? seenBy(senderId, row) : broadcastSeenBy(senderId, row, profile);
    },

    async remove(profileId, messageId, forBoth) {
      const found = await store.find(messageId);
      if (found === null || found.sector === null) return false;
      const sector = found.sector;
      const isSender = found.sender_id === profileId;
      if (visibility.isHidden(profileId, found.sender_id) || (forBoth && !isSender)) throw problem('not-found');
      const gone: LiveEvent = { type: 'broadcastGone', messageId, sector };

      await write([sectorOrderKey(sector)], async (tx) => {
        const broadcasts = createBroadcastsStore(tx);
        if (!(await broadcasts.isVisibleTo(profileId, messageId))) throw problem('not-found');
        // Sockets resume by the changes of conversations alone, so it needs no revision.
        if (forBoth) await createMessagesStore(tx, insertSql).takeBack(found, { revision: 0, nowMs: clock.now() });
        else await broadcasts.hide(profileId, messageId);
        const toOwn = () => bus.publish({ type: 'deliver', profileId, event: gone });
        return {
          toNotify: [forBoth ? notificationOf(found, sector, () => gone) : { orderKey: sectorOrderKey(sector), notify: toOwn }],
        };
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
          bus.publish({ type: 'saidInSector', sector: found.sector, senderId: found.sender_id, event });
        }
        return '';
      },
      show: async () => undefined,
    },

    async *sentBy(profileId) {
      for (let after = 0; ;) {
        const rows = await store.sentBy(profileId, after, archivePage);
        if (rows.length > 0) yield rows.map((row) => seenBy(profileId, row));
        if (rows.length < archivePage) return;
        after = rows.at(-1)?.sequence ?? after;
      }
    },
  };
}
