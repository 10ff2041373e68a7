// Sets a long default timeout of vi.waitFor, so that tests do not fail on a slow machine.
import { vi } from 'vitest';

/** The runner's polls in a browser have the same timeout. A test may set its own. */
const longestWaitMs = 20_000;
const { waitFor } = vi;

vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: longestWaitMs, ...(typeof options === 'number' ? { timeout: options } : options) });
