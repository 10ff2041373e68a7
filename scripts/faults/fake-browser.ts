// Fakes Web Locks and BroadcastChannels for the tabs of one browser.
import { AsyncLocalStorage } from 'node:async_hooks';

/** A tab as seen by the browser. */
export interface TabFrame {
  readonly browser: FakeBrowser;
  isAlive: boolean;
  /** Replaces `fetch` for the code of the tab. */
  readonly fetch: (address: string, request: RequestInit) => Promise<Response>;
}

export const insideTab = new AsyncLocalStorage<TabFrame>();

/** Returns the tab of the running code. Throws outside of a tab. */
export function currentTab(): TabFrame {
  const tab = insideTab.getStore();
  if (tab === undefined) throw new Error('This code does not run in a tab.');
  return tab;
}

interface HeldLock {
  readonly tab: TabFrame;
  readonly reject: (reason: unknown) => void;
}

interface LockRequest {
  readonly tab: TabFrame;
  readonly grant: () => void;
}

export class FakeBrowser {
  readonly channels = new Set<FakeChannel>();
  readonly #held = new Map<string, HeldLock>();
  readonly #queues = new Map<string, LockRequest[]>();

  /** Returns `navigator.locks` of a tab. */
  locksOf(tab: TabFrame): Pick<LockManager, 'request'> {
    const request = (name: string, ...rest: unknown[]): Promise<unknown> => {
      const work = rest.at(-1) as () => Promise<unknown>;
      const { steal = false, signal } = (rest.length > 1 ? rest[0] : {}) as LockOptions;
      return new Promise((resolve, reject) => {
        if (!tab.isAlive) return;
        const grant = (): void => {
          const held: HeldLock = { tab, reject };
          this.#held.set(name, held);
          const end = (): void => {
            if (this.#held.get(name) !== held) return;
            this.#held.delete(name);
            this.#next(name);
          };
          // The promises of a killed tab never settle.
          const alive =
            <T>(then: (value: T) => void) =>
            (value: T) => {
              if (!tab.isAlive) return;
              end();
              then(value);
            };
          queueMicrotask(() => tab.isAlive && insideTab.run(tab, () => void work().then(alive(resolve), alive(reject))));
        };
        if (steal) {
          this.#held.get(name)?.reject(new DOMException('The lock was stolen.', 'AbortError'));
          grant();
          return;
        }
        const waiting: LockRequest = { tab, grant };
        const queue = this.#queues.get(name) ?? [];
        this.#queues.set(name, queue);
        queue.push(waiting);
        signal?.addEventListener('abort', () => {
          const place = queue.indexOf(waiting);
          if (place === -1) return;
          queue.splice(place, 1);
          reject(new DOMException('The request was aborted.', 'AbortError'));
        });
        if (!this.#held.has(name)) this.#next(name);
      });
    };
    return { request } as Pick<LockManager, 'request'>;
  }

  /** Ends the tab immediately and releases its locks and channels. */
  kill(tab: TabFrame): void {
    tab.isAlive = false;
    for (const channel of this.channels) if (channel.tab === tab) this.channels.delete(channel);
    for (const queue of this.#queues.values()) queue.splice(0, queue.length, ...queue.filter((waiting) => waiting.tab !== tab));
    for (const [name, held] of this.#held) {
      if (held.tab !== tab) continue;
      this.#held.delete(name);
      this.#next(name);
    }
  }

  #next(name: string): void {
    if (!this.#held.has(name)) this.#queues.get(name)?.shift()?.grant();
  }
}

type ChannelListener = (message: { readonly data: unknown }) => void;

/** A BroadcastChannel of one tab. */
export class FakeChannel {
  readonly tab = currentTab();
  readonly #name: string;
  readonly #listeners: ChannelListener[] = [];

  constructor(name: string) {
    this.#name = name;
    this.tab.browser.channels.add(this);
  }
  addEventListener(_type: string, listener: ChannelListener): void {
    this.#listeners.push(listener);
  }
  postMessage(data: unknown): void {
    if (!this.tab.isAlive) return;
    for (const other of this.tab.browser.channels) {
      if (other === this || other.#name !== this.#name) continue;
      const copy = structuredClone(data);
      setImmediate(() =>
        insideTab.run(other.tab, () => {
          if (this.tab.browser.channels.has(other)) for (const listener of other.#listeners) listener({ data: copy });
        }),
      );
    }
  }
  close(): void {
    this.tab.browser.channels.delete(this);
  }
}
