// Private notes cached on the device: reading them without connection, and removing the name of a deleted member from them.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProfileNote, ProfileNoteListed } from '#shared/contract/notes.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import { emptyNoteVersion } from '#shared/rules/notes.ts';
import { memberDatabase } from './database.ts';
import { cacheReply } from './outbox/cache-reply.ts';
import type { OutboxEntry } from './outbox/outbox-entries.ts';
import { forgetNamed, cacheNote, cacheNotes, cachedNote, cachedNotes } from './cached-notes.ts';
import { cacheProfile } from './cached-values.ts';

const [ada, ben, cem] = ['ada-4f1', 'ben-9c2', 'cem-7d3'];
const note = (about: string, bodyText: string): ProfileNote => ({
  authorProfileId: ada,
  aboutProfileId: about,
  bodyText,
  privateTags: ['ferry'],
  tsUpdated: 5,
  version: `version of ${bodyText}`,
});
const listed = (about: string, bodyText: string): ProfileNoteListed => ({
  ...note(about, bodyText),
  profile: { profileId: about, session: null, profileName: `Name of ${about}`, profilePicIds: [] },
});
const profile = (id: string, profilename: string): Profile => ({
  id,
  profilename,
  profilePicIds: ['p1'],
  profilePicIdsPrivate: [],
  age: 30,
  height: '',
  weight: '',
  description: '',
  characteristics: [],
  tsUpdated: 0,
  lat: null,
  lon: null,
  tsLastSeen: null,
});
const delivered: OutboxEntry = {
  id: 'entry-1',
  order: 1,
  profile: ada,
  queue: `note:${ben}`,
  state: 'sending',
  tries: 1,
  nextMs: 0,
  createdMs: 0,
  key: 'key-1',
  version: null,
  reason: null,
  method: 'PUT',
  path: '/api/profile-note',
  body: null,
  label: 'Private note',
  keeps: 'note',
};
const texts = async () => (await cachedNotes(ada))?.value.map(({ bodyText }) => bodyText).toSorted();

beforeEach(async () => {
  vi.stubGlobal('document', { getElementById: () => null, addEventListener: () => undefined, hidden: false });
  await memberDatabase.claim(ada);
});
afterEach(async () => {
  await memberDatabase.wipe();
  vi.unstubAllGlobals();
});

test('a note is read from the cached list, and one that is missing there is unknown rather than empty', async () => {
  expect(await cachedNote(ada, ben)).toBeNull();
  await cacheNotes(ada, [listed(ben, 'about Ben')]);
  expect((await cachedNote(ada, ben))?.value.bodyText).toBe('about Ben');
  expect(await cachedNote(ada, cem)).toBeNull();
});

test('the reply to a save that the worker sent is read at the next start', async () => {
  await cacheNotes(ada, [listed(ben, 'old')]);
  await cacheReply(delivered, note(ben, 'new'));
  expect((await cachedNotes(ada))?.value).toEqual([{ ...listed(ben, 'new') }]);
});

test('a first note gets the name of the profile that it is about', async () => {
  await cacheProfile(ada, profile(cem, 'Cem'));
  await Promise.all([cacheNote(ada, note(cem, 'about Cem')), cacheNote(ada, note(ben, 'about Ben'))]);
  expect(await texts()).toEqual(['about Ben', 'about Cem']);
  const found = (await cachedNotes(ada))?.value.find(({ aboutProfileId }) => aboutProfileId === cem);
  expect(found?.profile).toMatchObject({ profileId: cem, profileName: 'Cem', profilePicIds: ['p1'] });
});

test('an emptied note is removed from the device, and the name of a deleted member from the note about them', async () => {
  await cacheNotes(ada, [listed(ben, 'about Ben'), listed(cem, 'about Cem')]);
  await cacheNote(ada, { ...note(ben, ''), privateTags: [], version: emptyNoteVersion });
  await forgetNamed(ada, cem);
  expect((await cachedNotes(ada))?.value).toEqual([{ ...listed(cem, 'about Cem'), profile: null }]);
});

test('without a cached list, an emptied note or a deleted member does not create an empty one', async () => {
  await cacheNote(ada, { ...note(ben, ''), privateTags: [], version: emptyNoteVersion });
  await forgetNamed(ada, ben);
  expect(await cachedNotes(ada)).toBeNull();
});

test('notes are cached only for the member whose data is on the device', async () => {
  await cacheNotes(ben, [listed(cem, 'about Cem')]);
  expect(await cachedNotes(ben)).toBeNull();
});
