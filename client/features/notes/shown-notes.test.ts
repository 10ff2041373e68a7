// The list of notes as shown: the server's list, the outbox, and search.
import { expect, test } from 'vitest';
import type { ProfileNoteListed } from '#shared/contract/notes.ts';
import { foundNotes, shownNotes, tagsByUse } from './shown-notes.ts';

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
const abouts = (notes: readonly { aboutProfileId: string }[]) => notes.map(({ aboutProfileId }) => aboutProfileId);

test('notes are listed newest first, also those about members who are gone', () => {
  expect(abouts(shownNotes([ben, gone, cem], []))).toEqual(['cem', 'ben', 'gone']);
});

test('a waiting note replaces the stored one and comes first', () => {
  const [first, second] = shownNotes([ben, cem], [write('ben', 'newer')]);
  expect(first).toMatchObject({ aboutProfileId: 'ben', bodyText: 'newer', state: 'waiting', profile: ben.profile });
  expect(second).toMatchObject({ aboutProfileId: 'cem', state: 'stored' });
});

test('a note that is not delivered yet is listed without a profile', () => {
  expect(shownNotes([], [write('dan', 'new')])).toMatchObject([{ aboutProfileId: 'dan', profile: undefined, bodyText: 'new' }]);
});

test('an emptied note is gone at once, and back if the server refuses', () => {
  expect(shownNotes([ben], [write('ben', '')])).toEqual([]);
  expect(shownNotes([ben], [write('ben', '', 'failed')])).toMatchObject([{ state: 'failed' }]);
});

test('a search finds words of the text, tags and names, in any order and spelling of capitals and accents', () => {
  const notes = shownNotes([ben, cem, gone], []);
  expect(abouts(foundNotes(notes, ' '))).toEqual(['cem', 'ben', 'gone']);
  expect(abouts(foundNotes(notes, 'cafe'))).toEqual(['ben']);
  expect(abouts(foundNotes(notes, 'FERRY lait'))).toEqual(['ben']);
  expect(abouts(foundNotes(notes, 'kind'))).toEqual(['cem', 'ben']);
  expect(abouts(foundNotes(notes, 'name of cem'))).toEqual(['cem']);
  expect(abouts(foundNotes(notes, 'book'))).toEqual(['gone']);
  expect(foundNotes(notes, 'kind book')).toEqual([]);
});

test('tags are suggested by how often they are used', () => {
  expect(tagsByUse([ben, cem, gone])).toEqual(['kind', 'Ferry']);
});
