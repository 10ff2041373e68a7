// Simulates a member's device: a database, tabs with outbox, socket and one conversation screen, and a service worker.
import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { urlOf, type AnyEndpoint, type CallArgs } from '#shared/contract/endpoint.ts';
import { messages, type Message } from '#shared/contract/messages.ts';
import { handleLiveEvent } from '#client/app/live-events.ts';
import { showReply } from '#client/app/outbox-replies.ts';
import { chatWritesOf } from '#client/features/messages/chat-writes.ts';
import { shownMessages, type ShownMessage } from '#client/features/messages/shown-messages.ts';
import { shareLive, type Live } from '#client/net/live.ts';
import { call } from '#client/net/call.ts';
import { startPolling } from '#client/net/polling.ts';
import { createQueryClient } from '#client/net/query-client.ts';
import { connect, type Cursor } from '#client/net/socket.ts';
import { invalidate } from '#client/offline/invalidate.ts';
import type { MemberDatabase } from '#client/offline/database.ts';
import { cacheReply } from '#client/offline/outbox/cache-reply.ts';
import { writeOf } from '#client/offline/outbox/new-write.ts';
import { createOutbox, type Outbox } from '#client/offline/outbox/outbox.ts';
import { createReplay } from '#client/offline/outbox/replay.ts';
import { conversationKey, conversationQuery } from '#client/offline/conversations/conversation-queries.ts';
import { sendEntry } from '#client/offline/outbox/send.ts';
import { storeOrSend, unstoredWrites } from '#client/offline/outbox/unstored-writes.ts';
import { FakeBrowser, insideTab, type TabFrame } from './fake-browser.ts';
import type { Link, Network, FaultyServer } from './faulty-server.ts';

export interface DeviceParts {
  readonly own: string;
  readonly peer: string;
  readonly server: FaultyServer;
  readonly network: Network;
  readonly database: MemberDatabase;
  readonly cursor: Cursor;
  /** Returns false while the device's database refuses writes. */
  readonly canStore: () => boolean;
}

export interface Tab extends TabFrame {
  readonly live: Live;
  readonly outbox: Outbox;
  readonly queries: QueryClient;
  /** Adds a write to the outbox, as a screen does. */
  write<E extends AnyEndpoint>(endpoint: E, args: CallArgs<E>): Promise<unknown>;
  /** Returns the messages in the query cache, newest first. */
  cached(): readonly Message[];
  /** Returns the displayed messages, oldest first. */
  screen(): Promise<ShownMessage[]>;
  readonly replayNow: () => void;
}

export type Device = ReturnType<typeof openDevice>;

const replayPauseMs = { min: 1_000, max: 60_000 };
const pingMs = 2_000;

export const unstoredOf = (own: string) => unstoredWrites.get().filter(({ profile }) => profile === own);

