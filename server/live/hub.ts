// The hub of open sockets. It serializes each event once, and sends each socket one frame per tick.
import { closeCodes, type LiveEvent } from '#shared/contract/live.ts';
import type { World } from '#server/world.ts';
import { frameMaker, serialized, type SerializedEvent } from './frames.ts';
import { startHeartbeat } from './heartbeat.ts';
import { createOpenSockets, type OpenSocket, type Owner } from './open-sockets.ts';
import { createRecentEvents, type RecentEvents } from './recent-events.ts';

/** The methods of a socket that the hub uses. */
export interface HubSocket {
  send(frame: string): void;
  ping(): void;
  bufferedBytes(): number;
  close(code: number, reason: string): void;
  /** Closes the connection at once, without a close frame. */
  terminate(): void;
}

type Hello = Extract<LiveEvent, { type: 'hello' }>;

/** An open socket. Before `begin` nothing is sent. */
export interface Connection {
  /** Sends the hello, the missed events and the queued events. Changes up to `revision` are not sent again. */
  begin(revision: number, hello: Omit<Hello, 'type'>, missed: readonly LiveEvent[]): void;
  readonly hasBegun: boolean;
  send(event: LiveEvent): void;
  /** Replaces the sectors that the socket watches. */
  watch(sectorKeys: readonly string[]): void;
  /** Stores whether the app is visible, and which conversation is open. */
  setView(isVisible: boolean, conversationWith: string | null): void;
  /** Call it when anything was received. */
  markAlive(): void;
  remove(): void;
  /** Ends this socket if its address has too many in all processes together, and the oldest of the member if they have too many. */
  endSurplus(): Promise<void> | undefined;
  /** Closes the socket. Ends the connection if there is no close frame soon. */
  end(code: number, reason: string): void;
}

export interface Hub {
  /** Adds a socket. Null if its IP address has too many. If the member has too many, their oldest one is closed. */
  connect(owner: Owner, socket: HubSocket): Connection | null;
  /** Whether the member may open one more socket from these addresses, as far as is known of other processes. */
  hasRoomFor(owner: Omit<Owner, 'sessionHash'>): boolean | Promise<boolean>;
  isOnline(profileId: string): boolean;
  /** True if the app is visible on a screen of the member. */
  isAppVisible(profileId: string): boolean;
  /** True if the conversation with this peer is visible on a screen of the member. */
  isLookingAt(profileId: string, peerId: string): boolean;
  /** The same for sockets of other processes, which may have ended some seconds ago. False if that is not known. */
  isAppVisibleElsewhere(profileId: string): Promise<boolean>;
  isLookingElsewhere(profileId: string, peerId: string): Promise<boolean>;
  /** Sends the event to all connected members who may see it. */
  sendToAll(event: LiveEvent, mayBeSeenBy: (profileId: string) => boolean): void;
  /** Sends the event to all members who watch the sector and may see it. */
  sendToSector(sectorKey: string, event: LiveEvent, mayBeSeenBy: (profileId: string) => boolean): void;
  /** What was sent lately, also to members without a socket. */
  readonly recent: RecentEvents;
  /** The revision up to which the member's sockets had received all changes of messages when the first of them began. Null without one. */
  firstRevision(profileId: string): number | null;
  readonly counts: () => { readonly sockets: number; readonly members: number };
  /** Closes all sockets, and asks them to reconnect later. */
  close(): void;
}

interface OpenConnection extends Connection, OpenSocket {
  readonly socket: HubSocket;
  readonly sectors: Set<string>;
  queue: SerializedEvent[];
  queuedBytes: number;
  begunRevision: number | null;
}

const closingMs = 2_000;

interface HubDependencies {
  /** Creates the cursor from which a member's socket resumes after a revision. */
  readonly cursorOf: (profileId: string, revision: number) => string;
  readonly isHidden: (viewerId: string, otherId: string) => boolean;
}

