// Typed texts, names and email addresses in their stored form.
import { expect, test } from 'vitest';
import { cleanEmail, cleanName, cleanText, lengthOf, shownName } from './text.ts';

test('a text keeps its lines and tabs, and loses blanks around it and characters that disguise it', () => {
  expect(cleanText('  one\r\ntwo\rthree\tfour\n\n')).toBe('one\ntwo\nthree\tfour');
  expect(cleanText('a\u0000b\u202ec\u2066d')).toBe('abcd');
  expect(cleanText('e\u0301')).toBe('\u00e9');
});

test('a name is one line with single blanks and nothing invisible', () => {
  expect(cleanName(' Ada\n  of\tBonn ')).toBe('Ada of Bonn');
  expect(cleanName('A\u200bda\ufeff')).toBe('Ada');
  expect(cleanName('\u200b Ada \u200b')).toBe('Ada');
});

test('a text is as long as a reader counts it', () => {
  expect([lengthOf(''), lengthOf('Ada'), lengthOf('\u{1f600}!')]).toEqual([0, 3, 2]);
});

test('a name of up to twelve characters is shown whole, a longer one without its end', () => {
  expect([shownName('Twelve chars'), shownName('Thirteen char')]).toEqual(['Twelve chars', 'Thirteen cha']);
  expect(shownName('\u{1f600}'.repeat(13))).toBe('\u{1f600}'.repeat(12));
});

test('an email address is stored without blanks around it, composed and in lower case', () => {
  expect(cleanEmail('  Ada.E\u0301@Example.ORG ')).toBe('ada.\u00e9@example.org');
});
