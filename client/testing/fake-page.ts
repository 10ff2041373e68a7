// Fakes the window and the document for code that does not render.
import { vi } from 'vitest';

export interface FakePage {
  readonly window: EventTarget;
  readonly document: EventTarget & { hidden: boolean };
  /** The element that the app renders into. */
  readonly app: { readonly style: { visibility: string } };
  readonly navigator: { onLine: boolean };
  readonly localStorage: Storage;
  readonly sessionStorage: Storage;
  /** Counts calls of `location.reload`. */
  readonly reloads: () => number;
  setVisibility(state: 'visible' | 'hidden'): void;
  /** Restores the globals and closes the broadcast channels. */
  close(): void;
}

/** Replaces the globals with a fake page. */
export function openFakePage(): FakePage {
  const window = new EventTarget();
  const app = { style: { visibility: '' } };
  const reload = vi.fn();
  const document = Object.assign(new EventTarget(), {
    hidden: false,
    getElementById: (id: string) => (id === 'app' ? app : null),
  });
  const channels: BroadcastChannel[] = [];
  class PageChannel extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      channels.push(this);
    }
  }
  const globals = {
    BroadcastChannel: PageChannel,
    document,
    // The locks are those of the test process.
    navigator: { onLine: true, locks: navigator.locks },
    localStorage: memoryStorage(),
    sessionStorage: memoryStorage(),
    location: { reload },
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
    dispatchEvent: window.dispatchEvent.bind(window),
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  return {
    ...globals,
    window,
    app,
    reloads: () => reload.mock.calls.length,
    setVisibility(state) {
      document.hidden = state === 'hidden';
      document.dispatchEvent(new Event('visibilitychange'));
    },
    close() {
      for (const channel of channels) channel.close();
      vi.unstubAllGlobals();
    },
  };
}

function memoryStorage(): Storage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
    key: (index) => [...values.keys()][index] ?? null,
    get length() {
      return values.size;
    },
  };
}