export function openHub(
  world: Pick<World, 'bus' | 'changes' | 'clock' | 'ids' | 'limits' | 'log' | 'presence'>,
  { cursorOf, isHidden }: HubDependencies,
): Hub {
  const { bus, changes, clock, ids, limits, log, presence } = world;
  const { lease } = changes;
  const open = createOpenSockets<OpenConnection>(world);
  const bySector = new Map<string, Set<OpenConnection>>();
  const connectionsToFlush = new Set<OpenConnection>();
  const recent = createRecentEvents({ limits, clock });
  let isFlushScheduled = false;

  bus.on('deliver', ({ profileId, event, revision, aboutProfileId }) => {
    if (aboutProfileId !== undefined && isHidden(profileId, aboutProfileId)) return;
    // The database has the events with a revision.
    if (revision === undefined && event.type !== 'typing') recent.add(event.type, (id) => id === profileId);
    if (!open.isOnline(profileId)) return;
    const sent = serialized(event, revision);
    for (const connection of open.of(profileId)) enqueue(connection, sent);
  });
  bus.on('sessionsEnded', ({ sessionHashes }) => {
    for (const connection of open.all())
      if (sessionHashes.includes(connection.owner.sessionHash)) end(connection, closeCodes.ended, 'log in again');
  });
  bus.on('sessionLocked', ({ sessionHash }) => {
    for (const connection of open.all())
      if (connection.owner.sessionHash === sessionHash) end(connection, closeCodes.goingAway, 'come back');
  });
  bus.on('profileDeleted', ({ profileId }) => {
    for (const connection of open.of(profileId)) end(connection, closeCodes.ended, 'log in again');
  });
  bus.on('socketsReplaced', ({ profileId, last }) => {
    for (const connection of open.of(profileId)) if (connection.opened <= last) replace(connection);
  });
  presence?.onLost(() => {
    for (const connection of open.all())
      if (open.hasTooMany(connection.owner)) end(connection, closeCodes.goingAway, 'come back');
  });

  // Without a lease nothing is sent. Events that wait for their frame may be about members who were hidden in the meantime.
  lease?.onLost(endAll);

  const heartbeat = startHeartbeat<OpenConnection>({
    everyMs: limits.socketPingMs,
    answerWithinMs: limits.socketPongMs,
    ping: ({ socket }) => socket.ping(),
    drop,
  });

  function enqueue(connection: OpenConnection, event: SerializedEvent): void {
    if (connection.begunRevision !== null && event.revision !== null && event.revision <= connection.begunRevision) return;
    connection.queue.push(event);
    if (connection.begunRevision !== null) return scheduleFlush(connection);
    connection.queuedBytes += event.text.length;
    if (connection.queuedBytes > limits.socketBufferBytes) drop(connection);
  }

  function scheduleFlush(connection: OpenConnection): void {
    connectionsToFlush.add(connection);
    if (isFlushScheduled) return;
    isFlushScheduled = true;
    setImmediate(flush);
  }

  function flush(): void {
    isFlushScheduled = false;
    if (lease?.term() === null) return;
    const frameOf = frameMaker();
    for (const connection of connectionsToFlush) {
      const events = withCursor(connection.owner.profileId, connection.queue);
      connection.queue = [];
      if (connection.socket.bufferedBytes() > limits.socketBufferBytes) drop(connection);
      else if (events.length > 0) connection.socket.send(frameOf(events));
    }
    connectionsToFlush.clear();
  }

  function withCursor(profileId: string, events: readonly SerializedEvent[]): readonly SerializedEvent[] {
    const revision = events.findLast((event) => event.revision !== null)?.revision ?? null;
    return revision === null ? events : [...events, serialized({ type: 'cursor', cursor: cursorOf(profileId, revision) })];
  }

  /** Ends the connection of a socket that does not read its frames or answer pings. The client resumes on a new one. */
  function drop(connection: OpenConnection): void {
    log.debug('a socket did not keep up');
    remove(connection);
    connection.socket.terminate();
  }

  function end(connection: OpenConnection, code: number, reason: string): void {
    remove(connection);
    connection.socket.close(code, reason);
    setTimeout(() => connection.socket.terminate(), closingMs).unref();
  }

  function endAll(): void {
    for (const connection of open.all()) end(connection, closeCodes.goingAway, 'come back');
  }

  const replace = (connection: OpenConnection) => end(connection, closeCodes.replaced, 'opened elsewhere');

  function remove(connection: OpenConnection): void {
    if (!open.remove(connection)) return;
    heartbeat.remove(connection);
    connection.watch([]);
    connection.queue = [];
    connectionsToFlush.delete(connection);
  }

  async function endSurplus(connection: OpenConnection): Promise<void> {
    const { owner } = connection;
    if (await open.hasTooManyEverywhere(owner, 0)) return end(connection, closeCodes.misuse, 'too many sockets');
    const last = await open.lastSurplusOf(owner.profileId);
    if (last !== null) changes.publish({ type: 'socketsReplaced', profileId: owner.profileId, last });
  }

  return {
    connect(owner, socket) {
      if (!open.hasRoomFor(owner)) return null;
      const connection: OpenConnection = {
        owner,
        opened: `${clock.now()} ${ids.uuid()}`,
        socket,
        sectors: new Set(),
        queue: [],
        queuedBytes: 0,
        begunRevision: null,
        isVisible: false,
        conversationWith: null,
        get hasBegun() {
          return this.begunRevision !== null;
        },
        begin(begunRevision, hello, missed) {
          const meanwhile = connection.queue.filter(({ revision }) => revision === null || revision > begunRevision);
          const first = serialized({ type: 'hello', ...hello }, begunRevision);
          connection.queue = [first, ...missed.map((event) => serialized(event)), ...meanwhile];
          connection.begunRevision = begunRevision;
          heartbeat.markAlive(connection);
          scheduleFlush(connection);
          if (lease !== null) bus.publish({ type: 'socketBegun', profileId: owner.profileId });
        },
        send: (event) => enqueue(connection, serialized(event)),
        watch(sectorKeys) {
          for (const key of connection.sectors) removeFrom(bySector, key, connection);
          connection.sectors.clear();
          // A command may end after its socket was removed, and nobody would remove the socket from the sectors again.
          if (!open.of(owner.profileId).has(connection)) return;
          for (const key of sectorKeys) {
            connection.sectors.add(key);
            addTo(bySector, key, connection);
          }
        },
        setView: (isVisible, conversationWith) => open.setView(connection, isVisible, conversationWith),
        markAlive() {
          // A connection that is pinged before it has begun must begin in time.
          if (connection.begunRevision !== null) heartbeat.markAlive(connection);
        },
        remove: () => remove(connection),
        endSurplus: () => (presence === null ? undefined : endSurplus(connection)),
        end: (code, reason) => end(connection, code, reason),
      };
      open.add(connection);
      heartbeat.add(connection);
      const sockets = open.of(owner.profileId);
      const [oldest] = sockets;
      if (sockets.size > limits.socketsPerMember && oldest) replace(oldest);
      else if (sockets.size > open.maxOfMember(owner.profileId) && oldest) end(oldest, closeCodes.goingAway, 'come back');
      return connection;
    },
    hasRoomFor(owner) {
      if (!open.hasRoomFor(owner)) return false;
      return presence === null || open.hasTooManyEverywhere(owner, 1).then((hasTooMany) => !hasTooMany);
    },
    isOnline: open.isOnline,
    isAppVisible: open.isAppVisible,
    isLookingAt: open.isLookingAt,
    isAppVisibleElsewhere: open.isAppVisibleElsewhere,
    isLookingElsewhere: open.isLookingElsewhere,
    recent,
    firstRevision(profileId) {
      const begun = [...open.of(profileId)].flatMap(({ begunRevision }) => begunRevision ?? []);
      return begun.length === 0 ? null : Math.min(...begun);
    },
    sendToAll(event, mayBeSeenBy) {
      recent.add(event.type, mayBeSeenBy);
      const sent = serialized(event);
      for (const connection of open.all()) if (mayBeSeenBy(connection.owner.profileId)) enqueue(connection, sent);
    },
    sendToSector(sectorKey, event, mayBeSeenBy) {
      recent.add(event.type, (profileId, sectors) => sectors.has(sectorKey) && mayBeSeenBy(profileId));
      const watchers = bySector.get(sectorKey);
      if (!watchers) return;
      const sent = serialized(event);
      for (const connection of watchers) if (mayBeSeenBy(connection.owner.profileId)) enqueue(connection, sent);
    },
    counts: open.counts,
    close() {
      heartbeat.stop();
      endAll();
    },
  };
}

function addTo<K, V>(map: Map<K, Set<V>>, key: K, value: V): Set<V> {
  const set = map.get(key) ?? new Set<V>();
  map.set(key, set);
  return set.add(value);
}

function removeFrom<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const set = map.get(key);
  set?.delete(value);
  if (set?.size === 0) map.delete(key);
}
