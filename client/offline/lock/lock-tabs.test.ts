// Automatic locking, and the tabs of a browser locking and unlocking together.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DataKeys } from '#client/device/data-keys.ts';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';
import { dayMs, hourMs, minuteMs } from '#shared/rules/durations.ts';

let page: FakePage;
let tab: Awaited<ReturnType<typeof openTab>>;
/** Another tab of the browser. */
let otherTab: BroadcastChannel;
/** The messages that the other tab has received. */
let sent: { is: string }[];

async function openTab() {
  vi.resetModules();
  const [tabs, held, storage] = await Promise.all([
    import('./lock-tabs.ts'),
    import('#client/device/data-keys.ts'),
    import('#client/device/storage.ts'),
  ]);
  return { ...tabs, ...held, ...storage };
}

/** Fake keys that a channel can copy. */
const keys = { values: 'values', names: 'names', nameIvs: 'nameIvs', proof: 'proof' } as unknown as DataKeys;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] });
  page = openFakePage();
  sent = [];
  otherTab = new BroadcastChannel('lock');
  otherTab.onmessage = (event) => void sent.push((event as MessageEvent<{ is: string }>).data);
  tab = await openTab();
});
afterEach(() => {
  tab.stopWatchingUse();
  page.close();
  vi.useRealTimers();
});

/** Waits until the messages between the tabs have arrived. */
async function arrival(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}
const openLock = () => tab.writeLocal(tab.localKeys.lock, 'open');
const lockState = () => tab.readLocal(tab.localKeys.lock);
const use = (name = 'keydown') => page.window.dispatchEvent(new Event(name));

test('the worker gets the proof only from an unlocked tab', async () => {
  const serviceWorker = new EventTarget();
  Object.assign(page.navigator, { serviceWorker });
  tab.followLock();
  const answerTo = (type: string) => {
    const answers: unknown[] = [];
    const port = { postMessage: (answer: unknown) => answers.push(answer) };
    serviceWorker.dispatchEvent(Object.assign(new Event('message'), { data: { type }, ports: [port] }));
    return answers;
  };
  openLock();
  expect(answerTo('PROOF')).toEqual([null]);
  tab.setDataKeys(keys);
  expect([answerTo('PROOF'), answerTo('OTHER')]).toEqual([['proof'], []]);
  tab.lockNow();
  expect(answerTo('PROOF')).toEqual([null]);
});

test('without a lock the app is never locked', () => {
  tab.lockNow();
  vi.advanceTimersByTime(minuteMs);
  expect([page.reloads(), page.app.style.visibility, lockState()]).toEqual([0, '', null]);
});

test('locking hides the app at once and reloads the page once, after a moment', () => {
  openLock();
  tab.lockNow();
  expect([page.app.style.visibility, lockState()]).toEqual(['hidden', 'locked']);
  tab.lockNow();
  vi.advanceTimersByTime(399);
  expect(page.reloads()).toBe(0);
  vi.advanceTimersByTime(minuteMs);
  expect(page.reloads()).toBe(1);
});

test.each([
  ['this tab', () => tab.lockNow()],
  [
    'another tab',
    () => page.window.dispatchEvent(Object.assign(new Event('storage'), { key: tab.localKeys.lock, oldValue: '"open"' })),
  ],
])('when %s locks, the screens get one pagehide event, with time to store something before the reload', (_which, lock) => {
  openLock();
  tab.followLock();
  const onLeft = vi.fn(() => page.reloads());
  page.window.addEventListener('pagehide', onLeft);
  lock();
  expect(onLeft).toHaveReturnedWith(0);
  vi.advanceTimersByTime(399);
  expect(page.reloads()).toBe(0);
  tab.lockNow();
  expect(onLeft).toHaveBeenCalledTimes(1);
});

test('a locked app is not shown again before it is reloaded', () => {
  openLock();
  tab.watchUse(minuteMs);
  tab.lockNow();
  page.setVisibility('visible');
  expect(page.app.style.visibility).toBe('hidden');
});

test('an app that nobody uses locks after the chosen time, and not before', () => {
  openLock();
  tab.watchUse(minuteMs);
  vi.advanceTimersByTime(50_000);
  expect(lockState()).toBe('open');
  vi.advanceTimersByTime(25_000);
  expect(lockState()).toBe('locked');
});

test.each(['pointerdown', 'keydown', 'wheel', 'touchmove'])('%s counts as use', (name) => {
  openLock();
  tab.watchUse(minuteMs);
  for (let round = 0; round < 4; round++) {
    vi.advanceTimersByTime(40_000);
    use(name);
  }
  expect(lockState()).toBe('open');
});

test('use in another tab counts, and other messages do not', async () => {
  openLock();
  tab.watchUse(minuteMs);
  vi.advanceTimersByTime(50_000);
  otherTab.postMessage({ is: 'used' });
  await arrival();
  vi.advanceTimersByTime(50_000);
  expect(lockState()).toBe('open');
  otherTab.postMessage({ is: 'seen' });
  await arrival();
  vi.advanceTimersByTime(25_000);
  expect(lockState()).toBe('locked');
});

