// A connection to /api/ws. It resumes after the last event received, notices a dead socket, and reconnects.
import type { LiveCommand, LiveEvent } from '#shared/contract/live.ts';
import { limits } from '#shared/rules/limits.ts';
import { currentDataKeys } from '#client/device/data-keys.ts';

/** The part of a WebSocket that a connection uses. */
export interface SocketLike {
  onopen: (() => void) | null;
  onmessage: ((message: { readonly data: unknown }) => void) | null;
  onclose: ((closing: { readonly code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Cursor {
  /** The cursor after the last frame that this device handled. Null before the first frame. */
  readonly read: () => Promise<string | null>;
  readonly write: (cursor: string) => Promise<unknown>;
}

/** What the screens of this tab show. */
interface Shown {
  /** The earliest answer mark (answer-mark.ts) of the page's answers. Null if it is not known. */
  readonly since: () => string | null;
  /** The sectors whose changes concern the screens. */
  readonly sectors: () => readonly string[];
}

export interface ConnectionParts {
  readonly openSocket: () => SocketLike;
  readonly cursor: Cursor;
  readonly shown: Shown;
  /**
   * Called for one event at a time. The cursor advances after the last event of a frame. Without a valid cursor, `hello` has
   * `mustResync`, because earlier replies may be out of date.
   */
  readonly handle: (event: LiveEvent) => unknown;
  /** Called with true after the server's hello, and with false when the connection ends. */
  readonly onState: (isOpen: boolean) => void;
  /** The server has ended the session. There are no further attempts to connect. */
  readonly onSessionEnded: () => void;
  /** An attempt ended before the server's hello. Either there is no network or the session is unknown; browsers do not say which. */
  readonly onConnectFailed: () => void;
  /** `handle` has thrown an error. Later events are handled nevertheless. */
  readonly onError: (error: unknown) => void;
}

export interface Connection {
  /** Drops the command if no socket is open. */
  readonly send: (command: LiveCommand) => void;
  /** Connects at once, or pings to check the connection. Call it when the device is online again, or the app becomes visible. */
  readonly checkConnection: () => void;
  readonly close: () => void;
}

const pingMs = 25_000;
const backOffMs = { first: 2_000, max: 30_000 };
/** The contract's closeCodes. Importing them would load the schemas. */
const sessionEndedCode = 4401;
const replacedCode = 4409;
const maxRemembered = 1_000;

export function connect(parts: ConnectionParts): Connection {
  const { cursor, shown, handle, onState, onError } = parts;
  let socket: SocketLike | null = null;
  let isOpen = false;
  let isClosed = false;
  let failures = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let pingTimer: ReturnType<typeof setInterval> | undefined;
  let answerTimer: ReturnType<typeof setTimeout> | undefined;
  /** Resolves when all events so far are handled, so that events of a lost socket are handled before those of the next. */
  let handled: Promise<unknown> = Promise.resolve();
  let isNew = createNewnessFilter();
  let position: string | null = null;
  /** What the answer to the last resume said about the shown data. */
  let resumed: Resumed | null = null;

  function openNext(): void {
    clearTimeout(retryTimer);
    if (isClosed) return;
    const opened = parts.openSocket();
    socket = opened;
    awaitAnswer();
    opened.onopen = () => {
      // The cursor is read after the events of the previous socket are handled.
      handled = handled.then(async () => {
        position = await cursor.read().catch(() => position);
        if (socket !== opened) return;
        const since = shown.since();
        resumed = since === null ? null : { since, sectors: [...shown.sectors()] };
        const proof = currentDataKeys()?.proof ?? undefined;
        const resume: LiveCommand = { type: 'resume', cursor: position, proof, ...resumed };
        opened.send(JSON.stringify(resume));
      });
    };
    opened.onmessage = ({ data }) => {
      if (socket !== opened) return;
      clearTimeout(answerTimer);
      const events = eventsOf(data);
      handled = handled.then(() => receive(events, () => socket === opened));
    };
    opened.onclose = ({ code }) => {
      if (socket === opened) onDisconnect(code);
    };
  }

  async function receive(events: readonly LiveEvent[], isCurrent: () => boolean): Promise<void> {
    const before = position;
    for (const event of events) {
      if (event.type === 'pong') continue;
      if (event.type === 'cursor') position = event.cursor;
      else if (event.type === 'hello') await onHello(event, isCurrent);
      else if (isNew(event)) await deliver(event);
    }
    if (position !== null && position !== before) await cursor.write(position).catch(() => undefined);
  }

  async function onHello(hello: Hello, isCurrent: () => boolean): Promise<void> {
    const mustResync = hello.mustResync || position === null;
    await deliver({ type: 'hello', mustResync, missed: missedBy(hello, resumed, shown) });
    if (mustResync) isNew = createNewnessFilter();
    if (!isCurrent()) return;
    failures = 0;
    isOpen = true;
    pingTimer ??= setInterval(ping, pingMs);
    onState(true);
  }

  async function deliver(event: LiveEvent): Promise<void> {
    try {
      await handle(event);
    } catch (error) {
      onError(error);
    }
  }

  function ping(): void {
    awaitAnswer();
    socket?.send('{"type":"ping"}');
  }

  /** Waits for an answer, because a dead socket looks open for minutes. */
  function awaitAnswer(): void {
    clearTimeout(answerTimer);
    answerTimer = setTimeout(() => {
      socket?.close();
      onDisconnect(0);
    }, limits.socketPongMs);
  }

  function onDisconnect(code: number): void {
    const wasOpen = isOpen;
    reset();
    if (code === sessionEndedCode) {
      isClosed = true;
      parts.onSessionEnded();
      return;
    }
    // A reconnect would replace another connection of the member, so this one waits until its tab is visible again.
    if (code === replacedCode) return;
    if (!wasOpen) parts.onConnectFailed();
    const longestMs = Math.min(backOffMs.max, backOffMs.first * 2 ** failures);
    failures++;
    // The first wait is random too, because a restart of the server disconnects all members at once.
    retryTimer = setTimeout(openNext, longestMs * (0.5 + Math.random() / 2));
  }

  function reset(): void {
    clearTimeout(answerTimer);
    clearInterval(pingTimer);
    pingTimer = undefined;
    socket = null;
    if (!isOpen) return;
    isOpen = false;
    onState(false);
  }

  openNext();
  return {
    send: (command) => {
      if (isOpen) socket?.send(JSON.stringify(command));
    },
    checkConnection: () => {
      if (socket === null) openNext();
      else if (isOpen) ping();
    },
    close: () => {
      isClosed = true;
      clearTimeout(retryTimer);
      socket?.close();
      reset();
    },
  };
}

/** A frame is one event or an array of events. The cast is safe as long as the server follows the contract. */
function eventsOf(data: unknown): readonly LiveEvent[] {
  const frame: unknown = JSON.parse(String(data));
  return (Array.isArray(frame) ? frame : [frame]) as LiveEvent[];
}

type Hello = Extract<LiveEvent, { type: 'hello' }>;
interface Resumed {
  readonly since: string;
  readonly sectors: string[];
}

/** What the page missed, if known. The server has considered only what was shown at the resume. */
function missedBy({ missed }: Hello, resumed: Resumed | null, shown: Shown): Hello['missed'] {
  if (missed === undefined || resumed === null || shown.since() !== resumed.since) return undefined;
  const areSame = resumed.sectors.length > 0 && resumed.sectors.join() === shown.sectors().join();
  return areSame ? missed : [...missed, 'brief'];
}

/** Filters out messages whose revision, or a newer one, was received before. */
function createNewnessFilter(): (event: LiveEvent) => boolean {
  const newestRevisions = new Map<string, number>();
  return (event) => {
    if (event.type !== 'message' && event.type !== 'messageGone') return true;
    const [id, revision] =
      event.type === 'message' ? [event.message.id, event.message.revision] : [event.messageId, event.revision];
    if ((newestRevisions.get(id) ?? -1) >= revision) return false;
    newestRevisions.delete(id);
    newestRevisions.set(id, revision);
    const [oldest] = newestRevisions.keys();
    if (newestRevisions.size > maxRemembered && oldest !== undefined) newestRevisions.delete(oldest);
    return true;
  };
}
