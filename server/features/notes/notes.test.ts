// Private notes over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { account } from '#shared/contract/account.ts';
import { notes, type ProfileNote } from '#shared/contract/notes.ts';
import { limits } from '#shared/rules/limits.ts';
import { emptyNoteVersion } from '#shared/rules/notes.ts';
import { unknownId } from '#server/testing/contract/contract-row.ts';
import { like } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

type About = Pick<Member, 'profileId'>;
const put = (author: Member, about: About, bodyText: string, privateTags: string[] = [], ifMatch?: string) =>
  author.ask(
    notes.putProfileNote,
    { body: { authorProfileId: author.profileId, aboutProfileId: about.profileId, bodyText, privateTags } },
    ifMatch === undefined ? {} : { 'if-match': ifMatch },
  );
const noteOf = (author: Member, about: About) =>
  author.call(notes.getProfileNote, { query: { authorProfileId: author.profileId, aboutProfileId: about.profileId } });
const listOf = (author: Member, after?: string) =>
  author.call(notes.getProfileNotes, { query: { authorProfileId: author.profileId, after } });
const pair = async () => [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })] as const;

test('a stored note is returned with its tags, and a missing note is empty', async () => {
  const [anton, boris] = await pair();
  expect(await noteOf(anton, boris)).toEqual({
    authorProfileId: anton.profileId,
    aboutProfileId: boris.profileId,
    bodyText: '',
    privateTags: [],
    tsUpdated: 0,
    version: emptyNoteVersion,
  });
  expect(await noteOf(anton, { profileId: unknownId })).toMatchObject({ bodyText: '', privateTags: [] });
  const stored = await put(anton, boris, '  Met on the ferry.\r\nLikes tea. ', [' tea ', '', 'ferry', 'tea', '   ']);
  expect([stored.status, stored.body]).toMatchObject([
    200,
    { bodyText: 'Met on the ferry.\nLikes tea.', privateTags: ['tea', 'ferry'], tsUpdated: app.clock.now() },
  ]);
  expect(await noteOf(anton, boris)).toEqual(stored.body);
  expect(await listOf(anton)).toEqual([{ ...stored.body, profile: expect.objectContaining({ profileName: 'Boris' }) }]);
});

test('a note is visible only to its author', async () => {
  const [anton, boris] = await pair();
  await put(anton, boris, 'a secret thought', ['secret']);
  expect(await noteOf(boris, anton)).toMatchObject({ bodyText: '', privateTags: [] });
  expect(await listOf(boris)).toEqual([]);
  const query = { authorProfileId: anton.profileId, aboutProfileId: boris.profileId };
  expect((await boris.ask(notes.getProfileNote, { query })).status).toBe(403);
  expect((await boris.ask(notes.getProfileNotes, { query: { ...query, after: undefined } })).status).toBe(403);
  const body = { ...query, bodyText: 'mine now', privateTags: [] };
  expect((await boris.ask(notes.putProfileNote, { body })).status).toBe(403);
  const admin = await app.member({ name: 'Emil', roles: ['USER', 'ADMIN'] });
  expect((await admin.ask(notes.getProfileNote, { query })).status).toBe(403);
  for (const path of [`/api/profile/${anton.profileId}`, `/api/profile/${boris.profileId}`, '/api/settings'])
    expect((await boris.send('GET', path)).bytes.toString()).not.toContain('secret');
});

test('a note can have 4,000 characters and 50 tags of 40 characters', async () => {
  const [anton, boris] = await pair();
  const tags = Array.from(
    { length: limits.maxTags },
    (_, n) => `${'🌈'.repeat(limits.maxTagLength - 2)}${String(n).padStart(2, '0')}`,
  );
  const text = '🌈'.repeat(limits.maxTextLength);
  expect((await put(anton, boris, text, tags)).status).toBe(200);
  expect(await noteOf(anton, boris)).toMatchObject({ bodyText: text, privateTags: tags });
  const refused = [
    await put(anton, boris, `${text}x`, tags),
    await put(anton, boris, text, [...tags, 'one more']),
    await put(anton, boris, text, ['x'.repeat(limits.maxTagLength + 1)]),
  ];
  expect(refused.map(({ status, body }) => [status, Reflect.get(Object(body), 'message')])).toEqual([
    [400, expect.stringContaining('At most 4000 characters')],
    [400, expect.stringContaining('At most 50 tags')],
    [400, expect.stringContaining('At most 40 characters')],
  ]);
  expect(await noteOf(anton, boris)).toMatchObject({ bodyText: text, privateTags: tags });
  // Repeated and blank tags do not count.
  expect((await put(anton, boris, '', [...tags, ...tags, ' '])).status).toBe(200);
});

test('an emptied note is removed', async () => {
  const [anton, boris] = await pair();
  await put(anton, boris, 'for now', ['now']);
  expect((await put(anton, boris, ' \n', [''])).body).toMatchObject({ bodyText: '', version: emptyNoteVersion, tsUpdated: 0 });
  expect([await listOf(anton), await noteOf(anton, boris)]).toMatchObject([[], { tsUpdated: 0 }]);
});

