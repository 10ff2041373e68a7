// Gives a new tab the switches and the session id of the tabs that are open already.
import { debugMode, sessionId, showNsfw, tabKeys, testMode } from './storage.ts';

type TabState = Readonly<Record<string, string>>;

/** A tab that got no answer by then is the first one. */
const answerWaitMs = 300;

/** Answers other tabs that ask, and asks them once if this tab is new. Without BroadcastChannel each tab stays on its own. */
export function shareTabState(): void {
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel('tab-state');
  let isNew = sessionStorage.getItem(tabKeys.sessionId) === null;
  const settle = (): void => {
    isNew = false;
    sessionId();
  };
  channel.addEventListener('message', ({ data }: MessageEvent<{ ask?: true; state?: TabState }>) => {
    if (data.ask && !isNew) channel.postMessage({ state: ownState() });
    if (data.state && isNew) {
      adopt(data.state);
      settle();
    }
  });
  if (!isNew) return;
  channel.postMessage({ ask: true });
  setTimeout(settle, answerWaitMs);
}

function ownState(): TabState {
  return Object.fromEntries(Object.values(tabKeys).flatMap((key) => entryOf(key)));
}

function entryOf(key: string): [string, string][] {
  const value = sessionStorage.getItem(key);
  return value === null ? [] : [[key, value]];
}

function adopt(state: TabState): void {
  const id = state[tabKeys.sessionId];
  if (id !== undefined) sessionStorage.setItem(tabKeys.sessionId, id);
  const switches = { [tabKeys.showNsfw]: showNsfw, [tabKeys.testMode]: testMode, [tabKeys.debugMode]: debugMode };
  // A tab whose session has just ended has nothing to give.
  for (const [key, own] of Object.entries(switches)) if (key in state) own.set(state[key] === 'true');
}
