// Benches refuse arguments that are not the numbers that they need, so that no bench passes without measuring.
import { expect, onTestFinished, test, vi } from 'vitest';
import { numberFlag, printBar, wholeNumber } from './figures.ts';
import { run as runJuries } from './juries.ts';
import { run as runMalformed } from './malformed.ts';

test.each(['abc', '', '1.5', '0', '-3', '1e99', undefined])('%s is not a valid count', (text) => {
  expect(() => wholeNumber(text, 'count')).toThrow('count requires a whole number of at least 1.');
  expect(() => numberFlag(text === undefined ? ['--count'] : ['--count', text], '--count', 5)).toThrow('--count requires');
});

test('whole numbers are taken, and an absent flag has its usual value', () => {
  expect([wholeNumber('12', 'count'), wholeNumber('0', 'seed', 0)]).toEqual([12, 0]);
  expect([numberFlag(['--count', '12'], '--count', 5), numberFlag([], '--count', 5)]).toEqual([12, 5]);
});

test('benches refuse arguments with which they would measure nothing', async () => {
  await expect(runMalformed(['abc'])).rejects.toThrow('count requires');
  await expect(runMalformed(['1', 'abc'])).rejects.toThrow('seed requires');
  await expect(runJuries(['abc'])).rejects.toThrow('cases requires');
  await expect(runJuries(['1', 'abc'])).rejects.toThrow('hostile share requires');
  await expect(runJuries(['1', '0.2', '0'])).rejects.toThrow('members requires');
});

test('a missed limit ends the bench with an error, and a figure that is absent does not', () => {
  vi.spyOn(console, 'log').mockReturnValue();
  const before = process.exitCode;
  onTestFinished(() => void (process.exitCode = before));
  expect(printBar({ what: 'seconds', figure: 1, max: 2 })).toBe(true);
  expect(printBar({ what: 'seconds', figure: Number.NaN, max: 2 })).toBe(false);
  expect(process.exitCode).toBe(before);
  expect(printBar({ what: 'seconds', figure: 3, max: 2 })).toBe(false);
  expect(process.exitCode).toBe(1);
});
