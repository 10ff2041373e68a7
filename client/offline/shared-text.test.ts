// Tests a text from the phone's share sheet, from the sharing to the member's decision.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryCaches } from '#client/testing/memory-caches.ts';
import { forgetSharedText, joinedText, sharedText, storeSharedText } from './shared-text.ts';

beforeEach(() => void vi.stubGlobal('caches', memoryCaches()));
afterEach(() => void vi.unstubAllGlobals());

test.each([
  [{ title: '', text: '', url: '' }, ''],
  [{ title: ' ', text: '\u0007\n', url: '' }, ''],
  [{ title: 'Tea house', text: 'Shall we?', url: 'https://tea.example/' }, 'Tea house\nShall we?\nhttps://tea.example/'],
  [{ title: 'Tea', text: 'Tea: https://tea.example/', url: 'https://tea.example/' }, 'Tea: https://tea.example/'],
  [{ title: 'same', text: 'same', url: '' }, 'same'],
  [{ title: '', text: ' two\r\nlines ', url: '' }, 'two\nlines'],
])('%j becomes %j', (parts, text) => {
  expect(joinedText(parts)).toBe(text);
});

test('a text waits until the member has decided, and a later one replaces it', async () => {
  expect(await sharedText()).toBe('');
  await storeSharedText('first');
  await storeSharedText('Grüße 🌈');
  expect(await sharedText()).toBe('Grüße 🌈');
  await forgetSharedText();
  expect([await sharedText(), await caches.keys()]).toEqual(['', []]);
});

test('a text is in a cache that is deleted with the member’s data', async () => {
  await storeSharedText('secret');
  const [name = ''] = await caches.keys();
  expect(name).toMatch(/^member-/);
  expect(await (await caches.open(name)).match('/__shared-text')).toBeDefined();
});

test('a text that is too long is cut, so that it does not fill the device', async () => {
  await storeSharedText('a'.repeat(200_000));
  expect(await sharedText()).toHaveLength(100_000);
});

test('if the device has no room for a text, the earlier text is removed nevertheless', async () => {
  await storeSharedText('earlier');
  const { open } = caches;
  vi.spyOn(caches, 'open').mockImplementation(async (name) =>
    Object.assign(await open.call(caches, name), { put: () => Promise.reject(new DOMException('', 'QuotaExceededError')) }),
  );
  await expect(storeSharedText('later')).rejects.toThrow();
  expect(await sharedText()).toBe('');
});
