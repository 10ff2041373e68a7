// Changes of the own profile in the outbox: overlaid on the server's answer, merged, and chosen by the member in a conflict.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Profile } from '#shared/contract/profiles.ts';
import { memberDatabase, wipeDatabase } from '#client/offline/database.ts';
import { outbox } from '#client/offline/outbox/outbox.ts';
import { conflictsOf, dropPictures, settleConflicts, withWrites, writeProfile } from './profile-writes.ts';

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
  await wipeDatabase();
  vi.unstubAllGlobals();
});

/** As it is after another device had changed the same field. */
async function conflict(field: string, mine: string, theirs: string): Promise<void> {
  await writeProfile(stored, () => ({ [field]: mine }));
  const { entry } = await outbox.claim(ada, Date.now());
  if (entry === null) throw new Error('nothing to send');
  const reason = { status: 412, code: 'changed-meanwhile', message: 'Changed.' };
  await outbox.rebase(entry, { ...stored, [field]: theirs }, '"8"', reason);
}

test('changes made one after the other without connection are one write on the state they were begun on', async () => {
  await Promise.all([writeProfile(stored, () => ({ height: '18' })), writeProfile(stored, () => ({ height: '180 cm' }))]);
  await writeProfile(stored, () => ({ weight: '77 kg' }));
  const entries = await outbox.entries(ada);
  expect(entries).toMatchObject([
    { queue: 'profile', version: '"7"', body: { id: ada, height: '180 cm', weight: '77 kg' }, base: { height: '', weight: '' } },
  ]);
  expect(withWrites(stored, entries)).toMatchObject({ profilename: 'Ada', height: '180 cm', weight: '77 kg' });
});

test('a change made while another is on its way starts from what that one makes', async () => {
  await writeProfile(stored, () => ({ height: '180 cm' }));
  await outbox.claim(ada, Date.now());
  await writeProfile(stored, () => ({ height: '181 cm' }));
  expect((await outbox.entries(ada)).map(({ base }) => base)).toEqual([{ height: '' }, { height: '180 cm' }]);
});

test('an order that waits shows what came in meanwhile, and does not bring back what is gone', async () => {
  const seen = { ...stored, profilePicIds: ['one', 'two', 'three'] };
  await writeProfile(seen, () => ({ profilePicIds: ['three', 'one', 'two'] }));
  const entries = await outbox.entries(ada);
  expect(withWrites(seen, entries).profilePicIds).toEqual(['three', 'one', 'two']);
  expect(withWrites({ ...seen, profilePicIds: ['one', 'two', 'three', 'new'] }, entries).profilePicIds).toEqual([
    'three',
    'one',
    'two',
    'new',
  ]);
  expect(withWrites({ ...seen, profilePicIds: ['one', 'three'] }, entries).profilePicIds).toEqual(['three', 'one']);
});

test('a second move starts from what the first one made, before anything is sent', async () => {
  const seen = { ...stored, profilePicIds: ['one', 'two', 'three'] };
  const toEnd = ({ profilePicIds: [first = '', ...rest] }: Profile) => ({ profilePicIds: [...rest, first] });
  await Promise.all([writeProfile(seen, toEnd), writeProfile(seen, toEnd)]);
  expect(await outbox.entries(ada)).toMatchObject([
    { body: { profilePicIds: ['three', 'one', 'two'] }, base: { profilePicIds: ['one', 'two', 'three'] } },
  ]);
});

test('a refused change of pictures that is given up leaves the words that went with it', async () => {
  await writeProfile(stored, () => ({ height: '180 cm', profilePicIds: ['gone'] }));
  const { entry } = await outbox.claim(ada, Date.now());
  if (entry === null) throw new Error('nothing to send');
  await outbox.refuse(entry.id, { status: 400, code: 'not-your-picture', message: 'No.' });
  await dropPictures(entry, stored);
  expect(await outbox.entries(ada)).toMatchObject([{ state: 'waiting', body: { id: ada, height: '180 cm' } }]);
  expect((await outbox.entries(ada))[0]?.body).not.toHaveProperty('profilePicIds');
});

test('a conflict shows both values until one is chosen or both are the same', async () => {
  await conflict('height', '180 cm', '185 cm');
  const entries = await outbox.entries(ada);
  expect(conflictsOf(entries, { ...stored, height: '185 cm' })).toEqual([{ field: 'height', mine: '180 cm', theirs: '185 cm' }]);
  expect(conflictsOf(entries, { ...stored, height: '180 cm' })).toEqual([]);
  await settleConflicts(ada, ['weight']);
  expect(await outbox.count(ada)).toBe(1);
  await settleConflicts(ada, ['height']);
  expect(await outbox.count(ada)).toBe(0);
});

test('of two conflicts of one field what was written last here is the choice, and choosing settles both', async () => {
  await conflict('height', '180 cm', '185 cm');
  await conflict('height', '181 cm', '185 cm');
  expect(conflictsOf(await outbox.entries(ada), { ...stored, height: '185 cm' })).toMatchObject([{ mine: '181 cm' }]);
  await settleConflicts(ada, ['height']);
  expect(await outbox.count(ada)).toBe(0);
});
