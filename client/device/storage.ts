// The keys of local and session storage, read and written in one place.
import { createStore, type Store } from './store.ts';
import { sameOriginPath } from '#shared/rules/same-origin-path.ts';

const isBrowser = typeof document !== 'undefined';

/** Kept when all data of a member is removed: the setup of this device says nothing about them. */
export const deviceKeys = { theme: 'theme', units: 'units', language: 'language', dismissedPrefix: 'dismissed:' } as const;

/** Of this device until the member logs out. */
export const localKeys = {
  lastLocation: 'lastLocation',
  mapViewState: 'mapViewState',
  /** What the detail list is narrowed by. */
  listFilter: 'listFilter',
  /** Places to look around. */
  savedPlaces: 'savedPlaces',
  sessionRecord: 'session',
  /** Whose outbox and drafts are on the device, also after a session has ended by itself. */
  lastProfileId: 'lastProfileId',
  /** Set while location reporting waits for the member's word after the account on the device changed. */
  reportingPaused: 'reportingPaused',
  /** The push endpoint of this browser that the server has stored for the member. */
  pushEndpoint: 'pushEndpoint',
  /** 'open' or 'locked' while an app lock is set; the lock itself is in the device database. */
  lock: 'lock',
} as const;

/** Of this tab, and of further tabs opened beside it. */
export const tabKeys = {
  showNsfw: 'show_nsfw',
  testMode: 'TEST_MODE',
  sessionId: 'session_id',
  debugMode: 'debug_mode',
} as const;

/** The path a visitor was sent to /login from. */
const wayBackKey = 'way_back';

/** Stands in for local storage while an app lock is set. */
export interface Vault {
  holds(key: string): boolean;
  read(key: string): unknown;
  write(key: string, value: unknown): void;
  /** Resolves when all that was written is on the device. */
  stored(): Promise<unknown>;
}

let vault: Vault | null = null;

export function putVault(next: Vault | null): void {
  vault = next;
}

/** Await it before leaving the page: a sealed value takes a moment. */
export const localIsStored = async (): Promise<unknown> => vault?.stored();

/** A value of local storage as JSON, or null where there is none or it can't be read. */
export function readLocal(key: string): unknown {
  if (vault?.holds(key)) return vault.read(key);
  return isBrowser ? parsed(localStorage.getItem(key)) : null;
}

export function writeLocal(key: string, value: unknown): void {
  if (vault?.holds(key)) vault.write(key, value);
  else if (value === null || value === undefined) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(value));
}

/** A switch of this tab that screens watch. */
function tabSwitch(key: string): Store<boolean> {
  const store = createStore(isBrowser && sessionStorage.getItem(key) === 'true', false);
  store.subscribe(() => sessionStorage.setItem(key, String(store.get())));
  return store;
}

export const showNsfw = tabSwitch(tabKeys.showNsfw);
export const testMode = tabSwitch(tabKeys.testMode);
export const debugMode = tabSwitch(tabKeys.debugMode);

/** The random number of this session of the app. */
export function sessionId(): number {
  const saved = Number(sessionStorage.getItem(tabKeys.sessionId));
  if (saved > 0) return saved;
  const [made = 1] = crypto.getRandomValues(new Uint32Array(1));
  sessionStorage.setItem(tabKeys.sessionId, String(Math.max(1, made)));
  return Math.max(1, made);
}

/** The names of the notices that were put away for good. */
export const dismissals = createStore<ReadonlySet<string>>(new Set(isBrowser ? dismissedNames() : []), new Set());

export function dismiss(name: string): void {
  localStorage.setItem(deviceKeys.dismissedPrefix + name, '1');
  dismissals.set(new Set([...dismissals.get(), name]));
}

/** Remembers where to go after the login, with query but without fragment. */
export const rememberWayBack = (href: string): void => sessionStorage.setItem(wayBackKey, href);

/** Where the login leads, once: the remembered path of this app, else home. */
export function takeWayBack(): string {
  const href = sessionStorage.getItem(wayBackKey);
  sessionStorage.removeItem(wayBackKey);
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
