// Measures deliveries per second to 1,000 sockets through the hub, compared with one send per event and socket.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import websocket from '@fastify/websocket';
import fastify from 'fastify';
import { pino } from 'pino';
import type { LiveEvent } from '#shared/contract/live.ts';
import { localChanges } from '#server/changes/changes.ts';
import { serverLimits } from '#server/limits.ts';
import { randomIds } from '#server/open-world.ts';
import { localBus } from '#server/outside/bus.ts';
import { openHub } from '#server/live/hub.ts';
import { median, printBar } from './figures.ts';

const sockets = 1_000;
/** The number of events that are sent at once, as in a busy hour. */
const eventsPerTick = 25;
const ticks = 10;
const rounds = 3;
/** The number of members in the room who are hidden from a sender. They differ for each sender. */
const hiddenEach = 20;
const sector = '33:-112';

const briefOf = (i: number): LiveEvent => ({
  type: 'brief',
  brief: {
    profileId: crypto.randomUUID(),
    session: null,
    profileName: `Member ${i}`,
    profileAge: 34,
    profileChars: ['friends', 'hiking'],
    profileWeight: '77 kg',
    profileHeight: '180 cm',
    profilePicIds: [crypto.randomUUID()],
    lat: 33.45,
    lon: -112.07,
    tsUpdated: 1_795_000_000_000,
  },
});

/** Alternates rounds with the hub and with plain sends. */
export async function run(_args: string[]): Promise<void> {
  const room = await openRoom();
  const [hubRounds, plainRounds]: [Measured[], Measured[]] = [[], []];
  try {
    for (let round = 0; round < rounds; round++) {
      hubRounds.push(
        await measure(room, (event, hiddenIds) => room.hub.sendToSector(sector, event, (profileId) => !hiddenIds.has(profileId))),
      );
      plainRounds.push(
        await measure(room, (event, hiddenIds) => {
          const text = JSON.stringify(event);
          for (const [profileId, socket] of room.server) if (!hiddenIds.has(profileId)) socket.send(text);
        }),
      );
    }
  } finally {
    await room.close();
  }
  const [withHub, withPlain] = [medianOf(hubRounds), medianOf(plainRounds)];
  console.log(
    `${sockets} sockets, ${eventsPerTick} events per tick with ${hiddenEach} hidden members each, ${ticks} ticks; medians of ${rounds} rounds`,
  );
  console.table([
    { what: 'hub', 'deliveries/s': Math.round(withHub.perSecond), 'server CPU µs per delivery': withHub.cpuMicros.toFixed(2) },
    {
      what: 'plain sends',
      'deliveries/s': Math.round(withPlain.perSecond),
      'server CPU µs per delivery': withPlain.cpuMicros.toFixed(2),
    },
  ]);
  console.log(
    `Hub / plain sends: ${(withHub.perSecond / withPlain.perSecond).toFixed(1)} times the deliveries, ` +
      `${(withPlain.cpuMicros / withHub.cpuMicros).toFixed(1)} times less CPU.`,
  );
  printBar({ what: 'deliveries/s of the hub / of plain sends', figure: withHub.perSecond / withPlain.perSecond, min: 6 });
}

interface Measured {
  readonly perSecond: number;
  readonly cpuMicros: number;
}

async function openRoom() {
  const log = pino({ level: 'silent' });
  const bus = localBus(() => undefined);
  const hub = openHub(
    {
      bus,
      changes: localChanges({ bus, db: { afterCommit: () => undefined } }),
      ids: randomIds,
      presence: null,
      limits: { ...serverLimits, socketsPerAddress: sockets },
      log,
      clock: { now: Date.now, monotonic: () => performance.now() },
    },
    { cursorOf: () => '', isHidden: () => false },
  );
  const server = new Map<string, { send(text: string): void }>();
  const app = fastify();
  await app.register(websocket, { options: { perMessageDeflate: false } });
  app.get('/', { websocket: true }, (socket) => {
    const profileId = crypto.randomUUID();
    const connection = hub.connect(
      { profileId, sessionHash: profileId, addresses: [] },
      {
        send: (frame) => socket.send(frame),
        ping: () => socket.ping(),
        bufferedBytes: () => socket.bufferedAmount,
        close: (code) => socket.close(code),
        terminate: () => socket.terminate(),
      },
    );
    connection?.watch([sector]);
    connection?.begin(0, { mustResync: false }, []);
    server.set(profileId, socket);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const listeners = new Worker(new URL('./room-listeners.ts', import.meta.url), { workerData: { port, sockets } });
  await once(listeners, 'message');
  return {
    hub,
    server,
    /** Resolves when the clients have received `count` more events. */
    async received(count: number): Promise<void> {
      const done = once(listeners, 'message');
      listeners.postMessage(count);
      await done;
    },
    async close() {
      hub.close();
      await listeners.terminate();
      await app.close();
    },
  };
}

async function measure(
  room: Awaited<ReturnType<typeof openRoom>>,
  send: (event: LiveEvent, hiddenIds: ReadonlySet<string>) => void,
): Promise<Measured> {
  const present = [...room.server.keys()];
  const events = Array.from({ length: eventsPerTick }, (_, i) => ({
    event: briefOf(i),
    hiddenIds: new Set(Array.from({ length: hiddenEach }, (_, at) => present[(i * 37 + at * 41) % sockets] ?? '')),
  }));
  const deliveries = ticks * events.reduce((sum, { hiddenIds }) => sum + sockets - hiddenIds.size, 0);
  const received = room.received(deliveries);
  const cpu = process.threadCpuUsage();
  const startMs = performance.now();
  for (let tick = 0; tick < ticks; tick++) {
    for (const { event, hiddenIds } of events) send(event, hiddenIds);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await received;
  const { user, system } = process.threadCpuUsage(cpu);
  return { perSecond: (deliveries * 1_000) / (performance.now() - startMs), cpuMicros: (user + system) / deliveries };
}

const medianOf = (measured: readonly Measured[]): Measured => ({
  perSecond: median(measured.map((one) => one.perSecond)),
  cpuMicros: median(measured.map((one) => one.cpuMicros)),
});
