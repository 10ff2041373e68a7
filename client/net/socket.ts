// One connection to /api/ws: resumes after the last event received, detects a dead connection, and reconnects by itself.
import type { LiveCommand, LiveEvent } from '#shared/contract/live.ts';

/** What of a WebSocket is used. */
export interface Wire {
  onopen: (() => void) | null;
  onmessage: ((message: { readonly data: unknown }) => void) | null;
  onclose: ((closing: { readonly code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Cursor {
  /** The highest revision that was handled on this device; null is none yet. */
  readonly read: () => Promise<number | null>;
  readonly write: (revision: number) => Promise<unknown>;
}

export interface ConnectionParts {
  readonly openWire: () => Wire;
  readonly cursor: Cursor;
  /**
   * Called one event after the other, each after the one before is done; the cursor moves on after that. A `hello` says
   * `mustResync` also when there was nothing to resume from: what the calls answered before may then be out of date.
   */
  readonly handle: (event: LiveEvent) => unknown;
  /** True from the server's hello on, until the connection is lost. */
  readonly onState: (isOpen: boolean) => void;
  /** The server has ended the session: nothing comes back by itself. */
  readonly onSessionEnded: () => void;
  /** A try ended before the server's hello. A browser does not say why: no network, or a session that the server no longer knows. */
  readonly onRefused: () => void;
  /** `handle` has thrown; the events after it are handled all the same. */
  readonly onTrouble: (trouble: unknown) => void;
}

export interface Connection {
  /** Lost without a connection. */
  readonly send: (command: LiveCommand) => void;
  /** The device is back, or the app is looked at again: try at once, or find out whether the connection still works. */
  readonly nudge: () => void;
  readonly close: () => void;
}

const pingMs = 25_000;
/** A dead connection looks open for minutes: without an answer to a ping by then it counts as lost. */
const answerMs = 10_000;
const backOffMs = { least: 1_000, most: 30_000 };
/** How the server says that the session is over, or that the member opened too many others; the contract's closeCodes, which come with schemas. */
const sessionEndedCode = 4401;
const replacedCode = 4409;
const rememberedMost = 1_000;

export function connect(parts: ConnectionParts): Connection {
  const { cursor, handle, onState, onTrouble } = parts;
  let wire: Wire | null = null;
  let isOpen = false;
  let isClosed = false;
  let losses = 0;
  let retrying: ReturnType<typeof setTimeout> | undefined;
  let pinging: ReturnType<typeof setInterval> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  /** Events are handled in the order they came, those of a lost connection before those of the next. */
  let handled: Promise<unknown> = Promise.resolve();
  let isNews = createFilter();
  let position: number | null = null;

  function dial(): void {
    clearTimeout(retrying);
    if (isClosed) return;
    const own = parts.openWire();
    wire = own;
    expectAnswer();
    own.onopen = () => {
      // What the connection before has brought counts as seen once it is handled.
      handled = handled.then(async () => {
        position = await cursor.read().catch(() => position);
        if (wire === own) own.send(JSON.stringify({ type: 'resume', revision: position } satisfies LiveCommand));
      });
    };
    own.onmessage = ({ data }) => {
      if (wire !== own) return;
      clearTimeout(silence);
      const events = eventsOf(data);
      handled = handled.then(() => take(events, () => wire === own));
    };
    own.onclose = ({ code }) => {
      if (wire === own) lose(code);
    };
  }

  async function take(events: readonly LiveEvent[], isCurrent: () => boolean): Promise<void> {
    const before = position;
    for (const event of events) {
      if (event.type === 'pong') continue;
      if (event.type === 'hello') await greet(event, isCurrent);
      else if (isNews(event)) {
        await tell(event);
        position = Math.max(position ?? 0, revisionOf(event));
      }
    }
    if (position !== null && position !== before) await cursor.write(position).catch(() => undefined);
  }

  async function greet(hello: Hello, isCurrent: () => boolean): Promise<void> {
    // A revision below our own means that the server's data was restored from a backup: the cached data may be invalid.
    const mustResync = hello.mustResync || position === null || hello.revision < position;
    await tell({ ...hello, mustResync });
    if (mustResync) {
      position = hello.revision;
      isNews = createFilter();
    }
    if (!isCurrent()) return;
    losses = 0;
    isOpen = true;
    pinging ??= setInterval(ping, pingMs);
    onState(true);
  }

  async function tell(event: LiveEvent): Promise<void> {
    try {
      await handle(event);
    } catch (trouble) {
      onTrouble(trouble);
    }
  }

  function ping(): void {
    expectAnswer();
    wire?.send('{"type":"ping"}');
  }

  function expectAnswer(): void {
    clearTimeout(silence);
    silence = setTimeout(() => {
      wire?.close();
      lose(0);
    }, answerMs);
  }

  function lose(code: number): void {
    const wasOpen = isOpen;
    drop();
    if (code === sessionEndedCode) {
      isClosed = true;
      parts.onSessionEnded();
      return;
    }
    // Coming back by itself would push out the next one: this one waits until it is looked at again.
    if (code === replacedCode) return;
    if (!wasOpen) parts.onRefused();
    const doubledMs = Math.min(backOffMs.most, backOffMs.least * 2 ** losses++);
    retrying = setTimeout(dial, Math.max(backOffMs.least, doubledMs * (0.5 + Math.random() / 2)));
  }

  function drop(): void {
    clearTimeout(silence);
    clearInterval(pinging);
    pinging = undefined;
    wire = null;
    if (!isOpen) return;
    isOpen = false;
    onState(false);
  }

  dial();
  return {
    send: (command) => {
      if (isOpen) wire?.send(JSON.stringify(command));
    },
    nudge: () => {
      if (wire === null) dial();
      else if (isOpen) ping();
    },
    close: () => {
      isClosed = true;
      clearTimeout(retrying);
      wire?.close();
      drop();
    },
  };
}

/** The server joins what one moment brings into one frame. The cast trusts it to speak the contract. */
function eventsOf(data: unknown): readonly LiveEvent[] {
  const frame: unknown = JSON.parse(String(data));
  return (Array.isArray(frame) ? frame : [frame]) as LiveEvent[];
}

type Hello = Extract<LiveEvent, { type: 'hello' }>;

/** What the cursor may move to once the event is handled. */
function revisionOf(event: LiveEvent): number {
  if (event.type === 'message') return event.message.revision;
  return event.type === 'messageGone' ? event.revision : 0;
}

/** False for a state of a message that was received before, or that is older than the last one received. */
function createFilter(): (event: LiveEvent) => boolean {
  const told = new Map<string, number>();
  return (event) => {
    if (event.type !== 'message' && event.type !== 'messageGone') return true;
    const id = event.type === 'message' ? event.message.id : event.messageId;
    const revision = revisionOf(event);
    if ((told.get(id) ?? -1) >= revision) return false;
    told.delete(id);
    told.set(id, revision);
    const [oldest] = told.keys();
    if (told.size > rememberedMost && oldest !== undefined) told.delete(oldest);
    return true;
  };
}
