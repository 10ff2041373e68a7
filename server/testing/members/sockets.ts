// A WebSocket client for tests, which collects events and waits for them.
import WebSocket from 'ws';
import type { LiveCommand, LiveEvent } from '#shared/contract/live.ts';
import type { Browser } from '#server/testing/app/browser.ts';

export interface TestSocket {
  /** Every event so far in order, without cursors. */
  readonly received: LiveEvent[];
  /** The received frames. */
  readonly frames: LiveEvent[][];
  /** The last cursor; throws before the first. */
  cursor(): string;
  say(command: LiveCommand | string | Buffer): void;
  /** Resolves with the first matching event, past or future. */
  until<T extends LiveEvent['type']>(
    type: T,
    fits?: (event: Extract<LiveEvent, { type: T }>) => boolean,
  ): Promise<Extract<LiveEvent, { type: T }>>;
  /** Sends a ping and waits for the pong, after which all earlier events have arrived. */
  settled(): Promise<void>;
  /** Resolves with the close code. */
  readonly closed: Promise<number>;
  close(): void;
  /** Terminates the connection without a close frame. */
  drop(): void;
}

interface Options {
  /** Null sends no Origin at all. */
  readonly origin?: string | null;
  readonly withoutCookie?: boolean;
  /** The client's address, as a balancer forwards it. */
  readonly address?: string;
  /** The cursor that an earlier socket received. */
  readonly cursor?: string;
  /** The mark of an earlier answer. The hello says what has changed since it. */
  readonly since?: string;
  readonly resumes?: boolean;
  /** The proof of the session's app lock. */
  readonly proof?: string;
}

/** Opens /api/ws with the browser's cookies. Rejects with the answer's status when it is refused. */
export async function openSocket(browser: Browser, options: Options = {}): Promise<TestSocket> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const origin = options.origin === undefined ? browser.origin : options.origin;
  const { host, port } = new URL(browser.origin);
  const ws = new WebSocket(`ws://127.0.0.1:${browser.anyPort?.() ?? port}/api/ws`, {
    headers: {
      host,
      ...(options.withoutCookie ? {} : { cookie }),
      ...(origin === null ? {} : { origin }),
      ...(options.address === undefined ? {} : { 'x-forwarded-for': options.address }),
    },
    perMessageDeflate: false,
  });
  const received: LiveEvent[] = [];
  const frames: LiveEvent[][] = [];
  const waiting = new Set<() => void>();
  const closed = new Promise<number>((resolve) => ws.on('close', (code) => resolve(code)));
  ws.on('message', (data) => {
    const events = JSON.parse(String(data)) as LiveEvent[];
    frames.push(events);
    received.push(...events.filter(({ type }) => type !== 'cursor'));
    for (const look of waiting) look();
  });
  await new Promise<void>((resolve, reject) => {
    ws.on('open', resolve);
    ws.on('error', reject);
    ws.on('unexpected-response', (_request, response) => {
      reject(new Error(`refused with ${response.statusCode}`));
      ws.terminate();
    });
  });

  const say = (command: LiveCommand | string | Buffer) =>
    ws.send(typeof command === 'string' || Buffer.isBuffer(command) ? command : JSON.stringify(command));
  const until: TestSocket['until'] = (type, fits = () => true) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = received.find(
          (event): event is Extract<LiveEvent, { type: typeof type }> => event.type === type && fits(event as never),
        );
        if (!found) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      void closed.then((code) => reject(new Error(`closed with ${code} before ${type}`)));
      look();
    });

  if (options.resumes ?? true) {
    const { proof, since } = options;
    say({
      type: 'resume',
      cursor: options.cursor ?? null,
      ...(proof !== undefined && { proof }),
      ...(since !== undefined && { since }),
    });
    await until('hello');
  }
  return {
    received,
    frames,
    cursor() {
      const last = frames.flat().findLast((event) => event.type === 'cursor');
      if (last === undefined) throw new Error('no cursor yet');
      return last.cursor;
    },
    say,
    until,
    closed,
    async settled() {
      const pongs = received.filter((event) => event.type === 'pong').length;
      say({ type: 'ping' });
      await until('pong', () => received.filter((event) => event.type === 'pong').length > pongs);
    },
    close: () => ws.close(),
    drop: () => ws.terminate(),
  };
}

/** A cursor with which a socket resumes from now on. */
export async function cursorOf(browser: Browser): Promise<string> {
  const socket = await openSocket(browser);
  socket.drop();
  return socket.cursor();
}
