// Generous timeouts of tests, so that a slow machine is no failure.
import { vi } from 'vitest';

/** As long as the runner's own polls in a browser; unless a test says otherwise. */
const patienceMs = 20_000;
const { waitFor } = vi;

vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: patienceMs, ...(typeof options === 'number' ? { timeout: options } : options) });
