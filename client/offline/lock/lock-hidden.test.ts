// Locking as soon as no tab is visible, with several tabs.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';
import { minuteMs } from '#shared/rules/durations.ts';

async function openTab() {
  vi.resetModules();
  const [tabs, storage] = await Promise.all([import('./lock-tabs.ts'), import('#client/device/storage.ts')]);
  return { ...tabs, ...storage };
}

let page: FakePage;
let tab: Awaited<ReturnType<typeof openTab>>;
/** Another tab of the browser, with the messages that it receives. */
let otherTab: BroadcastChannel;
let received: string[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] });
  page = openFakePage();
  received = [];
  otherTab = new BroadcastChannel('lock');
  otherTab.onmessage = (event) => void received.push((event as MessageEvent<{ is: string }>).data.is);
  tab = await openTab();
  tab.writeLocal(tab.localKeys.lock, 'open');
  tab.watchUse(0);
});
afterEach(() => {
  tab.stopWatchingUse();
  page.close();
  vi.useRealTimers();
});

async function hears(message: object): Promise<void> {
  otherTab.postMessage(message);
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}
const lockState = () => tab.readLocal(tab.localKeys.lock);

test('a hidden tab locks the app when the last visible one is closed', async () => {
  page.setVisibility('hidden');
  await hears({ is: 'seen' });
  vi.advanceTimersByTime(minuteMs);
  expect(lockState()).toBe('open');
  await hears({ is: 'isAnybodySeen', waitMs: 300 });
  vi.advanceTimersByTime(299);
  expect(lockState()).toBe('open');
  vi.advanceTimersByTime(1);
  expect(lockState()).toBe('locked');
});

test('a hidden tab does not lock the app while the member chooses a file in another tab that is then shown again', async () => {
  page.setVisibility('hidden');
  await hears({ is: 'seen' });
  await hears({ is: 'isAnybodySeen', waitMs: 2 * minuteMs });
  vi.advanceTimersByTime(minuteMs);
  await hears({ is: 'seen' });
  vi.advanceTimersByTime(2 * minuteMs);
  expect(lockState()).toBe('open');
});

test('a tab reports that it is visible again after a file was chosen in it', async () => {
  page.document.dispatchEvent(Object.defineProperty(new Event('click'), 'target', { value: { type: 'file' } }));
  page.setVisibility('hidden');
  page.setVisibility('visible');
  await hears({ is: 'used' });
  expect([received, lockState()]).toEqual([['isAnybodySeen', 'seen'], 'open']);
});

test('a visible tab is not locked by one that is hidden', async () => {
  await hears({ is: 'isAnybodySeen', waitMs: 300 });
  vi.advanceTimersByTime(minuteMs);
  expect([received, lockState()]).toEqual([['seen'], 'open']);
});
