// Locks and unlocks all tabs of a browser together. An unlocked tab shares its keys, and locking one tab locks all.
import { currentDataKeys, setDataKeys, type DataKeys } from '#client/device/data-keys.ts';
import { localKeys, readLocal, writeLocal } from '#client/device/storage.ts';
import { msSince, readClocks } from './clocks.ts';
import { watchFileChoice } from './file-choice.ts';

type TabMessage =
  /** A new tab asks for the keys. */
  | { readonly is: 'ask' }
  | { readonly is: 'keys'; readonly keys: DataKeys }
  /** The member has used the tab that sends this. */
  | { readonly is: 'used' }
  /** The member has chosen another idle time in the tab that sends this. */
  | { readonly is: 'lockAfter'; readonly lockAfterMs: number }
  /** A hidden tab asks this. It locks the app after `waitMs` if no tab answers. */
  | { readonly is: 'isAnybodySeen'; readonly waitMs: number }
  | { readonly is: 'seen' };

/** The interval at which a tab reports to the others that it is used. */
const reportUseEveryMs = 2_000;
/** A sixth of the shortest idle time. */
const checkEveryMs = 10_000;
/** When the app is hidden, another tab has this time to report that it is visible. */
const otherTabMs = 300;
/** Enough time to store what the screens have not stored yet. */
const settleMs = 400;

let channel: BroadcastChannel | null = null;
const listeners = new Set<(message: TabMessage) => void>();

const send = (message: TabMessage): void => openChannel().postMessage(message);

function openChannel(): BroadcastChannel {
  if (channel !== null) return channel;
  channel = new BroadcastChannel('lock');
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    for (const listener of listeners) listener(data);
  });
  return channel;
}

function onMessage(listener: (message: TabMessage) => void): () => void {
  openChannel();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isLockSet = (): boolean => readLocal(localKeys.lock) !== null;

/** False while the app only restarts. */
const isLocked = (): boolean => readLocal(localKeys.lock) !== 'open';

/** Calls back when another tab sends the keys. Returns a function that stops. */
export function awaitKeys(onKeys: (keys: DataKeys) => void): () => void {
  const stop = onMessage((message) => {
    // Tabs of older builds send no proof.
    if (message.is === 'keys' && 'proof' in message.keys) onKeys(message.keys);
  });
  if (!isLocked()) send({ is: 'ask' });
  return stop;
}

/** Unlocks this tab with the keys, and sends them to the others. */
export function unlockTabs(keys: DataKeys): void {
  setDataKeys(keys);
  writeLocal(localKeys.lock, 'open');
  sendKeys(keys);
}

/** Some browsers cannot clone keys. Their tabs are unlocked one by one. */
function sendKeys(keys: DataKeys): void {
  try {
    send({ is: 'keys', keys });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'DataCloneError')) throw error;
  }
}

/** Locks all tabs. Hides the app at once, and reloads it to clear the memory. Does nothing without a lock. */
export function lockNow(): void {
  if (!isLockSet()) return;
  writeLocal(localKeys.lock, 'locked');
  reloadPage();
}

let isReloading = false;

function reloadPage(): void {
  setAppHidden(true);
  if (isReloading) return;
  isReloading = true;
  // Screens store what they have held back, because it is too late for that once the browser reloads the page.
  dispatchEvent(new Event('pagehide'));
  setTimeout(() => location.reload(), settleMs);
}

/** Hides the app, which keeps its scroll positions. */
function setAppHidden(isOn: boolean): void {
  const app = document.getElementById('app');
  if (app !== null && !isReloading) app.style.visibility = isOn ? 'hidden' : '';
}

let isFollowing = false;

/** Call it after unlocking. Reloads this page when another tab sets or removes the lock, or locks the app. */
export function followLock(): void {
  if (isFollowing) return;
  isFollowing = true;
  answerWorker();
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    // Another tab has set or removed the lock, or locked the app. A tab that unlocks it sends the keys.
    if (key === localKeys.lock && (oldValue === null || newValue !== '"open"')) reloadPage();
  });
  onMessage((message) => {
    const keys = currentDataKeys();
    if (message.is === 'ask' && keys !== null && !isLocked()) sendKeys(keys);
    if (message.is === 'lockAfter' && keys !== null) watchUse(message.lockAfterMs);
    if (message.is === 'isAnybodySeen' && !document.hidden) send({ is: 'seen' });
  });
}