test('a tab tells the others at most every two seconds that it is used', async () => {
  openLock();
  tab.watchUse(minuteMs);
  vi.advanceTimersByTime(10_000);
  for (let round = 0; round < 10; round++) use();
  await arrival();
  expect(sent).toEqual([{ is: 'used' }]);
  vi.advanceTimersByTime(2_000);
  use();
  await arrival();
  expect(sent).toEqual([{ is: 'used' }, { is: 'used' }]);
});

test('a device that slept locks when it is first used, and a clock that is set back does not delay the lock', () => {
  openLock();
  tab.watchUse(minuteMs);
  vi.setSystemTime(Date.now() + minuteMs);
  use();
  expect(lockState()).toBe('locked');

  openLock();
  tab.watchUse(minuteMs);
  vi.setSystemTime(Date.now() - dayMs);
  vi.advanceTimersByTime(75_000);
  expect(lockState()).toBe('locked');
});

test('with a lock, a hidden app shows nothing; it is shown again if it becomes visible in time, and locks otherwise', () => {
  openLock();
  tab.watchUse(minuteMs);
  page.setVisibility('hidden');
  expect(page.app.style.visibility).toBe('hidden');
  page.setVisibility('visible');
  expect(page.app.style.visibility).toBe('');
  vi.setSystemTime(Date.now() + minuteMs);
  page.setVisibility('hidden');
  page.setVisibility('visible');
  expect([page.app.style.visibility, lockState()]).toEqual(['hidden', 'locked']);
});

test('an app that locks as soon as it is hidden asks the other tabs first', async () => {
  openLock();
  tab.watchUse(0);
  page.setVisibility('hidden');
  expect(page.app.style.visibility).toBe('hidden');
  await arrival();
  expect(sent).toEqual([{ is: 'isAnybodySeen', waitMs: 300 }]);
  vi.advanceTimersByTime(299);
  expect(lockState()).toBe('open');
  vi.advanceTimersByTime(1);
  expect(lockState()).toBe('locked');
});

test('a visible tab keeps the app unlocked when another one is hidden', async () => {
  openLock();
  tab.watchUse(0);
  page.setVisibility('hidden');
  otherTab.postMessage({ is: 'seen' });
  await arrival();
  vi.advanceTimersByTime(minuteMs);
  expect(lockState()).toBe('open');
  page.setVisibility('visible');
  expect([page.app.style.visibility, lockState()]).toEqual(['', 'open']);
});

test('an idle time that is chosen in one tab applies in the others once they are unlocked', async () => {
  openLock();
  tab.watchUse(hourMs);
  const choose = async (lockAfterMs: number) => {
    otherTab.postMessage({ is: 'lockAfter', lockAfterMs });
    await arrival();
    vi.advanceTimersByTime(minuteMs);
  };
  await choose(minuteMs);
  expect(lockState()).toBe('open');
  tab.setDataKeys(keys);
  tab.watchUseInAllTabs(hourMs);
  await arrival();
  expect(sent).toEqual([{ is: 'lockAfter', lockAfterMs: hourMs }]);
  await choose(minuteMs);
  expect(lockState()).toBe('locked');
});

test('an app that slept while it was hidden locks when it becomes visible', () => {
  openLock();
  tab.watchUse(0);
  page.setVisibility('hidden');
  page.setVisibility('visible');
  expect(lockState()).toBe('locked');
});

/** What the browser reports while the member chooses a file or takes a picture. */
const choose = (type: 'click' | 'change' | 'cancel') =>
  page.document.dispatchEvent(Object.defineProperty(new Event(type), 'target', { value: { type: 'file' } }));

test.each([0, minuteMs])(
  'while a picture is chosen, the app stays unlocked for up to two minutes (idle time: %d ms)',
  (lockAfterMs) => {
    openLock();
    tab.watchUse(lockAfterMs);
    choose('click');
    page.setVisibility('hidden');
    expect(page.app.style.visibility).toBe('hidden');
    vi.advanceTimersByTime(2 * minuteMs - 1);
    page.setVisibility('visible');
    expect([page.app.style.visibility, lockState()]).toEqual(['', 'open']);
    page.setVisibility('hidden');
    vi.advanceTimersByTime(10_001);
    expect(lockState()).toBe('locked');
  },
);

test.each<[string, () => unknown]>([
  ['the picture is chosen', () => choose('change')],
  ['the choice is cancelled', () => choose('cancel')],
  ['the member uses the page again', () => page.document.dispatchEvent(new Event('pointerdown'))],
  ['the device has slept', () => vi.setSystemTime(Date.now() + 2 * minuteMs)],
])('once %s, the app locks again as soon as it is hidden', (_, end) => {
  openLock();
  tab.watchUse(0);
  choose('click');
  end();
  page.setVisibility('hidden');
  vi.advanceTimersByTime(300);
  expect(lockState()).toBe('locked');
});

