// Reads and writes local and session storage, with the keys of both.
import { createStore, type Store } from './store.ts';
import { sameOriginPath } from '#shared/rules/same-origin-path.ts';

const isBrowser = typeof document !== 'undefined';

/** Not removed with a member's data: they are settings of the device. */
export const deviceKeys = { theme: 'theme', units: 'units', language: 'language', dismissedPrefix: 'dismissed:' } as const;

/** Removed at logout. */
export const localKeys = {
  lastLocation: 'lastLocation',
  mapViewState: 'mapViewState',
  /** The filter of the detail list. */
  listFilter: 'listFilter',
  savedPlaces: 'savedPlaces',
  sessionRecord: 'session',
  /** The profile whose outbox and drafts are on the device; not removed when a session expires. */
  lastProfileId: 'lastProfileId',
  /** Set while location reporting waits for the member's consent after a change of account. */
  reportingPaused: 'reportingPaused',
  /** The browser's push endpoint that the server has stored for the session. */
  pushEndpoint: 'pushEndpoint',
  /** 'open' or 'locked' while an app lock is set; the lock itself is in the device database. */
  lock: 'lock',
} as const;

/** Per tab; a new tab copies them from an open one. */
export const tabKeys = {
  showNsfw: 'show_nsfw',
  testMode: 'TEST_MODE',
  sessionId: 'session_id',
  debugMode: 'debug_mode',
} as const;

/** The path from which a visitor was redirected to /login. */
const returnPathKey = 'way_back';

/** Replaces local storage while an app lock is set. */
export interface Vault {
  holds(key: string): boolean;
  read(key: string): unknown;
  write(key: string, value: unknown): void;
  /** Resolves when all writes are stored. */
  flush(): Promise<unknown>;
}

let vault: Vault | null = null;

export function setVault(next: Vault | null): void {
  vault = next;
}

/** Await before leaving the page, since sealing a value is asynchronous. */
export const flushLocal = async (): Promise<unknown> => vault?.flush();

/** The parsed value in local storage, or null if missing or damaged. */
export function readLocal(key: string): unknown {
  if (vault?.holds(key)) return vault.read(key);
  return isBrowser ? parsed(localStorage.getItem(key)) : null;
}

export function writeLocal(key: string, value: unknown): void {
  if (vault?.holds(key)) vault.write(key, value);
  else if (value === null || value === undefined) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(value));
}

/** A switch stored in this tab's session storage. */
function tabSwitch(key: string): Store<boolean> {
  const store = createStore(isBrowser && sessionStorage.getItem(key) === 'true', false);
  store.subscribe(() => sessionStorage.setItem(key, String(store.get())));
  return store;
}

export const showNsfw = tabSwitch(tabKeys.showNsfw);
export const testMode = tabSwitch(tabKeys.testMode);
export const debugMode = tabSwitch(tabKeys.debugMode);

/** A random number per tab session. */
export function sessionId(): number {
  const stored = Number(sessionStorage.getItem(tabKeys.sessionId));
  if (stored > 0) return stored;
  const [random = 1] = crypto.getRandomValues(new Uint32Array(1));
  sessionStorage.setItem(tabKeys.sessionId, String(Math.max(1, random)));
  return Math.max(1, random);
}

/** The names of permanently dismissed notices. */
export const dismissals = createStore<ReadonlySet<string>>(new Set(isBrowser ? dismissedNames() : []), new Set());

export function dismiss(name: string): void {
  localStorage.setItem(deviceKeys.dismissedPrefix + name, '1');
  dismissals.set(new Set([...dismissals.get(), name]));
}

/** Stores the path to open after the login. */
export const storeReturnPath = (href: string): void => sessionStorage.setItem(returnPathKey, href);

/** Removes and returns the path to open after the login; home without one. */
export function takeReturnPath(): string {
  const href = sessionStorage.getItem(returnPathKey);
  sessionStorage.removeItem(returnPathKey);
  return sameOriginPath(href, location.origin, '/');
}

function dismissedNames(): string[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(deviceKeys.dismissedPrefix))
    .map((key) => key.slice(deviceKeys.dismissedPrefix.length));
}

function parsed(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
