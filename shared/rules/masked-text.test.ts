// Names of members in texts, whole and in part.
import { expect, test } from 'vitest';
import { maskedText, namesOf } from './masked-text.ts';

test('a member is named by the public name, the account name and the part of the address before the @', () => {
  const member = { profilename: 'Grey Wolf', name: 'Marek', email: 'greywolf77@example.org' };
  expect(namesOf(member)).toEqual(['Grey Wolf', 'Marek', 'greywolf77']);
  expect(namesOf({ ...member, email: null })).toEqual(['Grey Wolf', 'Marek', '']);
});

test.each([
  ['Bo', 'Bo said so, bo!', '[…] said so, […]!'],
  ['J', 'J is a letter', 'J is a letter'],
  [' Marek ', 'Marek!', '[…]!'],
  ['Ana Lee', 'Ana or Lee or Ana Lee', '[…] or […] or […]'],
  ['Al Fox', 'Al and a fox', 'Al and a […]'],
  ['The Wolf', 'the wolf and the forest', '[…] and the forest'],
  ['THE WOLF', 'the forest and a wolf', 'the forest and a […]'],
  ['', 'nobody', 'nobody'],
])('of the name “%s” in “%s” remains “%s”', (name, text, shown) => {
  expect(maskedText(text, [name])).toBe(shown);
});
