// Tests the first words of a profile, which lists show in one line.
import { expect, test } from 'vitest';
import { limits } from '#shared/rules/limits.ts';
import { detailOf } from './profile-view.ts';

const longest = limits.maxFirstWordsLength;
const firstWordsOf = (description: string): string => detailOf({ id: 'anna', description }, null).firstWords;

test('a description that fits is not cut', () => {
  const text = `Hello ${'a'.repeat(longest - 6)}`;
  expect(firstWordsOf(text)).toBe(text);
  expect(firstWordsOf('Two\nlines')).toBe('Two lines');
  expect(firstWordsOf('')).toBe('');
});

test('a longer description is cut after a word, unless that would leave less than half', () => {
  expect(firstWordsOf(`${'walks '.repeat(longest)}`)).toMatch(/^(walks )+walks…$/u);
  expect(firstWordsOf(`Hello ${'a'.repeat(longest)}`)).toBe(`Hello ${'a'.repeat(longest - 7)}…`);
  const half = (longest - 1) / 2;
  for (const [before, isCutThere] of [
    [Math.ceil(half), true],
    [Math.floor(half), false],
  ] as const) {
    const word = 'b'.repeat(before);
    expect(firstWordsOf(`${word} ${'c'.repeat(longest)}`) === `${word}…`).toBe(isCutThere);
  }
});

test('a description is cut between letters as a reader sees them, however many characters they have', () => {
  for (const letter of ['🏳️', '🏳️‍🌈', '🇩🇪', 'q\u0323\u0307']) {
    const shown = Math.floor((longest - 1) / [...letter].length);
    expect(firstWordsOf(letter.repeat(longest))).toBe(`${letter.repeat(shown)}…`);
  }
});