test('a write with an outdated version is answered with the current note and stores nothing', async () => {
  const [anton, boris] = await pair();
  const first = (await put(anton, boris, 'from the phone', [], `"${emptyNoteVersion}"`)).body;
  const second = await put(anton, boris, 'from the tablet', [], `"${emptyNoteVersion}"`);
  expect([second.status, second.body]).toMatchObject([412, { code: 'changed-meanwhile', current: first }]);
  expect(second.headers['etag']).toBe(`"${first.version}"`);
  expect(await noteOf(anton, boris)).toEqual(first);
  const both = await put(anton, boris, 'from the phone\nfrom the tablet', [], `"${first.version}"`);
  expect(both.status).toBe(200);
  // Without If-Match, or with *, the last write wins.
  expect((await put(anton, boris, 'whatever', [], '*')).status).toBe(200);
  expect((await put(anton, boris, 'the last word')).status).toBe(200);
  expect((await put(anton, boris, 'no tag of ours', [], 'nonsense')).status).toBe(412);
});

test('a write with the version of an empty note does not replace a stored one', async () => {
  const [anton, boris] = await pair();
  const stored = (await put(anton, boris, 'long and important', ['kept'])).body;
  const typed = await put(anton, boris, 'typed on a screen that knew nothing', [], `"${emptyNoteVersion}"`);
  expect([typed.status, await noteOf(anton, boris)]).toEqual([412, stored]);
});

test('of two simultaneous writes one wins, and a repeated write changes nothing', async () => {
  const [anton, boris] = await pair();
  const answers = await Promise.all(['phone', 'tablet'].map((text) => put(anton, boris, text, [], `"${emptyNoteVersion}"`)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  const { bodyText } = await noteOf(anton, boris);
  app.clock.pass(1_000);
  const again = await put(anton, boris, bodyText, [], `"${emptyNoteVersion}"`);
  expect([again.status, again.body]).toEqual([200, await noteOf(anton, boris)]);
});

test('repeating a write with the same tags changes nothing, with other tags it is a conflict', async () => {
  const [anton, boris] = await pair();
  const empty = `"${emptyNoteVersion}"`;
  const stored = await put(anton, boris, 'met', ['tea', 'ferry'], empty);
  expect(await put(anton, boris, 'met', ['tea', 'ferry'], empty)).toMatchObject({ status: 200, body: stored.body });
  for (const tags of [['tea', 'train'], ['ferry', 'tea'], ['tea'], []])
    expect([tags, (await put(anton, boris, 'met', tags, empty)).status]).toEqual([tags, 412]);
  expect(await noteOf(anton, boris)).toEqual(stored.body);
});

test('a changed note sends an event only to its author’s devices', async () => {
  const [anton, boris] = await pair();
  const [ofAnton, ofBoris] = [await openSocket(anton), await openSocket(boris)];
  await put(anton, boris, 'heard');
  expect(await ofAnton.until('note')).toEqual({ type: 'note', aboutProfileId: boris.profileId });
  await ofBoris.settled();
  expect(ofBoris.received.filter(({ type }) => type !== 'hello' && type !== 'pong')).toEqual([]);
  ofAnton.close();
  ofBoris.close();
});

test('a note about a member who blocks its author or was deleted can be read and changed, but has no name', async () => {
  const [anton, boris] = await pair();
  const carl = await app.member({ name: 'Carl' });
  for (const about of [boris, carl]) await put(anton, about, 'kept', ['old']);
  await like(boris, anton, { blocked: true });
  await carl.call(account.deleteAccount);
  for (const about of [boris, carl]) {
    expect(await noteOf(anton, about)).toMatchObject({ bodyText: 'kept', privateTags: ['old'] });
    expect(await put(anton, about, 'kept and changed')).toMatchObject({ status: 200, body: { bodyText: 'kept and changed' } });
  }
  const listed = await listOf(anton);
  expect(listed.map(({ bodyText, profile }) => [bodyText, profile])).toEqual([
    ['kept and changed', null],
    ['kept and changed', null],
  ]);
  // The note can be emptied, also when the write is repeated. After that, no new note about the member can be stored.
  for (const about of [boris, carl]) {
    const emptied = await put(anton, about, '');
    expect(await put(anton, about, '')).toMatchObject({ status: 200, body: emptied.body });
    expect((await put(anton, about, 'again')).status).toBe(404);
  }
});

test('a note about a member blocked by its author keeps the name', async () => {
  const [anton, boris] = await pair();
  await like(anton, boris, { blocked: true });
  expect((await put(anton, boris, 'why I blocked them')).status).toBe(200);
  expect(await listOf(anton)).toMatchObject([{ bodyText: 'why I blocked them', profile: { profileName: 'Boris' } }]);
});

test('notes are deleted with their author', async () => {
  const [anton, boris] = await pair();
  await put(anton, boris, 'gone with Anton');
  await anton.call(account.deleteAccount);
  const rows = await app.world.db.read.selectFrom('profile_notes').selectAll().where('author_id', '=', anton.profileId).execute();
  expect(rows).toEqual([]);
});

test('notes are listed in pages', async () => {
  const anton = await app.member();
  const nowMs = app.clock.now();
  await app.world.db.write(async (tx) => {
    for (let n = 0; n < limits.notesPage * 2 + 3; n++)
      await tx
        .insertInto('profile_notes')
        .values({
          author_id: anton.profileId,
          about_id: app.world.ids.uuid(),
          body_text: `note ${n}`,
          private_tags: '[]',
          created_ms: nowMs,
          updated_ms: nowMs,
        })
        .execute();
  });
  const all: ProfileNote[] = [];
  for (;;) {
    const page = await listOf(anton, all.at(-1)?.aboutProfileId);
    all.push(...page);
    if (page.length < limits.notesPage) break;
  }
  expect([all.length, new Set(all.map(({ bodyText }) => bodyText)).size]).toEqual([203, 203]);
});
