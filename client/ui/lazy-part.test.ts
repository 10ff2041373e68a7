// Loading a part of a screen whose file is missing for a while.
import { expect, test, vi } from 'vitest';
import { loadPart } from './lazy-part.ts';

test('a missing file is requested again until it is there, and other errors are passed on', async () => {
  vi.useFakeTimers();
  const answers: unknown[] = [undefined, undefined, { Menu: 'menu' }];
  const load = vi.fn(async () => answers.shift() as { Menu: string });
  const loading = loadPart(load);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await loading).toEqual({ Menu: 'menu' });
  expect(load).toHaveBeenCalledTimes(3);
  await expect(loadPart(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  vi.useRealTimers();
});
