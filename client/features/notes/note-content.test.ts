// Merging, comparing and reading the content of notes.
import { expect, test } from 'vitest';
import { cleanContent, isSameContent, mergeContents, readContent } from './note-content.ts';

const phone = { bodyText: 'Likes tea', privateTags: ['ferry', 'tea'] };
const tablet = { bodyText: 'Has a dog', privateTags: ['tea', 'dog'] };

test('merging puts the second text below the first and lists every tag once', () => {
  expect(mergeContents(phone, tablet)).toEqual({ bodyText: 'Likes tea\n\nHas a dog', privateTags: ['ferry', 'tea', 'dog'] });
});

test('equal texts merge into one, and an empty text adds nothing', () => {
  expect(mergeContents(phone, { ...phone, privateTags: ['new'] })).toEqual({
    bodyText: 'Likes tea',
    privateTags: ['ferry', 'tea', 'new'],
  });
  expect(mergeContents({ bodyText: '', privateTags: [] }, tablet)).toEqual(tablet);
});

test('notes that together have too long a text or too many tags are not merged; length is counted in code points', () => {
  const half = (letter: string) => ({ bodyText: letter.repeat(1_999), privateTags: [] });
  expect(mergeContents(half('🌈'), half('🐕'))?.bodyText).toHaveLength(2 * 2 * 1_999 + 2);
  expect(mergeContents(half('🌈'), { ...half('🐕'), bodyText: '🐕'.repeat(2_000) })).toBeNull();
  const tags = (start: string) => Array.from({ length: 26 }, (_, n) => `${start}${n}`);
  expect(mergeContents({ bodyText: '', privateTags: tags('a') }, { bodyText: '', privateTags: tags('b') })).toBeNull();
});

test('a note is compared as the server would store it', () => {
  const typed = cleanContent({ bodyText: ' Likes tea\n', privateTags: ['ferry ', '', 'tea', 'ferry'] });
  expect(isSameContent(typed, phone)).toBe(true);
  expect(isSameContent(typed, { ...phone, privateTags: ['tea', 'ferry'] })).toBe(false);
});

test('the body of a waiting write is read, an invalid one as an empty note', () => {
  expect(readContent({ authorProfileId: 'a', ...phone })).toEqual(phone);
  for (const body of [null, 'x', { bodyText: 4, privateTags: 'y' }])
    expect(readContent(body)).toEqual({ bodyText: '', privateTags: [] });
});
