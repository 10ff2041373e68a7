// Sets the data keys before each test of a file, and removes them afterwards.
import { afterEach, beforeEach, vi } from 'vitest';
import { setDataKeys } from '#client/device/data-keys.ts';
import { keysOf } from '#client/offline/root-keys.ts';

/** Different numbers give different keys. */
export const keysFor = (first: number) => keysOf(Uint8Array.from({ length: 32 }, (_, n) => n + first));

export function giveDataKeys(): void {
  beforeEach(async () => {
    vi.stubGlobal('isSecureContext', true);
    setDataKeys(await keysFor(0));
  });
  afterEach(() => {
    setDataKeys(null);
    vi.unstubAllGlobals();
  });
}
