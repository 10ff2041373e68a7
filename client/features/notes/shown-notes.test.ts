// The list of notes with pending writes applied, and its search.
import { expect, test } from 'vitest';
import type { ProfileNoteListed } from '#shared/contract/notes.ts';
import { searchNotes, shownNotes, tagsByUse } from './shown-notes.ts';

const listed = (about: string, tsUpdated: number, part: Partial<ProfileNoteListed> = {}): ProfileNoteListed => ({
  authorProfileId: 'own',
  aboutProfileId: about,
  bodyText: `about ${about}`,
  privateTags: [],
  tsUpdated,
  version: `v${tsUpdated}`,
  profile: { profileId: about, session: null, profileName: `Name of ${about}`, profilePicIds: [] },
  ...part,
});
const write = (
  about: string,
  bodyText: string,
  state: 'waiting' | 'sending' | 'failed' = 'waiting',
  privateTags: string[] = [],
) => ({
  queue: `note:${about}`,
  state,
  body: { bodyText, privateTags },
  createdMs: 100,
});
const ben = listed('ben', 5, { bodyText: 'Likes Café au lait', privateTags: ['Ferry', 'kind'] });
const cem = listed('cem', 9, { privateTags: ['kind'] });
const gone = listed('gone', 1, { profile: null, bodyText: 'Owes me a book' });
const memberIds = (notes: readonly { aboutProfileId: string }[]) => notes.map(({ aboutProfileId }) => aboutProfileId);

test('notes are listed newest first, including those about deleted members', () => {
  expect(memberIds(shownNotes([ben, gone, cem], []))).toEqual(['cem', 'ben', 'gone']);
});

test('a waiting note replaces the stored one and comes first', () => {
  const [first, second] = shownNotes([ben, cem], [write('ben', 'newer')]);
  expect(first).toMatchObject({ aboutProfileId: 'ben', bodyText: 'newer', state: 'waiting', profile: ben.profile });
  expect(second).toMatchObject({ aboutProfileId: 'cem', state: 'stored' });
});

test('a new note that is not delivered yet is listed without a profile', () => {
  expect(shownNotes([], [write('dan', 'new')])).toMatchObject([{ aboutProfileId: 'dan', profile: undefined, bodyText: 'new' }]);
});

test('an emptied note disappears immediately, and reappears if the server refuses', () => {
  expect(shownNotes([ben], [write('ben', '')])).toEqual([]);
  expect(shownNotes([ben], [write('ben', '', 'failed')])).toMatchObject([{ state: 'failed' }]);
});

test('a search finds words in text, tags and names, in any order, regardless of capitals and accents', () => {
  const notes = shownNotes([ben, cem, gone], []);
  expect(memberIds(searchNotes(notes, ' '))).toEqual(['cem', 'ben', 'gone']);
  expect(memberIds(searchNotes(notes, 'cafe'))).toEqual(['ben']);
  expect(memberIds(searchNotes(notes, 'FERRY lait'))).toEqual(['ben']);
  expect(memberIds(searchNotes(notes, 'kind'))).toEqual(['cem', 'ben']);
  expect(memberIds(searchNotes(notes, 'name of cem'))).toEqual(['cem']);
  expect(memberIds(searchNotes(notes, 'book'))).toEqual(['gone']);
  expect(searchNotes(notes, 'kind book')).toEqual([]);
});

test('tags are ordered by use', () => {
  expect(tagsByUse([ben, cem, gone])).toEqual(['kind', 'Ferry']);
});
