// Plays seeded schedules of faults with the real outbox, connection, screens' data and message service, on a clock of its own.
import 'fake-indexeddb/auto';
import { revisionCursor } from '#client/offline/cursor.ts';
import { createDatabase, memberDatabase } from '#client/offline/database.ts';
import type { Cursor } from '#client/net/socket.ts';
import { seeded } from '#server/testing/seeded.ts';
import { openDevice } from './device.ts';
import { FakeChannel, hereInTab } from './fake-browser.ts';
import { fakeTime } from './fake-time.ts';
import { happen, usualMix, type Counts, type Mix, type Scene } from './happenings.ts';
import { openRoughServer, type Network } from './rough-server.ts';
import { faultsOf } from './verdict.ts';

export interface Played {
  readonly faults: readonly string[];
  readonly counts: Counts;
}

export interface Schedule {
  readonly mix?: Mix;
  /** Goes on until this is true of the counts; without it 5 to 12 things happen. */
  readonly isOver?: (counts: Counts) => boolean;
}

export interface Stage {
  /** The same seed is the same schedule. */
  play(seed: number, schedule?: Schedule): Promise<Played>;
  close(): Promise<void>;
}

/** How long everything has to come right once the network is calm: the longest pauses of outbox and socket, and some. */
const calmMs = 150_000;
const momentsMost = 40;
const pageAndSome = 25;

/** Takes the place of this process's timers, channels, fetch and chance until it is closed. */
export async function openStage(): Promise<Stage> {
  const time = fakeTime(Date.UTC(2026, 5, 1, 12));
  const giveBack = replaceGlobals();
  const bensDatabase = createDatabase('of the other');
  const server = await openRoughServer(time.now);

  async function play(seed: number, { mix = usualMix, isOver }: Schedule = {}): Promise<Played> {
    const random = seeded(seed);
    Math.random = random;
    const scene = await open(random);
    const stepsMost = isOver ? Number.POSITIVE_INFINITY : 5 + Math.floor(random() * 8);
    try {
      for (let step = 0; step < stepsMost && !isOver?.(scene.counts); step++) {
        await happen(scene, mix);
        await time.pass(random() < 0.6 ? random() * 60 : random() * 3_000);
      }
      await calmDown(scene);
      let faults = await faultsOf(scene);
      // The last frame may have come just now, with much to do.
      for (let more = 0; more < momentsMost && faults.length > 0; more++) {
        await time.pass(500);
        faults = await faultsOf(scene);
      }
      return { faults, counts: scene.counts };
    } finally {
      scene.ada.close();
      scene.ben.close();
      await server.start();
      time.skewMs = 0;
      server.setClock(0);
    }
  }

  async function open(random: () => number): Promise<Scene> {
    const [adaId, benId] = [await server.member(), await server.member()];
    await memberDatabase.claim(adaId);
    await bensDatabase.claim(benId);
    const counts = noCounts();
    const roughness = random() * 0.4;
    const networkOf = (): Network => network(random, roughness, counts);
    // Some browsers give no storage: they ask anew after each loss.
    const bensCursor = random() < 0.3 ? nowhere : inMemory();
    const before = random() < 0.1 ? await talkBefore(adaId, benId) : [];
    const [adas, bens] = [
      { own: adaId, peer: benId, database: memberDatabase, cursor: revisionCursor(adaId) },
      { own: benId, peer: adaId, database: bensDatabase, cursor: bensCursor },
    ];
    const ada = openDevice({ ...adas, server, network: networkOf() });
    const ben = openDevice({ ...bens, server, network: networkOf() });
    ada.openTab();
    if (random() < 0.5) ada.openTab();
    ben.openTab();
    const written = new Map([
      [ada, before],
      [ben, []],
    ]);
    return { random, counts, server, time, ada, ben, written, removed: new Set() };
  }

  /** More than a page, so that screens begin in the middle of a conversation. */
  async function talkBefore(from: string, to: string): Promise<string[]> {
    const texts = Array.from({ length: pageAndSome }, (_, count) => `before ${count}`);
    for (const text of texts) await server.say(from, to, text);
    return texts;
  }

  async function calmDown({ ada, ben, random }: Scene): Promise<void> {
    await server.start();
    // Most look at the application again, which finds out soon what the others learn from a ping that nobody answers.
    const isLookedAt = random() < 0.8;
    for (const { network: own, tabs } of [ada, ben]) {
      Object.assign(own, { isOnline: true, isRough: false });
      for (const { live, replayNow } of isLookedAt ? tabs : []) {
        live.nudge();
        replayNow();
      }
    }
    const isCalm = async (): Promise<boolean> => {
      for (const { own, tabs } of [ada, ben]) {
        if (tabs.some(({ live }) => !live.isOpen.get())) return false;
        const waiting = await tabs[0]?.outbox.entries(own);
        if (waiting?.some(({ state }) => state !== 'failed')) return false;
      }
      return true;
    };
    const untilMs = time.now() + calmMs;
    await time.pass(isLookedAt ? 12_000 : 40_000);
    while (time.now() < untilMs && !(await isCalm())) await time.pass(5_000);
  }

  return {
    play,
    async close() {
      await server.close();
      time.end();
      await memberDatabase.close();
      await bensDatabase.close();
      giveBack();
    },
  };
}

function replaceGlobals(): () => void {
  const before = { fetch, BroadcastChannel };
  const chance = Math.random;
  const storage = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  Object.assign(globalThis, {
    BroadcastChannel: FakeChannel,
    fetch: (address: string, request: RequestInit) => hereInTab().fetch(address, request),
  });
  const emptyStorage = { getItem: () => null, setItem: () => undefined };
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: emptyStorage });
  return () => {
    Math.random = chance;
    Object.assign(globalThis, before);
    if (storage) Object.defineProperty(globalThis, 'localStorage', storage);
    else Reflect.deleteProperty(globalThis, 'localStorage');
  };
}

function network(random: () => number, roughness: number, counts: Counts): Network {
  const own = {
    isOnline: true,
    isRough: true,
    delayMs: () => (own.isRough && random() < roughness ? random() * 5_000 : 1 + random() * 40),
    cut() {
      const drawn = random();
      if (!own.isRough || drawn >= roughness) return null;
      const where = drawn < roughness / 2 ? 'before' : 'after';
      counts[where === 'before' ? 'cutBefore' : 'cutAfter']++;
      return where;
    },
  };
  return own;
}

const nowhere: Cursor = { read: async () => null, keep: async () => undefined };

function inMemory(): Cursor {
  let saved: number | null = null;
  return { read: async () => saved, keep: async (revision) => (saved = revision) };
}

const noCounts = (): Counts => ({
  messages: 0,
  cutBefore: 0,
  cutAfter: 0,
  socketsLost: 0,
  offline: 0,
  restarts: 0,
  tabsKilled: 0,
  workerReplays: 0,
  clockSteps: 0,
});
