// Headers of a tile server: the time for which a tile is fresh, and the pause after a failure.
import { expect, test } from 'vitest';
import { hourMs } from '#shared/rules/durations.ts';
import {
  defaultFreshMs,
  defaultPauseMs,
  freshnessOf,
  maxFreshMs,
  maxPauseMs,
  minFreshMs,
  minPauseMs,
  pauseOf,
} from './tile-headers.ts';

const nowMs = Date.UTC(2026, 10, 21, 12);
const httpDate = (ms: number) => new Date(ms).toUTCString();
const inTwoHours = httpDate(nowMs + 2 * hourMs);
/** A tile server whose clock is an hour ahead. */
const aheadDate = httpDate(nowMs + hourMs);

test.each<[string, Record<string, string>, number]>([
  ['no headers', {}, defaultFreshMs],
  ['max-age', { 'cache-control': 'public, max-age=7200' }, 2 * hourMs],
  ['max-age with an age', { 'cache-control': 'max-age=7200', age: '3600' }, hourMs],
  ['s-maxage before max-age', { 'cache-control': 'max-age=60, s-maxage=7200' }, 2 * hourMs],
  ['a short max-age', { 'cache-control': 'max-age=1' }, minFreshMs],
  ['a long max-age', { 'cache-control': 'max-age=99999999' }, maxFreshMs],
  ['no-cache', { 'cache-control': 'no-cache' }, minFreshMs],
  ['no-cache before Expires', { 'cache-control': 'no-cache', expires: inTwoHours }, minFreshMs],
  ['max-age before Expires', { 'cache-control': 'max-age=3600', expires: inTwoHours }, hourMs],
  ['Expires without Date', { expires: inTwoHours }, 2 * hourMs],
  ['Expires after Date', { expires: inTwoHours, date: aheadDate }, hourMs],
  ['Expires with a Date that is none', { expires: inTwoHours, date: 'now' }, 2 * hourMs],
  ['Expires in the past', { expires: httpDate(nowMs - hourMs) }, minFreshMs],
  ['Expires of 0', { expires: '0' }, minFreshMs],
  ['Expires that is no date', { expires: 'never' }, minFreshMs],
])('freshness: %s', (_name, headers, freshMs) => {
  expect(freshnessOf(headers, nowMs)).toEqual({ freshMs, mayBeStored: true });
});

test.each(['no-store', 'private, max-age=60'])('a copy may not be stored with %s', (control) => {
  expect(freshnessOf({ 'cache-control': control }, nowMs).mayBeStored).toBe(false);
});

test.each<[string, Record<string, string>, number]>([
  ['no header', {}, defaultPauseMs],
  ['seconds', { 'retry-after': '100' }, 100_000],
  ['0', { 'retry-after': '0' }, minPauseMs],
  ['many seconds', { 'retry-after': '999999' }, maxPauseMs],
  ['a date', { 'retry-after': httpDate(nowMs + 100_000) }, 100_000],
  ['a date after Date', { 'retry-after': httpDate(nowMs + hourMs + 100_000), date: aheadDate }, 100_000],
  ['a date in the past', { 'retry-after': httpDate(nowMs - 100_000) }, minPauseMs],
  ['neither', { 'retry-after': 'soon' }, defaultPauseMs],
  ['nothing', { 'retry-after': '' }, defaultPauseMs],
])('pause: %s', (_name, headers, pauseMs) => {
  expect(pauseOf(headers, nowMs)).toBe(pauseMs);
});
