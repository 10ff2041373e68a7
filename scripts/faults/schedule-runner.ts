// Plays random schedules of faults with the real outbox, sockets, queries and message service, on a fake clock.
import 'fake-indexeddb/auto';
// This module is otherwise imported lazily, and the fake clock cannot wait for an import.
import '#client/offline/conversations/broadcast-queries.ts';
import { sessionRecord } from '#client/device/session-record.ts';
import { storedCursor } from '#client/offline/cursor.ts';
import { createDatabase, memberDatabase } from '#client/offline/database.ts';
import type { Cursor } from '#client/net/socket.ts';
import { seeded } from '#server/testing/app/seeded.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { openDevice } from './device.ts';
import { currentTab, FakeChannel } from './fake-browser.ts';
import { fakeTime } from './fake-time.ts';
import { performNext, noCounts, usualMix, type Counts, type Mix, type Scene } from './actions.ts';
import { openFaultyServer, type Network } from './faulty-server.ts';
import { faultsOf } from './verdict.ts';

interface ScheduleResult {
  readonly faults: readonly string[];
  readonly counts: Counts;
  /** All actions and faults with their times, in order. */
  readonly log: readonly string[];
}

export interface Schedule {
  readonly mix?: Mix;
  /** If true, Ada's device stores nothing, since its database refuses every write. */
  readonly refusesWrites?: boolean;
  /** The schedule ends when the sum of these counts reaches the number, or else after 5 to 12 actions. */
  readonly until?: { readonly all: readonly (keyof Counts)[]; readonly reach: number };
}

export interface ScheduleRunner {
  /** Schedules with the same seed are identical, whatever was played before. */
  play(seed: number, schedule?: Schedule): Promise<ScheduleResult>;
  close(): Promise<void>;
}

/** The time to reach the final state without faults: the longest pauses of outbox and socket, with a margin. */
const settleMs = 150_000;
const maxExtraSteps = 40;
const historyLength = 25;
/** The share of traffic that is lost or delayed. It is never 0 for schedules that run until a number of losses. */
const lossShare = { min: 0, minOfLong: 0.1, max: 0.4 };
/** This is more than the largest clock error of a schedule. */
const betweenMs = 3 * dayMs;

