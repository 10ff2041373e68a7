// The live connection that a browser's tabs share. One tab has the socket, and the others send and receive through it.
import type { LiveCommand, LiveEvent } from '#shared/contract/live.ts';
import { createStore, type Store } from '#client/device/store.ts';
import type { Connection, ConnectionParts } from './socket.ts';
import { createTabSubscriptions, isSubscription } from './tab-subscriptions.ts';

export interface LiveParts {
  /** Opens the connection. Only one tab calls it. */
  readonly connect: (parts: Pick<ConnectionParts, 'handle' | 'onState' | 'onSessionEnded'>) => Connection;
  /** Called in every tab with every event. The tab with the socket awaits the promise. */
  readonly handle: (event: LiveEvent) => unknown;
  /**
   * Called when this tab starts to receive events through another tab, with the time of the last event before that. Replies to
   * earlier calls may be out of date.
   */
  readonly onJoined: (lastEventMs: number) => void;
  /** Called in every tab. */
  readonly onSessionEnded: () => void;
  readonly name?: string;
  readonly locks?: Pick<LockManager, 'request'>;
}

export interface Live {
  /** True while events are received. Otherwise screens poll. */
  readonly isOpen: Store<boolean>;
  /** Sends a command. The open screen and the watched sectors are sent again after a reconnect. Other commands are dropped while offline. */
  readonly send: (command: LiveCommand) => void;
  /** Checks the connection. Call it when the device is online again, or this tab becomes visible. */
  readonly checkConnection: () => void;
  readonly stop: () => void;
}

/** The messages between tabs. Do not rename them, because during an update tabs of two builds are open. */
interface TabMessages {
  event: { readonly event: LiveEvent };
  /** Tabs of earlier builds send no time. */
  state: { readonly isOpen: boolean; readonly lastEventMs?: number };
  /** The session has ended. */
  ended: object;
  /** Asks which tab has the socket. */
  whoHolds: object;
  /** A tab that has just connected asks the others for their subscriptions. */
  whatDoYouWant: object;
  command: { readonly tab: string; readonly command: LiveCommand };
  /** Asks the tab with the socket to check the connection. */
  nudge: object;
  leaving: { readonly tab: string };
}

type TabMessage<T extends keyof TabMessages = keyof TabMessages> = { [K in T]: TabMessages[K] & { readonly is: K } }[T];

/** Leaves out `missed`, because it counts from the first calls of the tab with the socket. Other tabs may have missed more. */
const forOtherTabs = (event: LiveEvent): LiveEvent =>
  event.type === 'hello' ? { type: 'hello', mustResync: event.mustResync } : event;

/** A frozen tab keeps its lock but does not answer. After this time the visible tab takes over. */
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
  const subscriptions = createTabSubscriptions();
  let connection: Connection | null = null;
  let isStopped = false;
  let hasJoined = false;
  let lastEventMs = 0;
  const lockRequest = new AbortController();
  let release: () => void = () => undefined;
  let takeOverTimer: ReturnType<typeof setTimeout> | undefined;

  const broadcast = (message: TabMessage): void => {
    if (!isStopped) channel.postMessage(message);
  };

  /** Runs while this tab has the lock. Resolves when another tab takes over, or this one stops. */
  function holdConnection(): Promise<void> {
    if (isStopped) return Promise.resolve();
    const own = connect({
      handle: (event) => {
        lastEventMs = Date.now();
        broadcast({ is: 'event', event: forOtherTabs(event) });
        return handle(event);
      },
      onState: (next) => {
        isOpen.set(next);
        broadcast({ is: 'state', isOpen: next, lastEventMs });
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

  /** Waits for the lock, and again if another tab takes it over. Stops after any other error: a page that was left would ask for ever. */
  async function awaitLock(): Promise<void> {
    for (let isTakenOver = true; isTakenOver && !isStopped;) {
      isTakenOver = await locks.request(name, { signal: lockRequest.signal }, holdConnection).then(
        () => true,
        (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
      );
      leaveConnection();
    }
  }

  async function takeOver(): Promise<void> {
    await locks.request(name, { steal: true }, holdConnection).catch(() => undefined);
    leaveConnection();
  }

  /** Closing the connection tells the tabs that there is none, so the tab that has taken over is asked. */
  function leaveConnection(): void {
    release();
    broadcast({ is: 'whoHolds' });
  }

  const handlers: { readonly [T in keyof TabMessages]: (message: TabMessages[T]) => void } = {
    // The tab with the socket handles it too, because the tab that had it before may still forward its last events.
    event: ({ event }) => void handle(event),
    state: (state) => {
      clearTimeout(takeOverTimer);
      if (connection !== null) return;
      isOpen.set(state.isOpen);
      if (state.isOpen && !hasJoined) onJoined(state.lastEventMs ?? Date.now());
      hasJoined ||= state.isOpen;
    },
    ended: onSessionEnded,
    whoHolds: () => {
      if (connection !== null) broadcast({ is: 'state', isOpen: isOpen.get(), lastEventMs });
    },
    whatDoYouWant: () => {
      for (const command of subscriptions.of(tab)) broadcast({ is: 'command', tab, command });
    },
    command: ({ tab: from, command }) => {
      if (connection !== null) forward(from, command);
    },
    nudge: () => connection?.checkConnection(),
    leaving: ({ tab: left }) => {
      if (subscriptions.remove(left)) sendSubscriptions();
    },
  };
  const receive = <T extends keyof TabMessages>(message: TabMessage<T>): void => handlers[message.is](message);
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => receive(data));

  function forward(from: string, command: LiveCommand): void {
    if (!isSubscription(command)) {
      connection?.send(command);
      return;
    }
    subscriptions.add(from, command);
    connection?.send(subscriptions.merged(command.type));
  }

  function sendSubscriptions(): void {
    for (const command of subscriptions.allMerged()) connection?.send(command);
  }

  void awaitLock();
  broadcast({ is: 'whoHolds' });
  return {
    isOpen,
    send: (command) => {
      if (isSubscription(command)) subscriptions.add(tab, command);
      if (connection === null) broadcast({ is: 'command', tab, command });
      else forward(tab, command);
    },
    checkConnection: () => {
      if (connection !== null) {
        connection.checkConnection();
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
