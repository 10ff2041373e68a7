// The live connection shared by a browser's tabs: one tab holds it, the others send and receive through that tab.
import type { LiveCommand, LiveEvent } from '#shared/contract/live.ts';
import { limits } from '#shared/rules/limits.ts';
import { createStore, type Store } from '#client/device/store.ts';
import type { Connection, ConnectionParts } from './socket.ts';

export interface LiveParts {
  /** Opens the connection, in one tab only. */
  readonly connect: (parts: Pick<ConnectionParts, 'handle' | 'onState' | 'onSessionEnded'>) => Connection;
  /** Called in every tab with every event. The tab with the connection awaits its promise. */
  readonly handle: (event: LiveEvent) => unknown;
  /** This tab now receives events from another tab's connection; replies that it has fetched before may be out of date. */
  readonly onJoined: () => void;
  /** Called in every tab. */
  readonly onSessionEnded: () => void;
  readonly name?: string;
  readonly locks?: Pick<LockManager, 'request'>;
}

export interface Live {
  /** True while events are received; screens poll otherwise. */
  readonly isOpen: Store<boolean>;
  /** The open screen and watched sectors are sent again after each reconnect; other commands are dropped without a connection. */
  readonly send: (command: LiveCommand) => void;
  /** Checks the connection: the device is online again, or this tab visible. */
  readonly nudge: () => void;
  readonly stop: () => void;
}

type Subscription = Extract<LiveCommand, { type: 'looking' | 'watchSectors' }>;
type TabMessage =
  | { readonly is: 'event'; readonly event: LiveEvent }
  | { readonly is: 'state'; readonly isOpen: boolean }
  | { readonly is: 'ended' }
  /** Asks the tab with the connection for its state. */
  | { readonly is: 'whoHolds' }
  /** Sent by a tab that has just connected: asks the others for their subscriptions. */
  | { readonly is: 'whatDoYouWant' }
  | { readonly is: 'command'; readonly tab: string; readonly command: LiveCommand }
  | { readonly is: 'nudge' }
  | { readonly is: 'leaving'; readonly tab: string };

/** A tab that the system has frozen keeps its lock without answering: after this time the visible tab takes over. */
const takeOverAfterMs = 2_000;

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
  const subscriptions = new Map<string, Map<Subscription['type'], Subscription>>();
  let connection: Connection | null = null;
  let isStopped = false;
  let hasJoined = false;
  const lockRequest = new AbortController();
  let release: () => void = () => undefined;
  let takeOverTimer: ReturnType<typeof setTimeout> | undefined;

  const broadcast = (message: TabMessage): void => {
    if (!isStopped) channel.postMessage(message);
  };

  /** Runs while this tab has the lock; resolves when another tab takes over or this one stops. */
  function holdConnection(): Promise<void> {
    if (isStopped) return Promise.resolve();
    const own = connect({
      handle: (event) => {
        broadcast({ is: 'event', event });
        return handle(event);
      },
      onState: (next) => {
        isOpen.set(next);
        broadcast({ is: 'state', isOpen: next });
        if (next) sendSubscriptions();
      },
      onSessionEnded: () => {
        broadcast({ is: 'ended' });
        onSessionEnded();
      },
    });
    connection = own;
    broadcast({ is: 'whatDoYouWant' });
    return new Promise((resolve) => {
      release = () => {
        own.close();
        if (connection === own) connection = null;
        resolve();
      };
    });
  }

  async function awaitLock(): Promise<void> {
    while (!isStopped) {
      await locks.request(name, { signal: lockRequest.signal }, holdConnection).catch(() => undefined);
      release();
    }
  }

  async function takeOver(): Promise<void> {
    await locks.request(name, { steal: true }, holdConnection).catch(() => undefined);
    release();
  }

  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    const isHolder = connection !== null;
    switch (data.is) {
      case 'event':
        // Not skipped in the tab with the connection: the previous one may still forward its last events.
        void handle(data.event);
        break;
      case 'state':
        clearTimeout(takeOverTimer);
        if (isHolder) break;
        isOpen.set(data.isOpen);
        if (data.isOpen && !hasJoined) onJoined();
        hasJoined ||= data.isOpen;
        break;
      case 'ended':
        onSessionEnded();
        break;
      case 'whoHolds':
        if (isHolder) broadcast({ is: 'state', isOpen: isOpen.get() });
        break;
      case 'whatDoYouWant':
        for (const command of subscriptions.get(tab)?.values() ?? []) broadcast({ is: 'command', tab, command });
        break;
      case 'command':
        if (isHolder) forward(data.tab, data.command);
        break;
      case 'nudge':
        connection?.nudge();
        break;
      case 'leaving':
        if (subscriptions.delete(data.tab)) sendSubscriptions();
        break;
    }
  });

  /** Merges the watched sectors and open conversations of all tabs. */
  function forward(from: string, command: LiveCommand): void {
    if (command.type !== 'looking' && command.type !== 'watchSectors') {
      connection?.send(command);
      return;
    }
    remember(from, command);
    connection?.send(merged(command.type));
  }

  function remember(from: string, command: Subscription): void {
    const own = subscriptions.get(from) ?? new Map<Subscription['type'], Subscription>();
    subscriptions.set(from, own.set(command.type, command));
  }

  function sendSubscriptions(): void {
    const types = new Set([...subscriptions.values()].flatMap((own) => [...own.keys()]));
    for (const type of types) connection?.send(merged(type));
  }

  function merged(type: Subscription['type']): Subscription {
    const all = [...subscriptions.values()].map((own) => own.get(type)).filter((command) => command !== undefined);
    if (type === 'watchSectors') {
      const sectors = new Set(all.flatMap((command) => (command.type === 'watchSectors' ? command.sectors : [])));
      return { type, sectors: [...sectors].slice(0, limits.maxMapSectors) };
    }
    const visible = all.find((command) => command.type === 'looking' && command.isVisible);
    return visible ?? { type, isVisible: false, conversationWith: null };
  }

  void awaitLock();
  broadcast({ is: 'whoHolds' });
  return {
    isOpen,
    send: (command) => {
      if (command.type === 'looking' || command.type === 'watchSectors') remember(tab, command);
      if (connection === null) broadcast({ is: 'command', tab, command });
      else forward(tab, command);
    },
    nudge: () => {
      if (connection !== null) {
        connection.nudge();
        return;
      }
      broadcast({ is: 'nudge' });
      broadcast({ is: 'whoHolds' });
      clearTimeout(takeOverTimer);
      takeOverTimer = setTimeout(() => {
        if (connection === null) void takeOver();
      }, takeOverAfterMs);
    },
    stop: () => {
      broadcast({ is: 'leaving', tab });
      isStopped = true;
      clearTimeout(takeOverTimer);
      lockRequest.abort();
      release();
      isOpen.set(false);
      channel.close();
    },
  };
}
