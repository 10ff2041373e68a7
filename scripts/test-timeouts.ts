// The default timeout of vi.waitFor, generous so that a slow machine is no failure.
import { vi } from 'vitest';

/** The same as for the runner's polls in a browser. A test may set its own. */
const patienceMs = 20_000;
const { waitFor } = vi;

vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: patienceMs, ...(typeof options === 'number' ? { timeout: options } : options) });
