// Names and texts that are cut between letters.
import { expect, test } from 'vitest';
import { firstLetters, shownName, wholeLetters } from './letters.ts';

test('a name of more than twelve letters is truncated between letters, with an ellipsis', () => {
  expect([shownName('Twelve chars'), shownName('Thirteen char')]).toEqual(['Twelve chars', 'Thirteen cha…']);
  expect(shownName('Boris of the hill')).toBe('Boris of the…');
  expect(shownName('Anton Maria and')).toBe('Anton Maria…');
});

test('a flag, a joined emoji or an accented letter is one letter of a name', () => {
  const [flag, family, accented] = ['\u{1f1e9}\u{1f1ea}', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', 'q\u0323\u0307'];
  for (const letter of [flag, family, accented, '\u{1f600}'])
    expect([shownName(letter.repeat(12)), shownName(letter.repeat(13))]).toEqual([letter.repeat(12), `${letter.repeat(12)}…`]);
  expect([firstLetters(`${flag}na`, 1), firstLetters('', 1)]).toEqual([flag, '']);
});

test('a text cut to a number of code points ends before a letter that does not fit, unless it is the first letter', () => {
  const flag = '\u{1f3f3}\ufe0f\u200d\u{1f308}';
  expect([3, 4, 7, 8, 9].map((count) => wholeLetters(flag.repeat(2), count))).toEqual([
    flag.slice(0, 4),
    flag,
    flag,
    flag.repeat(2),
    flag.repeat(2),
  ]);
  expect([wholeLetters('Anton', 3), wholeLetters('Anton', 5), wholeLetters('', 3)]).toEqual(['Ant', 'Anton', '']);
});
