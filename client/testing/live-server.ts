// A server that stores a member's messages and sends them to the live connections of tests.
import type { LiveCommand, LiveEvent } from '#shared/contract/live.ts';
import type { Message } from '#shared/contract/messages.ts';
import { connect, type Connection, type SocketLike } from '#client/net/socket.ts';
import { message } from './messages.ts';

/** The longest time until a first reconnect is open and answered: a wait of up to 2 s, and a timer for each step. */
export const longestWaitMs = 2_100;

const cursorAt = (revision: number): LiveEvent => ({ type: 'cursor', cursor: `${revision}` });

/** Its sockets send the missed messages on resume, and then each change. */
export function createLiveServer() {
  const messages = new Map<string, Message>();
  const sockets = new Set<FakeSocket>();
  let last = 0;

  class FakeSocket implements SocketLike {
    onopen: (() => void) | null = null;
    onmessage: ((message: { readonly data: unknown }) => void) | null = null;
    onclose: ((closing: { readonly code: number }) => void) | null = null;
    readonly received: LiveCommand[] = [];
    isSilent = false;
    isResumed = false;
    readonly #frames: string[] = [];
    constructor() {
      sockets.add(this);
      setTimeout(() => this.onopen?.());
    }
    send(text: string): void {
      const command: LiveCommand = JSON.parse(text);
      this.received.push(command);
      if (command.type === 'ping') this.deliver([{ type: 'pong' }]);
      if (command.type !== 'resume') return;
      const seen = typeof command.cursor === 'string' ? Number(command.cursor) : null;
      const missed = seen === null ? [] : [...messages.values()].filter(({ revision }) => revision > seen);
      const events = missed.sort((a, b) => a.revision - b.revision).map((message) => ({ type: 'message', message }) as const);
      this.isResumed = true;
      this.deliver([{ type: 'hello', mustResync: seen !== null && seen > last }, ...events, cursorAt(last)]);
    }
    deliver(events: LiveEvent[]): void {
      if (events.length === 0) return;
      this.#frames.push(JSON.stringify(events));
      // Frames keep their order, but fake timers may not: one that is set while they advance waits a millisecond longer.
      setTimeout(() => {
        const data = this.#frames.shift();
        // Frames of a socket that is closed in the meantime are lost.
        if (!this.isSilent && sockets.has(this)) this.onmessage?.({ data });
      });
    }
    close(): void {
      this.disconnect(1000);
    }
    disconnect(code: number): void {
      if (sockets.delete(this)) setTimeout(() => this.onclose?.({ code }));
    }
  }

  return {
    sockets,
    messages,
    openSocket: () => new FakeSocket(),
    /** Adds a message, or a new revision of one of the last ten. */
    changeMessage(random: () => number): void {
      const revision = ++last;
      const known = [...messages.values()].slice(-10);
      const old = random() < 0.3 ? known[Math.floor(random() * known.length)] : undefined;
      const changed = message(old?.sequence ?? revision, { revision });
      messages.set(changed.id, changed);
      for (const socket of sockets)
        if (socket.isResumed) socket.deliver([{ type: 'message', message: changed }, cursorAt(revision)]);
    },
    disconnectAll(code = 1006): void {
      for (const socket of sockets) socket.disconnect(code);
    },
    restoreBackup(): void {
      messages.clear();
      last = 1;
    },
  };
}

interface TestConnection {
  readonly events: LiveEvent[];
  readonly states: boolean[];
  readonly connection: Connection;
  readonly errors: unknown[];
  endedCount: number;
  failedCount: number;
}

export function openConnection(
  server: ReturnType<typeof createLiveServer>,
  cursor: { stored: string | null } = { stored: '1' },
  handle?: (event: LiveEvent) => unknown,
): TestConnection {
  const client: Omit<TestConnection, 'connection'> = { events: [], states: [], errors: [], endedCount: 0, failedCount: 0 };
  const connection = connect({
    openSocket: server.openSocket,
    cursor: { read: async () => cursor.stored, write: async (next) => (cursor.stored = next) },
    shown: { since: () => null, sectors: () => [] },
    handle: (event) => {
      client.events.push(event);
      return handle?.(event);
    },
    onState: (isOpen) => client.states.push(isOpen),
    onSessionEnded: () => client.endedCount++,
    onConnectFailed: () => client.failedCount++,
    onError: (error) => client.errors.push(error),
  });
  return Object.assign(client, { connection });
}

export const onlySocket = ({ sockets }: ReturnType<typeof createLiveServer>) => {
  const [socket] = sockets;
  if (socket === undefined) throw new Error('Nobody is connected');
  return socket;
};
export const receivedTypes = (server: ReturnType<typeof createLiveServer>) => onlySocket(server).received.map(({ type }) => type);
