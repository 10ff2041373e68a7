// Locks and unlocks all tabs of a browser together: an open tab hands its keys on, a tab that locks notifies the others.
import { heldKeys, holdKeys, type DataKeys } from '#client/device/data-keys.ts';
import { localKeys, readLocal, writeLocal } from '#client/device/storage.ts';

type Word =
  /** A new tab asks for the keys. */
  | { readonly is: 'ask' }
  | { readonly is: 'keys'; readonly keys: DataKeys }
  /** Somebody used the app in another tab. */
  | { readonly is: 'used' }
  | { readonly is: 'isAnybodySeen' }
  | { readonly is: 'seen' };

/** The interval at which use is reported to the other tabs. */
const tellUseEveryMs = 2_000;
/** A sixth of the shortest choice. */
const checkEveryMs = 10_000;
/** When the app leaves the screen, this long another tab may say that it is the one looked at now. */
const otherTabMs = 300;
/** Leaves time to store a draft that was just typed. */
const settleMs = 400;

let channel: BroadcastChannel | null = null;
const hearers = new Set<(word: Word) => void>();

const say = (word: Word): void => opened().postMessage(word);

function opened(): BroadcastChannel {
  if (channel !== null) return channel;
  channel = new BroadcastChannel('lock');
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    for (const hear of hearers) hear(data);
  });
  return channel;
}

function onWord(hear: (word: Word) => void): () => void {
  opened();
  hearers.add(hear);
  return () => hearers.delete(hear);
}

export const isLockSet = (): boolean => readLocal(localKeys.lock) !== null;

/** Whether the device was locked by hand or by time, and not merely restarted. */
const isLocked = (): boolean => readLocal(localKeys.lock) !== 'open';

/** Calls back with the keys when another tab has them, now or later. Returns the way to stop. */
export function awaitKeys(onKeys: (keys: DataKeys) => void): () => void {
  const stop = onWord((word) => {
    if (word.is === 'keys') onKeys(word.keys);
  });
  if (!isLocked()) say({ is: 'ask' });
  return stop;
}

/** This tab has unlocked: the others may go on too. */
export function handOn(keys: DataKeys): void {
  holdKeys(keys);
  writeLocal(localKeys.lock, 'open');
  sayKeys(keys);
}

/** Where a browser hands no keys from tab to tab, each tab asks for itself. */
function sayKeys(keys: DataKeys): void {
  try {
    say({ is: 'keys', keys });
  } catch (trouble) {
    if (!(trouble instanceof DOMException && trouble.name === 'DataCloneError')) throw trouble;
  }
}

/** Locks all tabs: the screen is emptied at once, the memory by a reload. Nothing without a lock. */
export function lockNow(): void {
  if (!isLockSet()) return;
  writeLocal(localKeys.lock, 'locked');
  leavePage();
}

let isLeaving = false;

function leavePage(): void {
  veil(true);
  if (isLeaving) return;
  isLeaving = true;
  setTimeout(() => location.reload(), settleMs);
}

/** Nothing is seen of the app and it keeps its place, down to where lists were scrolled to. */
function veil(isOn: boolean): void {
  const app = document.getElementById('app');
  if (app !== null && !isLeaving) app.style.visibility = isOn ? 'hidden' : '';
}

let isFollowing = false;

/** Call once a member's data is opened: this page follows what other tabs do with the lock. */
export function followLock(): void {
  if (isFollowing) return;
  isFollowing = true;
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    // Set, removed or locked elsewhere; opening it arrives with the keys.
    if (key === localKeys.lock && (oldValue === null || newValue !== '"open"')) leavePage();
  });
  onWord((word) => {
    const keys = heldKeys();
    if (word.is === 'ask' && keys !== null && !isLocked()) sayKeys(keys);
    if (word.is === 'isAnybodySeen' && document.visibilityState === 'visible') say({ is: 'seen' });
  });
}

let stopWatching: () => void = () => undefined;

/** The lock was removed. */
export const stopWatchingUse = (): void => stopWatching();

/** Locks when nobody has used any tab for `lockAfterMs`; 0 is as soon as none is seen any more. */
export function watchUse(lockAfterMs: number): void {
  stopWatching();
  followLock();
  stopWatching = lockAfterMs === 0 ? whileHidden() : whileUnused(lockAfterMs);
}

function whileUnused(lockAfterMs: number): () => void {
  let used = now();
  let toldMs = 0;
  const use = (): void => {
    check();
    used = now();
    if (used.stepMs - toldMs < tellUseEveryMs) return;
    toldMs = used.stepMs;
    say({ is: 'used' });
  };
  /** A device that slept, or whose clock was set back, is seen through by the other of the two clocks. */
  const check = (): void => {
    const { clockMs, stepMs } = now();
    if (Math.max(clockMs - used.clockMs, stepMs - used.stepMs) >= lockAfterMs) lockNow();
  };
  const stopHearing = onWord((word) => {
    if (word.is === 'used') used = now();
  });
  const timer = setInterval(check, checkEveryMs);
  const uses = ['pointerdown', 'keydown', 'wheel', 'touchmove'];
  for (const name of uses) addEventListener(name, use, { capture: true, passive: true });
  const stops = [onHidden(veilIfSet), onShown(unveilAfter(check)), stopHearing, () => clearInterval(timer)];
  return () => {
    for (const name of uses) removeEventListener(name, use, { capture: true });
    for (const stop of stops) stop();
  };
}

function whileHidden(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const stops = [
    onHidden(() => {
      veilIfSet();
      say({ is: 'isAnybodySeen' });
      timer = setTimeout(lockNow, otherTabMs);
    }),
    onWord((word) => {
      if (word.is === 'seen') settle();
    }),
    // Put to sleep before the time was over.
    onShown(unveilAfter(() => timer !== undefined && lockNow())),
    settle,
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The picture that the system keeps of a hidden app for its switcher shows nothing. */
const veilIfSet = (): void => veil(isLockSet());

const unveilAfter = (check: () => unknown) => (): void => {
  check();
  veil(false);
};

const onHidden = (callback: () => void): (() => void) =>
  listen('visibilitychange', () => document.visibilityState === 'hidden' && callback());
const onShown = (callback: () => void): (() => void) =>
  listen('visibilitychange', () => document.visibilityState === 'visible' && callback());

function listen(name: string, listener: () => unknown): () => void {
  document.addEventListener(name, listener);
  return () => document.removeEventListener(name, listener);
}

const now = () => ({ clockMs: Date.now(), stepMs: performance.now() });
