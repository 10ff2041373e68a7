// Tests the outcomes of an upload for the screen that started it.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memberDatabase } from '#client/offline/database.ts';
import { reachability } from '#client/net/reachability.ts';
import { outcomeOf, type UploadOutcome } from './upload-outcome.ts';
import type { UploadEntry } from './upload-queue.ts';
import { uploads } from './uploads.ts';

const ada = 'ada';
let entry: UploadEntry;
let outcomes: UploadOutcome[];

beforeEach(async () => {
  reachability.set({ isLost: false, lastMs: null });
  await memberDatabase.claim(ada);
  entry = await uploads.add(ada, new File(['pixels'], 'garden.png', { type: 'image/png' }), {
    list: 'profilePicIds',
    replaces: null,
  });
  outcomes = [];
  entries.mockClear();
});
afterEach(() => memberDatabase.wipe());

const watch = () => void outcomeOf(entry).then((outcome) => outcomes.push(outcome));
const entries = vi.spyOn(uploads, 'entries');
/** Resolves once the device's uploads have been read. */
const settled = () => Promise.all(entries.mock.results.map(({ value }) => value));
const outcome = async () => {
  await vi.waitFor(() => expect(outcomes).toHaveLength(1));
  return outcomes[0];
};
const claim = () => uploads.claim(ada, Date.now());

test('the outcome is `saved` once the picture is in the profile, and pending before', async () => {
  watch();
  await claim();
  uploads.reportProgress(entry.id, 0.5);
  await settled();
  expect(outcomes).toEqual([]);
  await uploads.finish(entry);
  expect(await outcome()).toBe('saved');
});

test('a picture that the member cancels has the outcome `cancelled`, also for a screen that asks later', async () => {
  watch();
  await uploads.cancel(entry);
  expect(await outcome()).toBe('cancelled');
  expect(await outcomeOf(entry)).toBe('cancelled');
});

test('the outcome does not depend on other pictures', async () => {
  const other = await uploads.add(ada, new File(['more'], 'tree.png', { type: 'image/png' }), {
    list: 'profilePicIds',
    replaces: null,
  });
  watch();
  await uploads.finish(other);
  await uploads.cancel(entry);
  expect(await outcome()).toBe('cancelled');
});

test('the outcome of a refused picture is the reason', async () => {
  watch();
  await claim();
  await uploads.refuse(entry.id, { status: 413, code: 'too-large', message: 'Too large.' });
  expect(await outcome()).toMatchObject({ status: 413, code: 'too-large', message: 'Too large.' });
});

test('a picture without a connection has the outcome `offline`, even when the connection is lost later', async () => {
  watch();
  await settled();
  reachability.set({ isLost: true, lastMs: null });
  expect(await outcome()).toBe('offline');
  expect(await outcomeOf(entry)).toBe('offline');
});

test('a picture that is being sent has no outcome yet while another request loses the connection', async () => {
  await claim();
  reachability.set({ isLost: true, lastMs: null });
  watch();
  await settled();
  await uploads.finish(entry);
  expect(await outcome()).toBe('saved');
});

test('a picture that is to be sent again later has the outcome `later`', async () => {
  watch();
  await claim();
  await uploads.release(entry.id, Date.now() + 60_000);
  expect(await outcome()).toBe('later');
});