test('a removed lock no longer locks the app', () => {
  for (const lockAfterMs of [0, minuteMs]) {
    openLock();
    tab.watchUse(lockAfterMs);
    tab.stopWatchingUse();
    page.setVisibility('hidden');
    vi.advanceTimersByTime(5 * minuteMs);
    use();
    page.setVisibility('visible');
    expect(lockState()).toBe('open');
  }
});

test('a page reloads when another tab locks the app, and not when another tab unlocks it', () => {
  tab.followLock();
  const change = (key: string, oldValue: string | null, newValue: string | null) => {
    page.window.dispatchEvent(Object.assign(new Event('storage'), { key, oldValue, newValue }));
    vi.advanceTimersByTime(minuteMs);
  };
  change('theme', null, '"dark"');
  change('lock', '"locked"', '"open"');
  expect(page.reloads()).toBe(0);
  change('lock', '"open"', '"locked"');
  expect(page.reloads()).toBe(1);
});

test.each([
  ['set', null, '"open"'],
  ['removed', '"open"', null],
])('a page reloads when the lock is %s in another tab', (_, oldValue, newValue) => {
  tab.followLock();
  page.window.dispatchEvent(Object.assign(new Event('storage'), { key: 'lock', oldValue, newValue }));
  vi.advanceTimersByTime(minuteMs);
  expect(page.reloads()).toBe(1);
});

test('an unlocked tab sends its keys to the others', async () => {
  tab.unlockTabs(keys);
  await arrival();
  expect([tab.currentDataKeys(), lockState()]).toEqual([keys, 'open']);
  expect(sent).toEqual([{ is: 'keys', keys }]);
});

test('a browser that cannot send keys between tabs still unlocks this tab', async () => {
  const own = { ...keys, values: () => undefined } as unknown as DataKeys;
  tab.unlockTabs(own);
  await arrival();
  expect([tab.currentDataKeys(), sent]).toEqual([own, []]);
});

test('a new tab asks for the keys and receives them, until it stops', async () => {
  openLock();
  const received: DataKeys[] = [];
  const stop = tab.awaitKeys((given) => received.push(given));
  await arrival();
  expect(sent).toEqual([{ is: 'ask' }]);
  otherTab.postMessage({ is: 'used' });
  otherTab.postMessage({ is: 'keys', keys });
  await arrival();
  expect(received).toEqual([keys]);
  stop();
  otherTab.postMessage({ is: 'keys', keys });
  await arrival();
  expect(received).toHaveLength(1);
});

test('a tab does not ask for keys if the app is locked', async () => {
  tab.writeLocal(tab.localKeys.lock, 'locked');
  tab.awaitKeys(() => undefined);
  await arrival();
  expect(sent).toEqual([]);
});

test('a tab with keys sends them to a tab that asks, unless the app is locked', async () => {
  tab.followLock();
  const ask = async () => {
    sent = [];
    otherTab.postMessage({ is: 'ask' });
    await arrival();
    return sent;
  };
  openLock();
  expect(await ask()).toEqual([]);
  tab.setDataKeys(keys);
  expect(await ask()).toEqual([{ is: 'keys', keys }]);
  tab.writeLocal(tab.localKeys.lock, 'locked');
  expect(await ask()).toEqual([]);
});

test('only a visible tab answers that it is visible', async () => {
  tab.followLock();
  page.document.hidden = true;
  otherTab.postMessage({ is: 'isAnybodySeen' });
  await arrival();
  expect(sent).toEqual([]);
  page.document.hidden = false;
  otherTab.postMessage({ is: 'isAnybodySeen' });
  await arrival();
  expect(sent).toEqual([{ is: 'seen' }]);
});

test('a tab sends its keys only when it is asked for them, and only once', async () => {
  openLock();
  tab.followLock();
  tab.watchUse(minuteMs);
  tab.setDataKeys(keys);
  for (const is of ['used', 'seen']) otherTab.postMessage({ is });
  await arrival();
  expect(sent).toEqual([]);
  otherTab.postMessage({ is: 'ask' });
  await arrival();
  expect(sent).toEqual([{ is: 'keys', keys }]);
});

test('with a longer idle time the app locks at most ten seconds too late', () => {
  openLock();
  tab.watchUse(hourMs);
  vi.advanceTimersByTime(hourMs - 1);
  expect(lockState()).toBe('open');
  vi.advanceTimersByTime(10_000);
  expect(lockState()).toBe('locked');
});

test('an error while sending the keys is reported unless the browser cannot send keys', () => {
  const posting = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => {
    throw new DOMException('The channel is closed.', 'InvalidStateError');
  });
  expect(() => tab.unlockTabs(keys)).toThrow('The channel is closed.');
  posting.mockRestore();
});
