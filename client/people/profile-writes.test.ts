// Queued profile changes: overlay, merging and conflicts.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Profile } from '#shared/contract/profiles.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { outbox } from '#client/offline/outbox/outbox.ts';
import { conflictsOf, discardPictureChanges, discardConflicts, withWrites, writeProfile } from './profile-writes.ts';

const ada = '11111111-1111-4111-8111-111111111111';
const stored: Profile = {
  id: ada,
  profilename: 'Ada',
  profilePicIds: [],
  profilePicIdsPrivate: [],
  birthdate: null,
  age: 21,
  height: '',
  weight: '',
  description: '',
  characteristics: [],
  tsUpdated: 1,
  version: 7,
  lat: null,
  lon: null,
  tsLastSeen: null,
};
let stop: () => void;

beforeEach(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  stop = outbox.listen(() => undefined);
  await memberDatabase.claim(ada);
});
afterEach(async () => {
  stop();
  await memberDatabase.wipe();
  vi.unstubAllGlobals();
});

/** Creates the conflict that follows when another device has changed the same field. */
async function conflict(field: string, mine: string, theirs: string): Promise<void> {
  await writeProfile(stored, () => ({ [field]: mine }));
  const { entry } = await outbox.claim(ada, Date.now());
  if (entry === null) throw new Error('nothing to send');
  const reason = { status: 412, code: 'changed-meanwhile', message: 'Changed.' };
  await outbox.rebase(entry, { ...stored, [field]: theirs }, '"8"', reason);
}

test('successive changes made offline become one write, based on the first state', async () => {
  await Promise.all([writeProfile(stored, () => ({ height: '18' })), writeProfile(stored, () => ({ height: '180 cm' }))]);
  await writeProfile(stored, () => ({ weight: '77 kg' }));
  const entries = await outbox.entries(ada);
  expect(entries).toMatchObject([
    { queue: 'profile', version: '"7"', body: { id: ada, height: '180 cm', weight: '77 kg' }, base: { height: '', weight: '' } },
  ]);
  expect(withWrites(stored, entries)).toMatchObject({ profilename: 'Ada', height: '180 cm', weight: '77 kg' });
});

test('a change made while another is being sent is based on the result of that change', async () => {
  await writeProfile(stored, () => ({ height: '180 cm' }));
  await outbox.claim(ada, Date.now());
  await writeProfile(stored, () => ({ height: '181 cm' }));
  expect((await outbox.entries(ada)).map(({ base }) => base)).toEqual([{ height: '' }, { height: '180 cm' }]);
});

test('a queued reordering keeps pictures that were added in the meantime and does not restore deleted ones', async () => {
  const current = { ...stored, profilePicIds: ['one', 'two', 'three'] };
  await writeProfile(current, () => ({ profilePicIds: ['three', 'one', 'two'] }));
  const entries = await outbox.entries(ada);
  expect(withWrites(current, entries).profilePicIds).toEqual(['three', 'one', 'two']);
  expect(withWrites({ ...current, profilePicIds: ['one', 'two', 'three', 'new'] }, entries).profilePicIds).toEqual([
    'three',
    'one',
    'two',
    'new',
  ]);
  expect(withWrites({ ...current, profilePicIds: ['one', 'three'] }, entries).profilePicIds).toEqual(['three', 'one']);
});

test('a second move starts from the result of the first, even before it is sent', async () => {
  const current = { ...stored, profilePicIds: ['one', 'two', 'three'] };
  const toEnd = ({ profilePicIds: [first = '', ...rest] }: Profile) => ({ profilePicIds: [...rest, first] });
  await Promise.all([writeProfile(current, toEnd), writeProfile(current, toEnd)]);
  expect(await outbox.entries(ada)).toMatchObject([
    { body: { profilePicIds: ['three', 'one', 'two'] }, base: { profilePicIds: ['one', 'two', 'three'] } },
  ]);
});

test('discarding rejected picture changes keeps the text changes of the same write', async () => {
  await writeProfile(stored, () => ({ height: '180 cm', profilePicIds: ['gone'] }));
  const { entry } = await outbox.claim(ada, Date.now());
  if (entry === null) throw new Error('nothing to send');
  await outbox.refuse(entry.id, { status: 400, code: 'not-your-picture', message: 'No.' });
  await discardPictureChanges(entry, stored);
  expect(await outbox.entries(ada)).toMatchObject([{ state: 'waiting', body: { id: ada, height: '180 cm' } }]);
  expect((await outbox.entries(ada))[0]?.body).not.toHaveProperty('profilePicIds');
});

test('a conflict has both values until one is chosen or both are equal', async () => {
  await conflict('height', '180 cm', '185 cm');
  const entries = await outbox.entries(ada);
  expect(conflictsOf(entries, { ...stored, height: '185 cm' })).toEqual([{ field: 'height', mine: '180 cm', theirs: '185 cm' }]);
  expect(conflictsOf(entries, { ...stored, height: '180 cm' })).toEqual([]);
  await discardConflicts(ada, ['weight']);
  expect(await outbox.count(ada)).toBe(1);
  await discardConflicts(ada, ['height']);
  expect(await outbox.count(ada)).toBe(0);
});

test('with two conflicts in one field, the last local value is offered, and choosing resolves both', async () => {
  await conflict('height', '180 cm', '185 cm');
  await conflict('height', '181 cm', '185 cm');
  expect(conflictsOf(await outbox.entries(ada), { ...stored, height: '185 cm' })).toMatchObject([{ mine: '181 cm' }]);
  await discardConflicts(ada, ['height']);
  expect(await outbox.count(ada)).toBe(0);
});
