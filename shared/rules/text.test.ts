// Typed texts, names and email addresses in their stored form.
import { expect, test } from 'vitest';
import { cleanEmail, cleanLine, cleanText, lengthOf } from './text.ts';

test('a text keeps its newlines and tabs, and is trimmed and stripped of spoofing characters', () => {
  expect(cleanText('  one\r\ntwo\rthree\tfour\n\n')).toBe('one\ntwo\nthree\tfour');
  expect(cleanText('a\u0000b\u202ec\u2066d')).toBe('abcd');
  expect(cleanText('e\u0301')).toBe('\u00e9');
});

test('a name is one line with single spaces and no invisible characters', () => {
  expect(cleanLine(' Ada\n  of\tBonn ')).toBe('Ada of Bonn');
  expect(cleanLine('A\u200bda\ufeff')).toBe('Ada');
  expect(cleanLine('\u200b Ada \u200b')).toBe('Ada');
});

test('a name keeps emoji that are joined, but no joiner elsewhere', () => {
  for (const name of [
    'Max \u{1f3f3}\ufe0f\u200d\u{1f308}',
    '\u{1f3f3}\ufe0f\u200d\u26a7\ufe0f',
    '\u{1f469}\u{1f3fd}\u200d\u2764\ufe0f\u200d\u{1f469}',
  ])
    expect(cleanLine(name)).toBe(name);
  expect(cleanLine('A\u200dda \u200d\u{1f308}\u200d')).toBe('Ada \u{1f308}');
  expect(cleanLine('\u{1f308}\u200d\u200d\u{1f308}')).toBe('\u{1f308}\u{1f308}');
});

test('a text that nobody can see is empty, and so is a name', () => {
  for (const text of ['\u200b', '\u115f\u3164', '\u2800 \u2800', '\u00ad\n\u2060', '\ufe0f\u{e0061}'])
    expect([text, cleanText(text), cleanLine(text)]).toEqual([text, '', '']);
  expect(cleanText('\u2764\ufe0f')).toBe('\u2764\ufe0f');
});

test('half of a surrogate pair, which no database can store, is left out', () => {
  expect(cleanText('a\ud83d b\udf08c')).toBe('a bc');
  expect(cleanText('\u{1f308}')).toBe('\u{1f308}');
});

test('the length counts code points', () => {
  expect([lengthOf(''), lengthOf('Ada'), lengthOf('\u{1f600}!')]).toEqual([0, 3, 2]);
});

test('an email address is stored trimmed, in NFC and in lower case', () => {
  expect(cleanEmail('  Ada.E\u0301@Example.ORG ')).toBe('ada.\u00e9@example.org');
});
