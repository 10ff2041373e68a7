// Which sockets are open for whom, and what goes out on them: one frame a socket and tick, each event serialized once.
import { closeCodes, type LiveEvent } from '#shared/contract/live.ts';
import type { World } from '#server/world.ts';

/** The wire of one socket, as the hub needs it. */
export interface Wire {
  send(frame: string): void;
  ping(): void;
  bufferedBytes(): number;
  close(code: number, reason: string): void;
  /** Ends it at once, without a word to the other side. */
  terminate(): void;
}

interface Owner {
  readonly profileId: string;
  readonly sessionHash: string;
  /** The address it came from, as rate limits group them. */
  readonly address: string;
}

/** An open socket's place in the hub. Nothing goes out on it before `begin`. */
export interface Seat {
  /** Sends the hello and what was missed, then what came meanwhile; changes up to `revision` are never sent again. */
  begin(hello: { revision: number; mustResync: boolean }, missed: readonly LiveEvent[]): void;
  readonly hasBegun: boolean;
  tell(event: LiveEvent): void;
  /** Replaces the sectors this socket watches. */
  watch(sectorKeys: readonly string[]): void;
  /** What its screen shows. */
  look(isVisible: boolean, conversationWith: string | null): void;
  /** The other side gave a sign of life. */
  heard(): void;
  leave(): void;
  /** Closes it, and does not wait long for the other side's consent. */
  end(code: number, reason: string): void;
}

export interface Hub {
  /** Takes a socket in; null when its address has too many. A member's oldest one beyond his limit is closed. */
  take(owner: Owner, wire: Wire): Seat | null;
  hasRoomFor(address: string): boolean;
  isOnline(profileId: string): boolean;
  /** Whether the member has the application on a visible screen. */
  isWatching(profileId: string): boolean;
  /** Whether the member has the conversation with this peer on a visible screen. */
  isLookingAt(profileId: string, peerId: string): boolean;
  /** Tells everybody who is connected and may know. */
  tellAll(event: LiveEvent, mayBeSeenBy: (profileId: string) => boolean): void;
  /** Tells everybody who watches a sector and may see it. */
  tellSector(sectorKey: string, event: LiveEvent, mayBeSeenBy: (profileId: string) => boolean): void;
  readonly facts: () => { readonly sockets: number; readonly members: number };
  /** Asks every socket to come back later and ends those that do not answer. */
  close(): void;
}

interface Said {
  readonly text: string;
  /** Of a change of a message: what a reconnect counts by. */
  readonly revision: number | null;
}

interface Place extends Seat {
  readonly owner: Owner;
  readonly wire: Wire;
  readonly sectors: Set<string>;
  queue: Said[];
  queuedBytes: number;
  begunAt: number | null;
  isAlive: boolean;
  isVisible: boolean;
  conversationWith: string | null;
}

const lastWordsMs = 2_000;