/** Replaces timers, channels, fetch and Math.random of this process until it is closed. */
export async function openScheduleRunner(): Promise<ScheduleRunner> {
  const time = fakeTime(Date.UTC(2026, 5, 1, 12));
  const restoreGlobals = replaceGlobals();
  const bensDatabase = createDatabase(bensDatabaseName);
  const server = await openFaultyServer(time);
  // The pairs alternate, so that each schedule starts with devices of different members.
  const pairs = [await pair(), await pair()];
  let played = 0;

  async function pair() {
    return { adaId: await server.member(), benId: await server.member() };
  }

  async function play(seed: number, { mix = usualMix, until, refusesWrites = false }: Schedule = {}): Promise<ScheduleResult> {
    const random = seeded(seed);
    Math.random = random;
    await server.stop();
    await time.restart(betweenMs);
    await server.empty();
    await server.start();
    const minLoss = until === undefined ? lossShare.min : lossShare.minOfLong;
    const members = pairs[played++ % pairs.length] ?? (await pair());
    const scene = await open(random, members, { minLoss, refusesWrites });
    const maxSteps = until ? Number.POSITIVE_INFINITY : 5 + Math.floor(random() * 8);
    const reached = (): number => until?.all.reduce((sum, name) => sum + scene.counts[name], 0) ?? 0;
    try {
      for (let step = 0; step < maxSteps && (until === undefined || reached() < until.reach); step++) {
        await performNext(scene, mix);
        await time.pass(random() < 0.6 ? random() * 60 : random() * 3_000);
      }
      scene.note('settling');
      await settle(scene);
      let faults = await faultsOf(scene);
      // The last frame may still be in processing.
      for (let step = 0; step < maxExtraSteps && faults.length > 0; step++) {
        await time.pass(500);
        faults = await faultsOf(scene);
      }
      return { faults, counts: scene.counts, log: scene.log };
    } finally {
      scene.ada.close();
      scene.ben.close();
      server.setClock(0);
      adaStoresNothing = false;
    }
  }

  async function open(
    random: () => number,
    { adaId, benId }: Awaited<ReturnType<typeof pair>>,
    { minLoss, refusesWrites }: { readonly minLoss: number; readonly refusesWrites: boolean },
  ): Promise<Scene> {
    await memberDatabase.claim(adaId);
    sessionRecord.set({ profileId: adaId, roles: ['USER'] });
    adaStoresNothing = false;
    await bensDatabase.claim(benId);
    adaStoresNothing = refusesWrites;
    const counts = noCounts();
    const log: string[] = [];
    const beganMs = time.now();
    const note = (what: string): void => void log.push(`${Math.round(time.now() - beganMs)} ms ${what}`);
    const share = minLoss + random() * (lossShare.max - minLoss);
    const networkOf = (who: string): Network =>
      network(random, share, (where) => {
        counts[where === 'before' ? 'cutBefore' : 'cutAfter']++;
        note(`${who} loses ${where === 'before' ? 'a request' : 'a reply'}`);
      });
    // Some browsers have no storage and request everything again after each loss.
    const bensCursor = random() < 0.3 ? noCursor : memoryCursor();
    const before = random() < 0.1 ? await insertHistory(adaId, benId) : [];
    const [adas, bens] = [
      { own: adaId, peer: benId, database: memberDatabase, cursor: storedCursor(adaId), canStore: () => !refusesWrites },
      { own: benId, peer: adaId, database: bensDatabase, cursor: bensCursor, canStore: () => true },
    ];
    const ada = openDevice({ ...adas, server, network: networkOf('Ada') });
    const ben = openDevice({ ...bens, server, network: networkOf('Ben') });
    ada.openTab();
    if (random() < 0.5) ada.openTab();
    ben.openTab();
    note(`Ada has ${ada.tabs.length} tabs, ${before.length} messages, loss rate ${share.toFixed(2)}`);
    const written = new Map([
      [ada, before],
      [ben, []],
    ]);
    return { random, counts, log, note, server, time, ada, ben, written, removed: new Set() };
  }

  /** Inserts a history, so that screens begin in the middle of a conversation. */
  async function insertHistory(from: string, to: string): Promise<string[]> {
    const texts = Array.from({ length: historyLength }, (_, count) => `before ${count}`);
    for (const text of texts) await server.storeMessage(from, to, text);
    return texts;
  }

  async function settle({ ada, ben, random }: Scene): Promise<void> {
    await server.start();
    // An app in the foreground checks its connection immediately. Other apps detect a loss by an unanswered ping.
    const isInForeground = random() < 0.8;
    for (const { network: own, tabs } of [ada, ben]) {
      Object.assign(own, { isOnline: true, isFaulty: false });
      for (const { live, replayNow } of isInForeground ? tabs : []) {
        live.checkConnection();
        replayNow();
      }
    }
    const isSettled = async (): Promise<boolean> => {
      for (const { own, tabs } of [ada, ben]) {
        if (tabs.some(({ live }) => !live.isOpen.get())) return false;
        const waiting = await tabs[0]?.outbox.entries(own);
        if (waiting?.some(({ state }) => state !== 'failed')) return false;
      }
      return true;
    };
    const untilMs = time.now() + settleMs;
    await time.pass(isInForeground ? 12_000 : 40_000);
    while (time.now() < untilMs && !(await isSettled())) await time.pass(5_000);
  }

  return {
    play,
    async close() {
      await server.close();
      time.end();
      await memberDatabase.close();
      await bensDatabase.close();
      restoreGlobals();
    },
  };
}

function replaceGlobals(): () => void {
  const before = { fetch, BroadcastChannel };
  const realRandom = Math.random;
  const storage = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  Object.assign(globalThis, {
    BroadcastChannel: FakeChannel,
    fetch: (address: string, request: RequestInit) => currentTab().fetch(address, request),
  });
  const emptyStorage = { getItem: () => null, setItem: () => undefined };
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: emptyStorage });
  return () => {
    Math.random = realRandom;
    Object.assign(globalThis, before);
    if (storage) Object.defineProperty(globalThis, 'localStorage', storage);
    else Reflect.deleteProperty(globalThis, 'localStorage');
  };
}

function network(random: () => number, lossShare: number, onCut: (where: 'before' | 'after') => void): Network {
  const own = {
    isOnline: true,
    isFaulty: true,
    delayMs: () => (own.isFaulty && random() < lossShare ? random() * 5_000 : 1 + random() * 40),
    cut() {
      const drawn = random();
      if (!own.isFaulty || drawn >= lossShare) return null;
      const where = drawn < lossShare / 2 ? 'before' : 'after';
      onCut(where);
      return where;
    },
  };
  return own;
}

const bensDatabaseName = 'second device';
/** Browsers refuse all writes if they have no room, and in some private windows. */
let adaStoresNothing = false;

for (const name of ['add', 'put'] as const) {
  const store = IDBObjectStore.prototype;
  const original = store[name];
  store[name] = function (this: IDBObjectStore, ...args: Parameters<typeof original>) {
    const request = original.apply(this, args);
    if (adaStoresNothing && this.transaction.db.name !== bensDatabaseName) this.transaction.abort();
    return request;
  };
}

const noCursor: Cursor = { read: async () => null, write: async () => undefined };

function memoryCursor(): Cursor {
  let stored: string | null = null;
  return { read: async () => stored, write: async (next) => (stored = next) };
}
