// A connection to /api/ws that resumes after the last event received, detects a dead socket and reconnects.
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
  /** The cursor after the last frame handled on this device; null before the first. */
  readonly read: () => Promise<string | null>;
  readonly write: (cursor: string) => Promise<unknown>;
}

export interface ConnectionParts {
  readonly openSocket: () => SocketLike;
  readonly cursor: Cursor;
  /**
   * Called for one event at a time; the cursor advances after the last one of a frame. Without a cursor to resume from, `hello` has
   * `mustResync`, since earlier replies may be out of date.
   */
  readonly handle: (event: LiveEvent) => unknown;
  /** True between the server's hello and the end of the connection. */
  readonly onState: (isOpen: boolean) => void;
  /** The server has ended the session; there is no further attempt to connect. */
  readonly onSessionEnded: () => void;
  /** An attempt ended before the server's hello: without a network or with an unknown session, which browsers do not distinguish. */
  readonly onConnectFailed: () => void;
  /** `handle` has thrown; later events are handled nevertheless. */
  readonly onError: (error: unknown) => void;
}

export interface Connection {
  /** Without an open socket the command is dropped. */
  readonly send: (command: LiveCommand) => void;
  /** Connects immediately, or pings to find out whether the connection still works: the device is online again, or the app visible. */
  readonly nudge: () => void;
  readonly close: () => void;
}

const pingMs = 25_000;
const backOffMs = { first: 2_000, max: 30_000 };
/** The session has ended, or the member has too many connections. Copied from the contract's closeCodes, since importing them would load the schemas. */
const sessionEndedCode = 4401;
const replacedCode = 4409;
const maxRemembered = 1_000;

export function connect(parts: ConnectionParts): Connection {
  const { cursor, handle, onState, onError } = parts;
  let socket: SocketLike | null = null;
  let isOpen = false;
  let isClosed = false;
  let failures = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let pingTimer: ReturnType<typeof setInterval> | undefined;
  let answerTimer: ReturnType<typeof setTimeout> | undefined;
  /** Resolves when all events received so far are handled, so that those of a lost socket precede those of the next. */
  let handled: Promise<unknown> = Promise.resolve();
  let isNew = createNewnessFilter();
  let position: string | null = null;

  function openNext(): void {
    clearTimeout(retryTimer);
    if (isClosed) return;
    const opened = parts.openSocket();
    socket = opened;
    awaitAnswer();
    opened.onopen = () => {
      // The cursor is read once the previous socket's events are handled.
      handled = handled.then(async () => {
        position = await cursor.read().catch(() => position);
        const resume: LiveCommand = { type: 'resume', cursor: position, proof: currentDataKeys()?.proof ?? undefined };
        if (socket === opened) opened.send(JSON.stringify(resume));
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
    await deliver({ ...hello, mustResync });
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

  /** A dead socket looks open for minutes. */
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
    // Reconnecting would replace another connection of the member: this one waits until its tab is visible again.
    if (code === replacedCode) return;
    if (!wasOpen) parts.onConnectFailed();
    const longestMs = Math.min(backOffMs.max, backOffMs.first * 2 ** failures);
    failures++;
    // Spread from the first wait on, since a restart of the server disconnects all members at once.
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
    nudge: () => {
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

/** A frame holds one event or an array of them. The cast trusts the server to follow the contract. */
function eventsOf(data: unknown): readonly LiveEvent[] {
  const frame: unknown = JSON.parse(String(data));
  return (Array.isArray(frame) ? frame : [frame]) as LiveEvent[];
}

type Hello = Extract<LiveEvent, { type: 'hello' }>;

/** The filter returns false for a message whose revision, or a newer one, was received before. */
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
