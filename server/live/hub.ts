// The hub of open sockets: sends each socket one frame a tick, and serializes each event once.
import { closeCodes, type LiveEvent } from '#shared/contract/live.ts';
import type { World } from '#server/world.ts';

/** The wire of one socket, as the hub uses it. */
export interface Wire {
  send(frame: string): void;
  ping(): void;
  bufferedBytes(): number;
  close(code: number, reason: string): void;
  /** Destroys it at once, without a close frame. */
  terminate(): void;
}

interface Owner {
  readonly profileId: string;
  readonly sessionHash: string;
  /** The address it came from, grouped as for rate limits. */
  readonly address: string;
}

/** An open socket in the hub. Nothing goes out on it before `begin`. */
export interface Connection {
  /** Sends the hello and the missed events, then those that came meanwhile; changes up to `revision` are never sent again. */
  begin(hello: { revision: number; mustResync: boolean }, missed: readonly LiveEvent[]): void;
  readonly hasBegun: boolean;
  send(event: LiveEvent): void;
  /** Replaces the sectors this socket watches. */
  watch(sectorKeys: readonly string[]): void;
  /** Stores what the screen shows. */
  show(isVisible: boolean, conversationWith: string | null): void;
  /** Notes that the other side sent something. */
  markAlive(): void;
  remove(): void;
  /** Closes it, with a short wait for the other side's close frame. */
  end(code: number, reason: string): void;
}

export interface Hub {
  /** Adds a socket; null when its address has too many. A member's oldest one beyond their limit is closed. */
  connect(owner: Owner, wire: Wire): Connection | null;
  hasRoomFor(address: string): boolean;
  isOnline(profileId: string): boolean;
  /** Whether the member has the application on a visible screen. */
  isWatching(profileId: string): boolean;
  /** Whether the member has the conversation with this peer on a visible screen. */
  isLookingAt(profileId: string, peerId: string): boolean;
  /** Sends to all connected members whom the event may reach. */
  sendToAll(event: LiveEvent, mayBeSeenBy: (profileId: string) => boolean): void;
  /** Sends to all members who watch the sector and whom the event may reach. */
  sendToSector(sectorKey: string, event: LiveEvent, mayBeSeenBy: (profileId: string) => boolean): void;
  readonly facts: () => { readonly sockets: number; readonly members: number };
  /** Asks every socket to reconnect later and ends those that do not answer. */
  close(): void;
}

interface SerializedEvent {
  readonly text: string;
  /** The revision of a changed message, by which a reconnect resumes. */
  readonly revision: number | null;
}

interface OpenConnection extends Connection {
  readonly owner: Owner;
  readonly wire: Wire;
  readonly sectors: Set<string>;
  queue: SerializedEvent[];
  queuedBytes: number;
  begunAt: number | null;
  isAlive: boolean;
  isVisible: boolean;
  conversationWith: string | null;
}

const closingMs = 2_000;

