// Copying a text, with and without a clipboard.
import { afterEach, expect, test, vi } from 'vitest';
import { copyText } from './copy-text.ts';

afterEach(() => vi.unstubAllGlobals());

test('returns whether the browser has copied the text', async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  expect([await copyText('one'), writeText.mock.calls]).toEqual([true, [['one']]]);
  writeText.mockRejectedValue(new DOMException('', 'NotAllowedError'));
  expect(await copyText('two')).toBe(false);
  vi.stubGlobal('navigator', {});
  expect(await copyText('three')).toBe(false);
});
