// Configures the test runner: fast tests (on SQLite) of server and client, tests on PostgreSQL, slow tests, and browsers on the built app.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './longest-first.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** This many files run concurrently. Most of them wait for a database or a process, so three of them use two cores. */
const maxWorkers = 3;
const setupFiles = ['scripts/test-timeouts.ts'];

const fast = {
  setupFiles,
  maxWorkers,
  // The groups run one after the other.
  sequence: { groupOrder: 0 },
  environment: 'node',
  // The timeouts only end tests that hang, since tests must not fail on a busy machine.
  expect: { poll: { timeout: 20_000 } },
  testTimeout: 120_000,
  hookTimeout: 120_000,
} as const;

const slow = {
  setupFiles,
  maxWorkers,
  sequence: { groupOrder: 1 },
  environment: 'node',
  expect: fast.expect,
  testTimeout: 300_000,
  hookTimeout: 120_000,
} as const;

/**
 * Each of these needs its own process: it replaces the database of all tests of the process, or imports the tests of other files, which
 * a process imports only once.
 */
const alone = [
  'server/features/features.postgres.test.ts',
  'server/features/features-of-processes.postgres.test.ts',
  'server/open-push-keys.postgres.test.ts',
];

export default defineConfig({
  root,
  test: {
    reporters: ['default'],
    globalSetup: 'scripts/test-folder.ts',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        root,
        test: {
          ...fast,
          name: 'fast',
          include: ['{shared,server,manifest,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/*.postgres.test.ts', '**/*.slow.test.ts'],
          // Files share the modules of their process, since importing them takes longer than most tests.
          isolate: false,
        },
      },
      {
        root,
        test: {
          ...fast,
          name: 'fast-client',
          setupFiles: [...setupFiles, 'scripts/thread-channels.ts'],
          // Starting a thread takes half as long as starting a process.
          pool: 'threads',
          include: ['client/**/*.test.{ts,tsx}'],
          // Modules of the client hold the state of one tab, so files do not share them.
          exclude: ['client/e2e/**', '**/node_modules/**'],
        },
      },
      {
        root,
        test: {
          ...slow,
          name: 'postgres',
          include: ['{server,scripts}/**/*.postgres.test.ts'],
          exclude: alone,
          // Files share the PostgreSQL of their process, since starting one takes longer than most of them.
          isolate: false,
        },
      },
      {
        root,
        test: { ...slow, name: 'slow', include: ['{server,scripts}/**/*.slow.test.ts', ...alone] },
      },
      {
        root,
        test: {
          name: 'e2e',
          setupFiles: [...setupFiles, 'client/e2e/support/after-file.ts'],
          // Files share the browser of their process, since starting one takes longer than many tests.
          isolate: false,
          sequence: { groupOrder: 1 },
          include: ['client/e2e/**/*.test.ts'],
          environment: 'node',
          // The timeout is long, so that tests do not fail on a slow machine.
          expect: { poll: { timeout: 60_000 } },
          maxWorkers,
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
