// Copies the switches and session id of an open tab to a new one.
import { sessionRecord } from './session-record.ts';
import { debugMode, pauseNoticeClosed, sessionId, showNsfw, tabKeys, testMode } from './storage.ts';

type TabState = Readonly<Record<string, string>>;

/** If no tab answers within this time, this is the only tab. */
const answerWaitMs = 300;

/** Answers new tabs, and asks the open ones if this tab is new. */
export function shareTabState(): void {
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel('tab-state');
  let isNew = sessionStorage.getItem(tabKeys.sessionId) === null;
  const settle = (): void => {
    isNew = false;
    // A member who has just logged out has no session id, and no new one is made.
    if (sessionRecord.get() !== null) sessionId();
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
  const switches = {
    [tabKeys.showNsfw]: showNsfw,
    [tabKeys.testMode]: testMode,
    [tabKeys.debugMode]: debugMode,
    [tabKeys.pauseNoticeClosed]: pauseNoticeClosed,
  };
  // The state is empty if the session of the other tab has just ended.
  for (const [key, own] of Object.entries(switches)) if (key in state) own.set(state[key] === 'true');
}
