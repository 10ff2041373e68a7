// Runs the real message service, hub and database. Calls and sockets to it lose data according to a schedule.
import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LiveCommand } from '#shared/contract/live.ts';
import type { Message } from '#shared/contract/messages.ts';
import { problems } from '#shared/contract/problems.ts';
import type { SocketLike } from '#client/net/socket.ts';
import type { MessagesService } from '#server/features/messages/messages.service.ts';
import { Problem, problemBody } from '#server/http/problems.ts';
import { localChanges } from '#server/changes/changes.ts';
import { localBus } from '#server/outside/bus.ts';
import { openEpochs } from '#server/db/epochs.ts';
import { createCursors, type Cursors } from '#server/live/cursors.ts';
import { openHub, type Connection, type Hub } from '#server/live/hub.ts';
import { resume } from '#server/live/resume.ts';
import { browserOf } from '#server/testing/app/browser.ts';
import { memberOf } from '#server/testing/app/members.ts';
import { openMessagesService } from '#server/testing/app/messages-service.ts';
import { openTestWorld } from '#server/testing/app/test-world.ts';
import type { FakeTime } from './fake-time.ts';

/** The network between one device and the server. */
export interface Network {
  isOnline: boolean;
  /** While it is true, data may be lost or delayed. */
  isFaulty: boolean;
  /** Returns the delay of one transfer in ms. */
  delayMs(): number;
  /** Decides for each call whether the request ('before') or the reply ('after') is lost. */
  cut(): 'before' | 'after' | null;
}

export interface Link {
  /** Closes the socket: for the server at once, for the client after a delay. */
  drop(): void;
  /** While it is true, all frames are lost without a close event. */
  isMute: boolean;
}

interface Process {
  readonly hub: Hub;
  readonly cursors: Cursors;
  readonly messages: MessagesService;
  readonly running: Set<Promise<unknown>>;
  isAlive: boolean;
}

export type FaultyServer = Awaited<ReturnType<typeof openFaultyServer>>;