/** For each picture, the worker asks for the proof that the lock is open. It does not store it. */
function answerWorker(): void {
  navigator.serviceWorker?.addEventListener('message', ({ data, ports: [port] }) => {
    if (data?.type === 'PROOF') port?.postMessage(isLocked() ? null : (currentDataKeys()?.proof ?? null));
  });
}

let stopWatching: () => void = () => undefined;

/** Call it when the lock was removed. */
export const stopWatchingUse = (): void => stopWatching();

/**
 * Locks when no tab was used for `lockAfterMs`. With 0 it locks as soon as no tab is visible. While the member chooses a file, it waits,
 * because the page that locks would lose the file.
 */
export function watchUse(lockAfterMs: number): void {
  stopWatching();
  followLock();
  stopWatching = lockAfterMs === 0 ? lockWhenHidden() : lockWhenUnused(lockAfterMs);
}

/** Call it when the member has chosen another idle time, which then applies in all tabs. */
export function watchUseInAllTabs(lockAfterMs: number): void {
  send({ is: 'lockAfter', lockAfterMs });
  watchUse(lockAfterMs);
}

function lockWhenUnused(lockAfterMs: number): () => void {
  const choice = watchFileChoice();
  let lastUse = readClocks();
  let reportedMs = 0;
  const onUse = (): void => {
    check();
    lastUse = readClocks();
    if (lastUse.monotonicMs - reportedMs < reportUseEveryMs) return;
    reportedMs = lastUse.monotonicMs;
    send({ is: 'used' });
  };
  const check = (): void => {
    if (msSince(lastUse) >= lockAfterMs && !choice.isOpen()) lockNow();
  };
  const stopListening = onMessage((message) => {
    if (message.is === 'used') lastUse = readClocks();
  });
  const timer = setInterval(check, checkEveryMs);
  const useEvents = ['pointerdown', 'keydown', 'wheel', 'touchmove'];
  for (const name of useEvents) addEventListener(name, onUse, { capture: true, passive: true });
  const stops = [onHidden(hideIfLockSet), onShown(showAfter(check)), stopListening, choice.stop, () => clearInterval(timer)];
  return () => {
    for (const name of useEvents) removeEventListener(name, onUse, { capture: true });
    for (const stop of stops) stop();
  };
}

function lockWhenHidden(): () => void {
  const choice = watchFileChoice();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancelLock = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const lockUnlessSeen = (waitMs: number): void => {
    cancelLock();
    timer = setTimeout(lockNow, Math.max(waitMs, choice.remainingMs()));
  };
  const stops = [
    onHidden(() => {
      hideIfLockSet();
      send({ is: 'isAnybodySeen', waitMs: Math.max(otherTabMs, choice.remainingMs()) });
      lockUnlessSeen(otherTabMs);
    }),
    onMessage((message) => {
      if (message.is === 'seen') cancelLock();
      // The tab that asks may be closing.
      if (message.is === 'isAnybodySeen' && document.hidden) lockUnlessSeen(message.waitMs);
    }),
    // The timer may have been stopped with the page.
    onShown(
      showAfter(() => {
        if (choice.isOpen()) {
          cancelLock();
          send({ is: 'seen' });
        } else if (timer !== undefined) lockNow();
      }),
    ),
    choice.stop,
    cancelLock,
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Hides the app, so that the system's list of open apps does not show it. */
const hideIfLockSet = (): void => setAppHidden(isLockSet());

const showAfter = (check: () => unknown) => (): void => {
  check();
  setAppHidden(false);
};

const onHidden = (callback: () => void): (() => void) => listen('visibilitychange', () => document.hidden && callback());
const onShown = (callback: () => void): (() => void) => listen('visibilitychange', () => !document.hidden && callback());

function listen(name: string, listener: () => unknown): () => void {
  document.addEventListener(name, listener);
  return () => document.removeEventListener(name, listener);
}