/** Opens the hub of this process and follows the bus. */
export function openHub({ bus, limits, log }: Pick<World, 'bus' | 'limits' | 'log'>): Hub {
  const byProfile = new Map<string, Set<OpenConnection>>();
  const byAddress = new Map<string, number>();
  const bySector = new Map<string, Set<OpenConnection>>();
  const due = new Set<OpenConnection>();
  let isFlushPlanned = false;

  const openConnections = function* () {
    for (const set of byProfile.values()) yield* set;
  };

  bus.on('deliver', ({ profileId, event }) => {
    const connections = byProfile.get(profileId);
    if (!connections) return;
    const sent = serialized(event);
    for (const connection of connections) enqueue(connection, sent);
  });
  bus.on('sessionsEnded', ({ sessionHashes }) => {
    const ended = new Set(sessionHashes);
    for (const connection of openConnections())
      if (ended.has(connection.owner.sessionHash)) end(connection, closeCodes.ended, 'log in again');
  });
  bus.on('profileDeleted', ({ profileId }) => {
    for (const connection of byProfile.get(profileId) ?? []) end(connection, closeCodes.ended, 'log in again');
  });

  const heartbeat = setInterval(() => {
    for (const connection of openConnections()) {
      // A socket that has not begun within a whole round never will.
      if (!connection.isAlive || connection.begunAt === null) {
        remove(connection);
        connection.wire.terminate();
        continue;
      }
      connection.isAlive = false;
      connection.wire.ping();
    }
  }, limits.socketPingMs);
  heartbeat.unref();

  function enqueue(connection: OpenConnection, event: SerializedEvent): void {
    if (connection.begunAt !== null && event.revision !== null && event.revision <= connection.begunAt) return;
    connection.queue.push(event);
    if (connection.begunAt !== null) return plan(connection);
    connection.queuedBytes += event.text.length;
    if (connection.queuedBytes > limits.socketBufferBytes) drop(connection);
  }

  function plan(connection: OpenConnection): void {
    due.add(connection);
    if (isFlushPlanned) return;
    isFlushPlanned = true;
    setImmediate(flush);
  }

  function flush(): void {
    isFlushPlanned = false;
    const frameOf = frameMaker();
    for (const connection of due) {
      const events = connection.queue;
      connection.queue = [];
      if (connection.wire.bufferedBytes() > limits.socketBufferBytes) drop(connection);
      else if (events.length > 0) connection.wire.send(frameOf(events));
    }
    due.clear();
  }

  /** Closes a socket that does not read what it is sent: it resumes with a new one. */
  function drop(connection: OpenConnection): void {
    log.debug({ profileId: connection.owner.profileId }, 'a socket did not keep up');
    remove(connection);
    connection.wire.terminate();
  }

  function end(connection: OpenConnection, code: number, reason: string): void {
    remove(connection);
    connection.wire.close(code, reason);
    setTimeout(() => connection.wire.terminate(), closingMs).unref();
  }

  function remove(connection: OpenConnection): void {
    const { profileId, address } = connection.owner;
    const connections = byProfile.get(profileId);
    if (!connections?.delete(connection)) return;
    if (connections.size === 0) byProfile.delete(profileId);
    const left = (byAddress.get(address) ?? 1) - 1;
    if (left === 0) byAddress.delete(address);
    else byAddress.set(address, left);
    connection.watch([]);
    connection.queue = [];
    due.delete(connection);
  }

  const hasRoomFor = (address: string) => (byAddress.get(address) ?? 0) < limits.socketsPerAddress;

  return {
    connect(owner, wire) {
      if (!hasRoomFor(owner.address)) return null;
      const connection: OpenConnection = {
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
          const meanwhile = connection.queue.filter(({ revision }) => revision === null || revision > hello.revision);
          connection.queue = [serialized({ type: 'hello', ...hello }), ...missed.map(serialized), ...meanwhile];
          connection.begunAt = hello.revision;
          plan(connection);
        },
        send: (event) => enqueue(connection, serialized(event)),
        watch(sectorKeys) {
          for (const key of connection.sectors) takeFrom(bySector, key, connection);
          connection.sectors.clear();
          for (const key of sectorKeys) {
            connection.sectors.add(key);
            addTo(bySector, key, connection);
          }
        },
        show(isVisible, conversationWith) {
          connection.isVisible = isVisible;
          connection.conversationWith = conversationWith;
        },
        markAlive() {
          connection.isAlive = true;
        },
        remove: () => remove(connection),
        end: (code, reason) => end(connection, code, reason),
      };
      const connections = addTo(byProfile, owner.profileId, connection);
      byAddress.set(owner.address, (byAddress.get(owner.address) ?? 0) + 1);
      const [oldest] = connections;
      if (connections.size > limits.socketsPerMember && oldest) end(oldest, closeCodes.replaced, 'opened elsewhere');
      return connection;
    },
    hasRoomFor,
    isOnline: (profileId) => byProfile.has(profileId),
    isWatching: (profileId) => [...(byProfile.get(profileId) ?? [])].some(({ isVisible }) => isVisible),
    isLookingAt: (profileId, peerId) =>
      [...(byProfile.get(profileId) ?? [])].some((connection) => connection.isVisible && connection.conversationWith === peerId),
    sendToAll(event, mayBeSeenBy) {
      const sent = serialized(event);
      for (const connection of openConnections()) if (mayBeSeenBy(connection.owner.profileId)) enqueue(connection, sent);
    },
    sendToSector(sectorKey, event, mayBeSeenBy) {
      const watchers = bySector.get(sectorKey);
      if (!watchers) return;
      const sent = serialized(event);
      for (const connection of watchers) if (mayBeSeenBy(connection.owner.profileId)) enqueue(connection, sent);
    },
    facts: () => ({
      sockets: [...byProfile.values()].reduce((sum, connections) => sum + connections.size, 0),
      members: byProfile.size,
    }),
    close() {
      clearInterval(heartbeat);
      for (const connection of openConnections()) end(connection, closeCodes.goingAway, 'come back');
    },
  };
}

const serialized = (event: LiveEvent): SerializedEvent => ({ text: JSON.stringify(event), revision: revisionOf(event) });

function revisionOf(event: LiveEvent): number | null {
  if (event.type === 'message') return event.message.revision;
  return event.type === 'messageGone' ? event.revision : null;
}

/** Joins events into a frame; sockets that receive the same events share one frame. */
function frameMaker(): (events: readonly SerializedEvent[]) => string {
  let last: readonly SerializedEvent[] = [];
  let frame = '';
  return (events) => {
    if (events.length !== last.length || events.some((one, i) => one !== last[i])) {
      last = events;
      frame = `[${events.map(({ text }) => text).join(',')}]`;
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