export function openDevice({ own, peer, server, network, database, cursor, canStore }: DeviceParts) {
  const browser = new FakeBrowser();
  const tabs: Tab[] = [];
  const links = new Set<Link>();
  const cleanups = new Map<TabFrame, () => void>();

  /** The promises of a killed tab never settle. */
  const whileAlive = async <T>(tab: TabFrame, work: Promise<T>): Promise<T> => {
    const ended = await work.then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error;
      },
    );
    return tab.isAlive ? ended() : new Promise<never>(() => undefined);
  };
  const databaseOf = (tab: TabFrame): MemberDatabase => ({
    ...database,
    run: (stores, otherwise, work) => whileAlive(tab, database.run(stores, otherwise, work)),
    write: (profile, stores, work) => whileAlive(tab, database.write(profile, stores, work)),
  });

  function frame(onAnswer: (isLost: boolean) => void): TabFrame {
    const tab: TabFrame = {
      browser,
      isAlive: true,
      fetch: (address, request) =>
        whileAlive(
          tab,
          server.call(own, network, address, request).then(
            (response) => {
              if (tab.isAlive) onAnswer(false);
              return response;
            },
            (error: unknown) => {
              // An aborted call does not mean that the connection is lost.
              if (tab.isAlive && !isNamed(error, 'AbortError')) onAnswer(true);
              throw error;
            },
          ),
        ),
    };
    return tab;
  }

  const replayOf = (tab: TabFrame, outbox: Outbox) =>
    createReplay({
      outbox,
      sender: async () => own,
      send: (entry) => insideTab.run(tab, () => sendEntry(entry)),
      cacheReply,
      turn: (work) => browser.locksOf(tab).request('outbox', () => work({ isLost: false })),
    });

  function openTab(): Tab {
    let isLost = false;
    const framed = frame((isLostNow) => {
      const isBack = isLost && !isLostNow;
      if (isLostNow && !isLost) setTimeout(ping, pingMs);
      isLost = isLostNow;
      if (isBack) {
        queries.getQueryCache().onOnline();
        replayNow();
      }
    });
    const ping = (): void => {
      if (framed.isAlive && isLost) void framed.fetch(urlOfConversation, {}).catch(() => setTimeout(ping, pingMs));
    };
    const urlOfConversation = urlOf(messages.getBetween.path, { a: own, b: peer }, undefined);
    const queries = createQueryClient();
    const outbox = insideTab.run(framed, () => createOutbox(databaseOf(framed)));
    const replay = replayOf(framed, outbox);
    let losses = 0;
    let retrying: ReturnType<typeof setTimeout> | undefined;
    let retryMs = Number.POSITIVE_INFINITY;

    // The delays are those of page-replay.ts, which requires a window.
    const replayNow = (): void => void insideTab.run(framed, () => replaying());
    async function replaying(): Promise<void> {
      clearTimeout(retrying);
      retryMs = Number.POSITIVE_INFINITY;
      const rest = await replay();
      losses = rest.is === 'lost' ? losses + 1 : 0;
      if (rest.is === 'lost') replayIn(Math.min(replayPauseMs.max, replayPauseMs.min * 2 ** (losses - 1)));
      if (rest.is === 'later') replayIn(rest.nextMs - Date.now());
    }
    function replayIn(ms: number): void {
      const atMs = Date.now() + Math.max(replayPauseMs.min, ms);
      if (atMs >= retryMs || !framed.isAlive) return;
      clearTimeout(retrying);
      retryMs = atMs;
      retrying = setTimeout(replayNow, atMs - Date.now());
    }

    const tab: Tab = insideTab.run(framed, () => {
      outbox.onDelivered((entry, reply) => showReply(queries, entry, reply));
      outbox.onAdded(replayNow);
      outbox.listen(() => replayIn(replayPauseMs.max));
      const watched = new QueryObserver(queries, conversationQuery(own, peer));
      watched.subscribe(() => undefined);
      const live = shareLive({
        connect: (parts) =>
          connect({
            ...parts,
            openSocket: () => server.openSocket(own, network, (link) => links.add(link)),
            cursor: {
              read: () => whileAlive(framed, cursor.read()),
              write: (next) => whileAlive(framed, framed.isAlive ? cursor.write(next) : Promise.resolve()),
            },
            shown: { since: () => null, sectors: () => [] },
            onConnectFailed: () => undefined,
            onError: (error) => {
              throw error;
            },
          }),
        handle: (event) => handleLiveEvent(event, { queries, own }),
        onJoined: () => invalidate(queries, []),
        onSessionEnded: () => undefined,
        locks: browser.locksOf(framed),
      });
      live.isOpen.subscribe(() => live.isOpen.get() && replayNow());
      const polling = startPolling({
        isLive: live.isOpen,
        poll: () => queries.fetchQuery({ ...conversationQuery(own, peer), staleTime: 0 }).then(() => false),
      });
      cleanups.set(framed, () => {
        polling.stop();
        live.stop();
        watched.destroy();
        clearTimeout(retrying);
      });
      return Object.assign(framed, {
        live: { ...live, checkConnection: () => insideTab.run(framed, live.checkConnection) },
        outbox,
        queries,
        replayNow,
        cached: () => queries.getQueryData<Message[]>(conversationKey(own, peer)) ?? [],
        async screen(): Promise<ShownMessage[]> {
          const entries = [...(await outbox.entries(own)), ...unstoredOf(own)];
          return shownMessages(own, peer, tab.cached(), chatWritesOf(entries), new Set());
        },
        write<E extends AnyEndpoint>(endpoint: E, args: CallArgs<E>) {
          const write = writeOf(endpoint, args, { profile: own, label: '' });
          return insideTab.run(framed, async () => {
            const send = (signal: AbortSignal) => call(endpoint, args, { idempotencyKey: write.key, signal });
            const delivering = storeOrSend(write, { store: outbox.add, send });
            // If the device stores nothing, the member continues while the write is sent.
            if (canStore()) await delivering;
            else delivering.catch(() => undefined);
          });
        },
      });
    });
    tabs.push(tab);
    replayNow();
    return tab;
  }

  /** Ends the tab immediately, even during a write. */
  function kill(tab: Tab): void {
    browser.kill(tab);
    cleanups.get(tab)?.();
    cleanups.delete(tab);
    tab.queries.clear();
    tabs.splice(tabs.indexOf(tab), 1);
  }

  return {
    own,
    peer,
    network,
    tabs,
    openTab,
    kill,
    /** Sends waiting writes without a page, as the service worker does. */
    wakeWorker(): void {
      const worker = frame(() => undefined);
      insideTab.run(worker, () => {
        const outbox = createOutbox(databaseOf(worker));
        void replayOf(worker, outbox)();
      });
    },
    /** Closes the sockets, or makes them lose all frames. */
    disturb(how: 'drop' | 'mute'): void {
      for (const link of links) {
        if (how === 'drop') link.drop();
        else link.isMute = true;
      }
      links.clear();
    },
    close(): void {
      while (tabs[0]) kill(tabs[0]);
    },
  };
}

const isNamed = (error: unknown, name: string): boolean => error instanceof DOMException && error.name === name;