/** Opens the hub of this process and follows the bus. */
export function openHub({ bus, limits, log }: Pick<World, 'bus' | 'limits' | 'log'>): Hub {
  const byProfile = new Map<string, Set<Place>>();
  const byAddress = new Map<string, number>();
  const bySector = new Map<string, Set<Place>>();
  const due = new Set<Place>();
  let isFlushPlanned = false;

  const places = function* () {
    for (const set of byProfile.values()) yield* set;
  };

  bus.on('deliver', ({ profileId, event }) => {
    const seats = byProfile.get(profileId);
    if (!seats) return;
    const said = saidOf(event);
    for (const place of seats) enqueue(place, said);
  });
  bus.on('sessionsEnded', ({ sessionHashes }) => {
    const ended = new Set(sessionHashes);
    for (const place of places()) if (ended.has(place.owner.sessionHash)) end(place, closeCodes.ended, 'log in again');
  });
  bus.on('profileDeleted', ({ profileId }) => {
    for (const place of byProfile.get(profileId) ?? []) end(place, closeCodes.ended, 'log in again');
  });

  const heartbeat = setInterval(() => {
    for (const place of places()) {
      // A socket that has not begun within a whole round never will.
      if (!place.isAlive || place.begunAt === null) {
        remove(place);
        place.wire.terminate();
        continue;
      }
      place.isAlive = false;
      place.wire.ping();
    }
  }, limits.socketPingMs);
  heartbeat.unref();

  function enqueue(place: Place, said: Said): void {
    if (place.begunAt !== null && said.revision !== null && said.revision <= place.begunAt) return;
    place.queue.push(said);
    if (place.begunAt !== null) return plan(place);
    place.queuedBytes += said.text.length;
    if (place.queuedBytes > limits.socketBufferBytes) cutOff(place);
  }

  function plan(place: Place): void {
    due.add(place);
    if (isFlushPlanned) return;
    isFlushPlanned = true;
    setImmediate(flush);
  }

  function flush(): void {
    isFlushPlanned = false;
    const frameOf = frameMaker();
    for (const place of due) {
      const said = place.queue;
      place.queue = [];
      if (place.wire.bufferedBytes() > limits.socketBufferBytes) cutOff(place);
      else if (said.length > 0) place.wire.send(frameOf(said));
    }
    due.clear();
  }

  /** For one that does not read what it is sent: it resumes with a new socket. */
  function cutOff(place: Place): void {
    log.debug({ profileId: place.owner.profileId }, 'a socket did not keep up');
    remove(place);
    place.wire.terminate();
  }

  function end(place: Place, code: number, reason: string): void {
    remove(place);
    place.wire.close(code, reason);
    setTimeout(() => place.wire.terminate(), lastWordsMs).unref();
  }

  function remove(place: Place): void {
    const { profileId, address } = place.owner;
    const seats = byProfile.get(profileId);
    if (!seats?.delete(place)) return;
    if (seats.size === 0) byProfile.delete(profileId);
    const left = (byAddress.get(address) ?? 1) - 1;
    if (left === 0) byAddress.delete(address);
    else byAddress.set(address, left);
    place.watch([]);
    place.queue = [];
    due.delete(place);
  }

  const hasRoomFor = (address: string) => (byAddress.get(address) ?? 0) < limits.socketsPerAddress;

  return {
    take(owner, wire) {
      if (!hasRoomFor(owner.address)) return null;
      const place: Place = {
        owner,
        wire,
        sectors: new Set(),
        queue: [],
        queuedBytes: 0,
        begunAt: null,
        isAlive: true,
        isVisible: false,
        conversationWith: null,
        get hasBegun() {
          return this.begunAt !== null;
        },
        begin(hello, missed) {
          const meanwhile = place.queue.filter(({ revision }) => revision === null || revision > hello.revision);
          place.queue = [saidOf({ type: 'hello', ...hello }), ...missed.map(saidOf), ...meanwhile];
          place.begunAt = hello.revision;
          plan(place);
        },
        tell: (event) => enqueue(place, saidOf(event)),
        watch(sectorKeys) {
          for (const key of place.sectors) takeFrom(bySector, key, place);
          place.sectors.clear();
          for (const key of sectorKeys) {
            place.sectors.add(key);
            addTo(bySector, key, place);
          }
        },
        look(isVisible, conversationWith) {
          place.isVisible = isVisible;
          place.conversationWith = conversationWith;
        },
        heard() {
          place.isAlive = true;
        },
        leave: () => remove(place),
        end: (code, reason) => end(place, code, reason),
      };
      const seats = addTo(byProfile, owner.profileId, place);
      byAddress.set(owner.address, (byAddress.get(owner.address) ?? 0) + 1);
      const [oldest] = seats;
      if (seats.size > limits.socketsPerMember && oldest) end(oldest, closeCodes.replaced, 'opened elsewhere');
      return place;
    },
    hasRoomFor,
    isOnline: (profileId) => byProfile.has(profileId),
    isWatching: (profileId) => [...(byProfile.get(profileId) ?? [])].some(({ isVisible }) => isVisible),
    isLookingAt: (profileId, peerId) =>
      [...(byProfile.get(profileId) ?? [])].some((place) => place.isVisible && place.conversationWith === peerId),
    tellAll(event, mayBeSeenBy) {
      const said = saidOf(event);
      for (const place of places()) if (mayBeSeenBy(place.owner.profileId)) enqueue(place, said);
    },
    tellSector(sectorKey, event, mayBeSeenBy) {
      const watchers = bySector.get(sectorKey);
      if (!watchers) return;
      const said = saidOf(event);
      for (const place of watchers) if (mayBeSeenBy(place.owner.profileId)) enqueue(place, said);
    },
    facts: () => ({ sockets: [...byProfile.values()].reduce((sum, seats) => sum + seats.size, 0), members: byProfile.size }),
    close() {
      clearInterval(heartbeat);
      for (const place of places()) end(place, closeCodes.goingAway, 'come back');
    },
  };
}

const saidOf = (event: LiveEvent): Said => ({ text: JSON.stringify(event), revision: revisionOf(event) });

function revisionOf(event: LiveEvent): number | null {
  if (event.type === 'message') return event.message.revision;
  return event.type === 'messageGone' ? event.revision : null;
}

/** Joins events into a frame; a room in which all hear the same joins once. */
function frameMaker(): (said: readonly Said[]) => string {
  let last: readonly Said[] = [];
  let frame = '';
  return (said) => {
    if (said.length !== last.length || said.some((one, i) => one !== last[i])) {
      last = said;
      frame = `[${said.map(({ text }) => text).join(',')}]`;
    }
    return frame;
  };
}

function addTo<K, V>(map: Map<K, Set<V>>, key: K, value: V): Set<V> {
  const set = map.get(key) ?? new Set<V>();
  map.set(key, set);
  return set.add(value);
}

function takeFrom<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const set = map.get(key);
  set?.delete(value);
  if (set?.size === 0) map.delete(key);
}
