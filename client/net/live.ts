// The live connection shared by all tabs of a browser: one of them holds it, the others send and receive through that one.
import type { LiveCommand, LiveEvent } from '#shared/contract/live.ts';
import { limits } from '#shared/rules/limits.ts';
import { createStore, type Store } from '#client/device/store.ts';
import type { Connection, ConnectionParts } from './socket.ts';

export interface LiveParts {
  /** Opens the connection in the tab that holds it. */
  readonly connect: (parts: Pick<ConnectionParts, 'handle' | 'onState' | 'onSessionEnded'>) => Connection;
  /** Called in every tab with every event. In the tab that holds the connection its promise is waited for. */
  readonly handle: (event: LiveEvent) => unknown;
  /** This tab now receives events from another tab's connection: its earlier answers may be older than those. */
  readonly onJoined: () => void;
  /** Called in every tab. */
  readonly onSessionEnded: () => void;
  readonly name?: string;
  readonly locks?: Pick<LockManager, 'request'>;
}

export interface Live {
  /** Whether events come in; while they don't, screens ask by polling. */
  readonly isOpen: Store<boolean>;
  /** The open screen and watched sectors are sent again after each reconnect; anything else is lost without a connection. */
  readonly send: (command: LiveCommand) => void;
  /** The device is back, or this tab is looked at again. */
  readonly nudge: () => void;
  readonly stop: () => void;
}

type Standing = Extract<LiveCommand, { type: 'looking' | 'watchSectors' }>;
type Word =
  | { readonly is: 'event'; readonly event: LiveEvent }
  | { readonly is: 'state'; readonly isOpen: boolean }
  | { readonly is: 'ended' }
  /** Messages of a new tab: a ping for the holder, a question to the tabs for their subscriptions. */
  | { readonly is: 'whoHolds' }
  | { readonly is: 'whatDoYouWant' }
  | { readonly is: 'command'; readonly tab: string; readonly command: LiveCommand }
  | { readonly is: 'nudge' }
  | { readonly is: 'leaving'; readonly tab: string };

/** A tab that the system has put to sleep keeps its lock and says nothing: the one that is looked at takes over. */
const sleeperMs = 2_000;

export function shareLive({
  connect,
  handle,
  onJoined,
  onSessionEnded,
  name = 'live',
  locks = navigator.locks,
}: LiveParts): Live {
  const tab = crypto.randomUUID();
  const isOpen = createStore(false);
  const channel = new BroadcastChannel(name);
  const wanted = new Map<string, Map<Standing['type'], Standing>>();
  let connection: Connection | null = null;
  let isStopped = false;
  let hasJoined = false;
  const queue = new AbortController();
  let letGo: () => void = () => undefined;
  let sleeper: ReturnType<typeof setTimeout> | undefined;

  const say = (word: Word): void => {
    if (!isStopped) channel.postMessage(word);
  };

  /** In the tab that has the lock: connects, and stays until another takes over or this one stops. */
  function holdConnection(): Promise<void> {
    if (isStopped) return Promise.resolve();
    const own = connect({
      handle: (event) => {
        say({ is: 'event', event });
        return handle(event);
      },
      onState: (next) => {
        isOpen.set(next);
        say({ is: 'state', isOpen: next });
        if (next) sayAllWanted();
      },
      onSessionEnded: () => {
        say({ is: 'ended' });
        onSessionEnded();
      },
    });
    connection = own;
    say({ is: 'whatDoYouWant' });
    return new Promise((resolve) => {
      letGo = () => {
        own.close();
        if (connection === own) connection = null;
        resolve();
      };
    });
  }

  async function queueUp(): Promise<void> {
    while (!isStopped) {
      await locks.request(name, { signal: queue.signal }, holdConnection).catch(() => undefined);
      letGo();
    }
  }

  async function takeOver(): Promise<void> {
    await locks.request(name, { steal: true }, holdConnection).catch(() => undefined);
    letGo();
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (isStopped) return;
    const isHolder = connection !== null;
    switch (data.is) {
      case 'event':
        // Also in the tab that holds the connection: one that it was taken from may have been told something last.
        void handle(data.event);
        break;
      case 'state':
        clearTimeout(sleeper);
        if (isHolder) break;
        isOpen.set(data.isOpen);
        if (data.isOpen && !hasJoined) onJoined();
        hasJoined ||= data.isOpen;
        break;
      case 'ended':
        onSessionEnded();
        break;
      case 'whoHolds':
        if (isHolder) say({ is: 'state', isOpen: isOpen.get() });
        break;
      case 'whatDoYouWant':
        for (const command of wanted.get(tab)?.values() ?? []) say({ is: 'command', tab, command });
        break;
      case 'command':
        if (isHolder) pass(data.tab, data.command);
        break;
      case 'nudge':
        connection?.nudge();
        break;
      case 'leaving':
        if (wanted.delete(data.tab)) sayAllWanted();
        break;
    }
  });

  /** Watched sectors and the open conversation of all tabs become one. */
  function pass(from: string, command: LiveCommand): void {
    if (command.type !== 'looking' && command.type !== 'watchSectors') {
      connection?.send(command);
      return;
    }
    note(from, command);
    connection?.send(joined(command.type));
  }

  function note(from: string, command: Standing): void {
    const own = wanted.get(from) ?? new Map<Standing['type'], Standing>();
    wanted.set(from, own.set(command.type, command));
  }

  function sayAllWanted(): void {
    const types = new Set([...wanted.values()].flatMap((own) => [...own.keys()]));
    for (const type of types) connection?.send(joined(type));
  }

  function joined(type: Standing['type']): Standing {
    const all = [...wanted.values()].map((own) => own.get(type)).filter((command) => command !== undefined);
    if (type === 'watchSectors') {
      const sectors = new Set(all.flatMap((command) => (command.type === 'watchSectors' ? command.sectors : [])));
      return { type, sectors: [...sectors].slice(0, limits.maxMapSectors) };
    }
    const visible = all.find((command) => command.type === 'looking' && command.isVisible);
    return visible ?? { type, isVisible: false, conversationWith: null };
  }

  void queueUp();
  say({ is: 'whoHolds' });
  return {
    isOpen,
    send: (command) => {
      if (command.type === 'looking' || command.type === 'watchSectors') note(tab, command);
      if (connection === null) say({ is: 'command', tab, command });
      else pass(tab, command);
    },
    nudge: () => {
      if (connection !== null) {
        connection.nudge();
        return;
      }
      say({ is: 'nudge' });
      say({ is: 'whoHolds' });
      clearTimeout(sleeper);
      sleeper = setTimeout(() => {
        if (!isStopped && connection === null) void takeOver();
      }, sleeperMs);
    },
    stop: () => {
      say({ is: 'leaving', tab });
      isStopped = true;
      clearTimeout(sleeper);
      queue.abort();
      letGo();
      isOpen.set(false);
      channel.close();
    },
  };
}
