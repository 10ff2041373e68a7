// The answer mark since which a page may have missed changes, in whatever order its answers arrive.
import { expect, test } from 'vitest';
import { createPageReads } from './page-reads.ts';

test('a page has the earliest mark of its answers, whichever arrives first', () => {
  const reads = createPageReads();
  const [first, second] = [reads.begin(), reads.begin()];
  second.answered('run.20');
  first.answered('run.9');
  expect(reads.since()).toBe('run.9');
  reads.begin().answered('run.100');
  expect(reads.since()).toBe('run.9');
});

test('the mark is unknown before the first answer, and while a pending call may still bring an earlier one', () => {
  const reads = createPageReads();
  expect(reads.since()).toBeNull();
  const [slow, fast] = [reads.begin(), reads.begin()];
  fast.answered('run.20');
  expect(reads.since()).toBeNull();
  const later = reads.begin();
  slow.answered('run.10');
  expect(reads.since()).toBe('run.10');
  later.answered('run.30');
  expect(reads.since()).toBe('run.10');
});

test('the mark is unknown after a lost answer, because the device may show its own copy, but not after an aborted call', () => {
  const reads = createPageReads();
  const aborted = reads.begin();
  reads.begin().answered('run.20');
  aborted.aborted();
  expect(reads.since()).toBe('run.20');
  reads.begin().failed();
  expect(reads.since()).toBeNull();
});

test('the mark is unknown if the server was restarted between two answers', () => {
  const reads = createPageReads();
  reads.begin().answered('run.20');
  reads.begin().answered('next.3');
  expect(reads.since()).toBeNull();
});

test('answers without a valid mark are ignored', () => {
  const reads = createPageReads();
  for (const mark of [null, '', 'x', 'run.', 'run.1.5', 'run.-1']) reads.begin().answered(mark);
  expect(reads.since()).toBeNull();
  reads.begin().answered('run.20');
  expect(reads.since()).toBe('run.20');
});
