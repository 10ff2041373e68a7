// Normalization of private tags.
import { expect, test } from 'vitest';
import { cleanTags } from './notes.ts';

test('private tags are trimmed; empty tags and duplicates are removed', () => {
  expect(cleanTags([' tall ', '', '   ', 'tall', 'kind\n', 'Tall', 'two  words'])).toEqual(['tall', 'kind', 'Tall', 'two words']);
});

test('a tag with only invisible characters is empty', () => {
  expect(cleanTags(['\u200b', '\u202e', '\t'])).toEqual([]);
});
