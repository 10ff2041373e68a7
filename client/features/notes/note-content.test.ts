// Merging, comparing and reading the content of notes.
import { expect, test } from 'vitest';
import { bothOf, cleanContent, contentIn, isSame } from './note-content.ts';

const phone = { bodyText: 'Likes tea', privateTags: ['ferry', 'tea'] };
const tablet = { bodyText: 'Has a dog', privateTags: ['tea', 'dog'] };

test('both together are the one text below the other and every tag once', () => {
  expect(bothOf(phone, tablet)).toEqual({ bodyText: 'Likes tea\n\nHas a dog', privateTags: ['ferry', 'tea', 'dog'] });
});

test('equal texts are merged to one, and an empty text adds nothing', () => {
  expect(bothOf(phone, { ...phone, privateTags: ['new'] })).toEqual({
    bodyText: 'Likes tea',
    privateTags: ['ferry', 'tea', 'new'],
  });
  expect(bothOf({ bodyText: '', privateTags: [] }, tablet)).toEqual(tablet);
});

test('texts that are too long together are not merged, counted in code points', () => {
  const half = (letter: string) => ({ bodyText: letter.repeat(1_999), privateTags: [] });
  expect(bothOf(half('🌈'), half('🐕'))?.bodyText).toHaveLength(2 * 2 * 1_999 + 2);
  expect(bothOf(half('🌈'), { ...half('🐕'), bodyText: '🐕'.repeat(2_000) })).toBeNull();
  const tags = (start: string) => Array.from({ length: 26 }, (_, n) => `${start}${n}`);
  expect(bothOf({ bodyText: '', privateTags: tags('a') }, { bodyText: '', privateTags: tags('b') })).toBeNull();
});

test('a note is compared as the server would store it', () => {
  const typed = cleanContent({ bodyText: ' Likes tea\n', privateTags: ['ferry ', '', 'tea', 'ferry'] });
  expect(isSame(typed, phone)).toBe(true);
  expect(isSame(typed, { ...phone, privateTags: ['tea', 'ferry'] })).toBe(false);
});

test('a waiting write is read back, even an invalid one', () => {
  expect(contentIn({ authorProfileId: 'a', ...phone })).toEqual(phone);
  for (const body of [null, 'x', { bodyText: 4, privateTags: 'y' }])
    expect(contentIn(body)).toEqual({ bodyText: '', privateTags: [] });
});
