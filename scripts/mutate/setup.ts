// Prepares each test file for mutation: it shortens timeouts and reports the executed branches.
import { afterAll, vi } from 'vitest';

const defaultWaitMs = 5_000;
const { waitFor } = vi;

vi.waitFor = (callback, options) => {
  const given = typeof options === 'number' ? { timeout: options } : options;
  return waitFor(callback, { timeout: defaultWaitMs, ...given });
};

// The runner passes the test file as the second argument, and requires that the first one is destructured.
// oxlint-disable-next-line no-empty-pattern
afterAll(({}, file) => {
  const { __reached: reached } = globalThis as { __reached?: Record<string, Uint8Array> };
  if (reached === undefined) return;
  const meta = file.meta as { reached?: Record<string, string> };
  meta.reached = Object.fromEntries(Object.entries(reached).map(([path, marks]) => [path, marks.join('')]));
});
