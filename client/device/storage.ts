// Reads and writes local and session storage, with the keys of both.
import { createStore, type Store } from './store.ts';
import { sameOriginPath } from '#shared/rules/same-origin-path.ts';

const isBrowser = typeof document !== 'undefined';

/** Settings of the device, which remain when a member's data is removed. */
export const deviceKeys = { theme: 'theme', units: 'units', language: 'language', dismissedPrefix: 'dismissed:' } as const;

/** Removed at logout; all but the last three are in the vault. */
export const localKeys = {
  lastLocation: 'lastLocation',
  mapViewState: 'mapViewState',
  /** The filter, the chosen place and the last used screen of Find. */
  listFilter: 'listFilter',
  chosenPlace: 'chosenPlace',
  findScreen: 'findScreen',
  savedPlaces: 'savedPlaces',
  sessionRecord: 'session',
  /** The profile whose outbox and drafts are on the device; not removed when a session expires. */
  lastProfileId: 'lastProfileId',
  /** Set while location reporting waits for the member's consent after a change of account. */
  reportingPaused: 'reportingPaused',
  /** The browser's push endpoint that the server has stored for the session. */
  pushEndpoint: 'pushEndpoint',
  /** Present while the vault holds entries of a member. */
  vault: 'vault',
  /** 'open' or 'locked' while an app lock is set; the lock itself is in the device database. */
  lock: 'lock',
  /** The hash of the lock's proof until the server has it. */
  unregisteredLock: 'unregisteredLock',
} as const;

/** Per tab; a new tab copies them from an open one. */
export const tabKeys = {
  showNsfw: 'show_nsfw',
  testMode: 'TEST_MODE',
  sessionId: 'session_id',
  debugMode: 'debug_mode',
  /** Set once the notice of the reporting pause is closed. */
  pauseNoticeClosed: 'pause_notice_closed',
} as const;

/** The path from which a visitor was redirected to /login. */
export const returnPathKey = 'way_back';

/** Replaces local storage for what concerns the member, on every origin where browsers can encrypt. */
export interface Vault {
  holds(key: string): boolean;
  read(key: string): unknown;
  write(key: string, value: unknown): void;
  /** Resolves when all writes are stored. */
  flush(): Promise<unknown>;
}

let vault: Vault | null = null;

const openListeners: (() => void)[] = [];

export function setVault(next: Vault | null): void {
  vault = next;
  if (next !== null) for (const listener of openListeners) listener();
}

/** Calls the listener whenever the vault opens, to read again what was read before: modules may be loaded earlier. */
export const onVaultOpen = (listener: () => void): unknown => openListeners.push(listener);

export const hasVault = (): boolean => vault !== null;

/** Whether something of a member is on this device; read before it is opened. */
export const isMemberDevice = (): boolean =>
  [localKeys.vault, localKeys.lock, localKeys.sessionRecord, localKeys.lastProfileId].some(
    (key) => localStorage.getItem(key) !== null,
  );

/** Await this before leaving the page, since sealing is asynchronous. */
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
export const pauseNoticeClosed = tabSwitch(tabKeys.pauseNoticeClosed);

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

/** Like `storeReturnPath`, but also for a login in another tab, as by an emailed link. */
export const storeReturnPathOfLink = (href: string): void => localStorage.setItem(returnPathKey, href);

/** Removes and returns the path to open after the login; `/` by default. */
export function takeReturnPath(): string {
  const href = sessionStorage.getItem(returnPathKey) ?? localStorage.getItem(returnPathKey);
  sessionStorage.removeItem(returnPathKey);
  localStorage.removeItem(returnPathKey);
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