/** The database is on a RAM disk if there is one, since this test does not simulate power failures. */
export async function openFaultyServer({ now, during }: Pick<FakeTime, 'now' | 'during'>) {
  const dataDir = await mkdtemp(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'schedules-'));
  let skewMs = 0;
  const clock = { now: () => now() + skewMs, monotonic: now };
  const test = await openTestWorld({ dataDir, parts: { clock } });
  let current: Process | null = await startProcess();

  async function startProcess(): Promise<Process> {
    const bus = localBus((error) => test.world.log.error({ err: error }, 'a listener failed'));
    const world = { ...test.world, bus, changes: localChanges({ db: test.world.db, bus }) };
    const cursors = createCursors(await openEpochs(world.db, world.ids.uuid, world.ids.secret(32)));
    const hub = openHub(world, { cursorOf: cursors.seal, isHidden: () => false });
    const messages = await openMessagesService(world, hub);
    return { hub, cursors, messages, running: new Set(), isAlive: true };
  }

  /** Ends the process without warning. Running calls finish, but their replies are lost. */
  async function stop(): Promise<void> {
    const ended = current;
    if (ended === null) return;
    current = null;
    ended.isAlive = false;
    ended.hub.close();
    await Promise.allSettled(ended.running);
  }

  function perform({ messages }: Process, own: string, url: URL, request: RequestInit): Promise<unknown> {
    const [, , noun = '', first = '', a = '', b = ''] = url.pathname.split('/');
    const key = new Headers(request.headers).get('idempotency-key') ?? '';
    const body = typeof request.body === 'string' ? JSON.parse(request.body) : null;
    const beforeMessageId = url.searchParams.get('beforeMessageId') ?? undefined;
    if (noun === 'messages' && first === 'between') return messages.between(own, a, b, { beforeMessageId });
    if (noun === 'message-reaction') return messages.react(own, first, body.emoji);
    if (noun === 'message-read') return messages.markRead(own, first);
    if (noun === 'message' && request.method === 'DELETE')
      return messages.remove(own, first, url.searchParams.get('forBoth') === 'true');
    if (noun === 'message') return messages.send(own, body, key);
    throw new Error(`No route for ${url.pathname}.`);
  }

  /** Performs a member's call, with the interface of `fetch`. */
  async function call(own: string, network: Network, address: string, request: RequestInit): Promise<Response> {
    await pause(network.delayMs());
    request.signal?.throwIfAborted();
    const cut = network.cut();
    const process = current;
    if (!network.isOnline || process === null || cut === 'before') throw new TypeError('Failed to fetch');
    const work = during(perform(process, own, new URL(address, 'http://server'), request)).then(
      (reply) => (reply === undefined ? new Response(null, { status: 204 }) : Response.json(reply)),
      (error: unknown) => {
        if (!(error instanceof Problem)) throw error;
        return Response.json(problemBody(error.code), { status: problems[error.code].statusCode });
      },
    );
    process.running.add(work);
    const response = await work.finally(() => process.running.delete(work));
    await pause(network.delayMs());
    request.signal?.throwIfAborted();
    if (!network.isOnline || !process.isAlive || cut === 'after') throw new TypeError('Failed to fetch');
    return response;
  }

  /** Opens a member's socket. Frames arrive in order or not at all. */
  function openSocket(own: string, network: Network, onOpened: (link: Link) => void): SocketLike {
    const inTab = AsyncLocalStorage.snapshot();
    let connection: Connection | null = null;
    let isOpen = true;
    const arrivesMs = { client: 0, server: 0 };
    const link: Link = { isMute: false, drop: () => end(1006) };
    const socket: SocketLike = {
      onopen: null,
      onmessage: null,
      onclose: null,
      send: (text) => transfer('server', () => receive(text)),
      close,
    };

    function transfer(to: 'client' | 'server', arrive: () => void): void {
      arrivesMs[to] = Math.max(arrivesMs[to], now() + network.delayMs());
      setTimeout(() => isOpen && !link.isMute && network.isOnline && arrive(), arrivesMs[to] - now());
    }
    function end(code: number): void {
      if (!isOpen) return;
      isOpen = false;
      connection?.remove();
      setTimeout(() => inTab(() => socket.onclose?.({ code })), network.delayMs());
    }
    function close(): void {
      isOpen = false;
      connection?.remove();
    }
    function receive(text: string): void {
      const command: LiveCommand = JSON.parse(text);
      connection?.markAlive();
      if (command.type === 'ping') connection?.send({ type: 'pong' });
      if (command.type === 'looking') connection?.setView(command.isVisible, command.conversationWith);
      if (command.type !== 'resume') return;
      if (current !== null && connection) void during(resume(current, connection, own, command));
    }
    transfer('server', () => {
      if (current === null) return end(1006);
      const serverSide = {
        send: (frame: string) => transfer('client', () => inTab(() => socket.onmessage?.({ data: frame }))),
        ping: () => transfer('client', () => transfer('server', () => connection?.markAlive())),
        bufferedBytes: () => 0,
        close: end,
        terminate: () => end(1006),
      };
      connection = current.hub.connect({ profileId: own, sessionHash: own, addresses: [] }, serverSide);
      onOpened(link);
      return transfer('client', () => inTab(() => socket.onopen?.()));
    });
    if (!network.isOnline) end(1006);
    return socket;
  }

  return {
    call,
    openSocket,
    stop,
    /** Sets the error of the server's clock. */
    setClock: (nextMs: number): void => void (skewMs = nextMs),
    /** Stores a message before the schedule begins. */
    storeMessage: (from: string, to: string, bodyText: string) =>
      current?.messages.send(from, { recipientProfileId: to, bodyText, profilePicIds: [] }, crypto.randomUUID()),
    start: async () => void (current ??= await startProcess()),
    /** Deletes all messages, conversations and notifications. */
    async empty(): Promise<void> {
      await test.world.db.write(async (tx) => {
        for (const table of ['messages', 'conversations', 'notifications'] as const) await tx.deleteFrom(table).execute();
      });
    },
    member: async (): Promise<string> => (await memberOf(test.world, browserOf(test.world.config.publicUrl), {})).profileId,
    /** Returns the complete conversation as stored for one of the two members, oldest first. */
    async conversationOf(own: string, peer: string): Promise<Message[]> {
      const all: Message[] = [];
      for (let beforeMessageId: string | undefined; ; beforeMessageId = all[0]?.id) {
        const page = (await current?.messages.between(own, own, peer, { beforeMessageId })) ?? [];
        if (page.length === 0) return all;
        all.unshift(...page.toReversed());
      }
    },
    async close() {
      await stop();
      await test.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
