// Reads and writes local storage and session storage, and defines their keys.
import { createStore, type Store } from './store.ts';
import { sameOriginPath } from '#shared/rules/same-origin-path.ts';

const isBrowser = typeof document !== 'undefined';

/** Settings of the device. They stay when a member's data is removed. */
export const deviceKeys = {
  theme: 'theme',
  units: 'units',
  /** The language that was chosen on this device. */
  language: 'language',
  dismissedPrefix: 'dismissed:',
} as const;

/** Only the vault (see `Vault`) stores these. Until it opens, they are in memory. */
const vaultKeys = {
  lastLocation: 'lastLocation',
  mapViewState: 'mapViewState',
  /** The filter, the chosen place and the last used screen of Find. */
  listFilter: 'listFilter',
  chosenPlace: 'chosenPlace',
  findScreen: 'findScreen',
  savedPlaces: 'savedPlaces',
  /** The keys with which pictures to view once are requested again. */
  viewOnce: 'viewOnce',
  /** The browser's push endpoint that the server stores with the session. */
  pushEndpoint: 'pushEndpoint',
  /** The time of the newest like that the member has seen. */
  likesSeen: 'likesSeen',
} as const;

/** The vault takes these over. Until it opens, they are readable, as the next page needs them even if no vault ever opens. */
const earlyKeys = {
  sessionRecord: 'session',
  /** The profile whose outbox and drafts are on the device. It stays when a session expires. */
  lastProfileId: 'lastProfileId',
  /** Set after a change of account, until the member agrees to location reports. */
  reportingPaused: 'reportingPaused',
  /** The choice to hide on the map, and whether the outbox does not have this choice yet. */
  locationHidden: 'locationHidden',
  hidingUnstored: 'hidingUnsent',
} as const;

/** These stay readable in local storage. */
export const plainKeys = {
  /** The language that the member chose for their account. The lock screen is shown in it. */
  accountLanguage: 'accountLanguage',
  /** The time when the server last answered, which says nothing about the member. */
  lastContact: 'lastContact',
  /** Present while the vault contains a member's entries. Like the lock, this must be known before the vault opens. */
  vault: 'vault',
  /** 'open' or 'locked' if there is an app lock. The lock itself is in the device database. */
  lock: 'lock',
  /** The hash of the lock's proof, until the server has it. Stored here, so that a locked page can send it. */
  unregisteredLock: 'unregisteredLock',
} as const;

/** Removed at logout. */
export const localKeys = { ...vaultKeys, ...earlyKeys, ...plainKeys };

/** Stored for each tab. A new tab copies them from an open one. */
export const tabKeys = {
  showNsfw: 'show_nsfw',
  testMode: 'TEST_MODE',
  sessionId: 'session_id',
  debugMode: 'debug_mode',
  /** Set when the member closed the notice that reports are paused. */
  pauseNoticeClosed: 'pause_notice_closed',
} as const;

/** The path from which a visitor was redirected to /login. */
export const returnPathKey = 'way_back';

/** Stores a member's entries encrypted, instead of local storage. It exists wherever browsers can encrypt. */
export interface Vault {
  holds(key: string): boolean;
  read(key: string): unknown;
  write(key: string, value: unknown): void;
  /** Resolves when all writes are stored. Rejects if that takes too long. */
  flush(): Promise<unknown>;
}

let vault: Vault | null = null;

/** The values of `vaultKeys` that were written before the vault opened. */
const unstored = new Map<string, unknown>();

const openListeners: (() => void)[] = [];

/** Entries that no vault has stored yet go into the new vault. With null they are forgotten. */
export function setVault(next: Vault | null): void {
  vault = next;
  if (next !== null) for (const [key, value] of unstored) next.write(key, value);
  unstored.clear();
  if (next !== null) for (const listener of openListeners) listener();
}

/** Calls the listener whenever the vault opens, because a module may have read entries before that. */
export const onVaultOpen = (listener: () => void): unknown => openListeners.push(listener);

export const hasVault = (): boolean => vault !== null;

/** True if this device has a member's data. It can be read before the data is opened. */
export const hasMemberData = (): boolean =>
  [localKeys.vault, localKeys.lock, localKeys.sessionRecord, localKeys.lastProfileId].some(
    (key) => localStorage.getItem(key) !== null,
  );

/** Await this before leaving the page, because encryption is asynchronous. */
export const flushLocal = async (): Promise<unknown> => vault?.flush();

/** The parsed value, or null if missing or damaged. */
export function readLocal(key: string): unknown {
  if (vault?.holds(key)) return vault.read(key);
  if (unstored.has(key)) return unstored.get(key);
  return isBrowser ? parsed(localStorage.getItem(key)) : null;
}

export function writeLocal(key: string, value: unknown): void {
  if (vault?.holds(key)) vault.write(key, value);
  else if (key in vaultKeys && globalThis.isSecureContext) unstored.set(key, value);
  else if (value === null || value === undefined) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(value));
}

/** A boolean in this tab's session storage. */
function tabSwitch(key: string): Store<boolean> {
  const store = createStore(isBrowser && sessionStorage.getItem(key) === 'true', false);
  store.subscribe(() => sessionStorage.setItem(key, String(store.get())));
  return store;
}

export const showNsfw = tabSwitch(tabKeys.showNsfw);
export const testMode = tabSwitch(tabKeys.testMode);
export const debugMode = tabSwitch(tabKeys.debugMode);
export const pauseNoticeClosed = tabSwitch(tabKeys.pauseNoticeClosed);

/** A random number, the same in all open tabs of a member (tab-state.ts). */
export function sessionId(): number {
  const stored = Number(sessionStorage.getItem(tabKeys.sessionId));
  if (stored > 0) return stored;
  const [random = 1] = crypto.getRandomValues(new Uint32Array(1));
  sessionStorage.setItem(tabKeys.sessionId, String(Math.max(1, random)));
  return Math.max(1, random);
}

/** The names of the notices that the member closed for good. */
export const dismissals = createStore<ReadonlySet<string>>(new Set(isBrowser ? dismissedNames() : []), new Set());

export function dismiss(name: string): void {
  localStorage.setItem(deviceKeys.dismissedPrefix + name, '1');
  dismissals.set(new Set([...dismissals.get(), name]));
}

/** Stores the path to open after the login. */
export const storeReturnPath = (href: string): void => sessionStorage.setItem(returnPathKey, href);

/** The same for a login in another tab, as with an emailed link. */
export const storeReturnPathForOtherTabs = (href: string): void => localStorage.setItem(returnPathKey, href);

/** Returns and removes the path to open after the login. Without one it is `/`. */
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
