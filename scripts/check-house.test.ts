// Tests that the code keeps the house rules, and that the check detects each violation.
import { expect, test } from 'vitest';
import { violationsIn } from './check-house.ts';
import { classesAreUsed } from './house/classes.ts';
import { noFileCycles, noRoomCycles } from './house/cycles.ts';
import { readmeNamesRooms, readmesNameWhatExists, scriptsExist, sourcesNameScriptsThatExist } from './house/named-files.ts';
import { roomOf } from './house/rooms.ts';
import { formatsInOneRoom, modulesRememberNothing, queriesInStores } from './house/rules.ts';
import { houseOf, readHouse } from './house/source-files.ts';
import { clientReadsItsParts } from './house/client-parts.ts';
import { queryKeysHaveOneRoom } from './house/query-keys.ts';
import { firstLinesName, membersAreThey } from './house/words.ts';

const firstLine = '// Says in one sentence what it is for.\n';
const firstLineOf = (path: string) => (path.endsWith('.css') ? '/* The dialogs of all screens. */\n' : firstLine);
const violationsOf = (path: string, text: string) => violationsIn(houseOf({ [path]: text }));

test('every file complies with the house rules', () => {
  const house = readHouse();
  expect(house.sources.length).toBeGreaterThan(400);
  expect(violationsIn(house)).toEqual([]);
});

test.each([
  ['shared/rules/age.ts', "import path from 'node:path';\n"],
  ['client/features/home/HomeScreen.tsx', "import { openDatabase } from '#server/db/open.ts';\n"],
  ['client/worker/sw.ts', "import { useState } from 'react';\n"],
  ['client/features/home/HomeScreen.tsx', "import Map from 'ol/Map.js';\n"],
  ['client/net/call.ts', "import { say } from '#client/features/home/words.ts';\n"],
  ['server/http/mount.ts', "import { createLikesStore } from '#server/features/likes/likes.store.ts';\n"],
  [
    'server/features/likes/likes.service.ts',
    "import { createMessagesStore } from '#server/features/messages/messages.store.ts';\n",
  ],
  ['server/features/likes/likes.service.ts', "import { sql } from 'kysely';\n"],
  ['client/ui/Button.tsx', "const screen = import('#client/features/home/HomeScreen.tsx');\n"],
  ['server/app.ts', "export { mount } from 'left-pad';\n"],
  ['client/features/home/HomeScreen.tsx', "await fetch('/api/ping');\n"],
  ['client/features/home/HomeScreen.tsx', "indexedDB.open('own');\n"],
  ['client/ui/dialog.css', '.dialog { margin-left: 4px; }\n'],
  ['client/ui/dialog.css', '.dialog { right: 4px; }\n'],
  ['client/ui/dialog.css', '.dialog { padding: 0 4px 0 var(--gap-1); }\n'],
  ['server/app.ts', 'export default 1;\n'],
  ['server/app.ts', 'const value: any = 1;\n'],
  ['server/app.ts', 'const file = "/home/somebody/file";\n'],
  ['server/app.ts', '// TODO later\n'],
  ['server/testing/members/area-chat.ts', 'afterAll(() => app.close());\n'],
  ['server/app.test.ts', "test.only('one', () => undefined);\n"],
  ['client/e2e/app.test.ts', 'await page.waitForFunction(async () => (await caches.keys()).length > 0);\n'],
  ['server/app.ts', 'line();\n'.repeat(301)],
  ['client/net/call.ts', "import { say } from '../ui/header-messages.ts';\n"],
  ['client/net/call.test.ts', "import { say } from './../ui/header-messages.ts';\n"],
  ['client/net/call.ts', "import { ask } from '#client/net/call-as-query.ts';\n"],
  ['client/net/call.ts', "const screen = import('../ui/header-messages.ts');\n"],
])('%s may not hold %j', (path, text) => {
  expect(violationsOf(path, firstLineOf(path) + text)).toHaveLength(1);
});

test.each([
  [
    'server/features/likes/likes.service.ts',
    "import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';\n",
  ],
  ['client/features/likes/LikesScreen.tsx', "import { ProfileTile } from '#client/people/ProfileTile.tsx';\n"],
  ['client/map/map.ts', "import Map from 'ol/Map.js';\n"],
  ['client/net/call.ts', "const reply = await fetch('/api/ping');\n"],
  ['server/app.test.ts', "import { sql } from 'kysely';\n"],
  ['client/net/call.ts', "import { ask } from './ask.ts';\nimport { say } from '#client/ui/header-messages.ts';\n"],
  ['server/app.ts', "import { likesRoutes } from './features/likes/likes.routes.ts';\n"],
  ['server/app.ts', '// Nobody calls fetch( here, and any reader may know.\n'],
])('%s may hold %j', (path, text) => {
  expect(violationsOf(path, firstLineOf(path) + text)).toEqual([]);
});

test.each([
  ['server/features/likes/likes.service.ts', "await tx.selectFrom('likes').selectAll().execute();\n"],
  ['server/features/likes/likes.service.ts', "await tx.insertInto('likes').values(rows).execute();\n"],
  ['server/features/likes/likes.service.ts', "await tx\n    .updateTable('likes').set(change).execute();\n"],
  ['server/app.ts', "await world.db.write((tx) => tx.deleteFrom('likes').execute());\n"],
  ['server/http/guards.ts', 'await sql`select 1`.execute(db);\n'],
  ['scripts/seed.ts', 'await sql<{ id: string }>`select id from accounts`.execute(db);\n'],
])('%s may not query: %j', (path, text) => {
  expect(queriesInStores(houseOf({ [path]: text }))).toEqual([`${path}: runs SQL: queries belong in server/db and in stores.`]);
});

test.each([
  ['server/features/likes/likes.store.ts', "await db.selectFrom('likes').selectAll().execute();\n"],
  ['server/db/migrate.ts', 'await sql`select 1`.execute(db);\n'],
  ['scripts/bench/leave.ts', "await tx.insertInto('messages').values(rows).execute();\n"],
  ['server/app.ts', "// A service that says .selectFrom('likes') has no store.\n"],
])('%s may hold %j: it is no query, or queries are allowed there', (path, text) => {
  expect(queriesInStores(houseOf({ [path]: text }))).toEqual([]);
});

test.each([
  'let counter = 0;\n',
  'export let counter = 0;\n',
  'const known = new Map<string, number>();\n',
  'const known: Map<string, Set<string>> = new Map();\n',
  'export const seen = new WeakSet();\n',
  'const waiting: string[] = [];\n',
])('a module of the server may not keep state: %j', (text) => {
  const path = 'server/features/likes/likes.service.ts';
  expect(modulesRememberNothing(houseOf({ [path]: text }))).toEqual([
    `${path}: remembers something in a module: keep it in what the World opens.`,
  ]);
});

test.each([
  ['server/features/likes/likes.service.ts', 'const nobody: ReadonlySet<string> = new Set();\n'],
  ['server/features/likes/likes.service.ts', 'const names = new Map([[1, 2]]);\n'],
  ['server/features/likes/likes.service.ts', 'function f() {\n  let counter = 0;\n  const all = new Map();\n}\n'],
  ['server/testing/app/test-world.ts', 'const databases = new Map<string, TestDatabase>();\n'],
  ['client/net/call.ts', 'let counter = 0;\n'],
])('%s may hold %j: it is no state of a module, or state is allowed there', (path, text) => {
  expect(modulesRememberNothing(houseOf({ [path]: text }))).toEqual([]);
});

test.each([
  ['client/features/likes/LikesFrame.tsx', "const format = new Intl.DateTimeFormat('en');\n"],
  ['server/features/session/mail-texts.ts', "const text = Intl.NumberFormat('en').format(count);\n"],
  ['shared/rules/community.ts', "const text = new Date(ms).toLocaleDateString('en-GB');\n"],
  ['client/ui/time-text.ts', 'const text = new Date(ms).toLocaleTimeString();\n'],
  ['client/map/scale.ts', "const text = length.toLocaleString('en');\n"],
  ['client/features/settings/QuietHoursEditor.tsx', "const zones = Intl.supportedValuesOf('timeZone');\n"],
])('%s may not format values itself: %j', (path, text) => {
  expect(formatsInOneRoom(houseOf({ [path]: text }))).toEqual([
    `${path}: formats dates, numbers or lists itself: use shared/formats.`,
  ]);
});

test.each([
  ['shared/formats/times.ts', "const format = new Intl.DateTimeFormat('en');\n"],
  ['shared/rules/text.ts', "const graphemes = new Intl.Segmenter('en');\n"],
  ['client/ui/time-text.ts', 'const upper = text.toLocaleUpperCase(locale);\n'],
  ['client/ui/time-text.ts', 'const options: Intl.DateTimeFormatOptions = {};\n'],
  ['client/ui/time-text.test.ts', 'const text = new Date(ms).toLocaleTimeString();\n'],
  ['scripts/bench/upload.ts', "console.log(bytes.toLocaleString('en'));\n"],
])('%s may hold %j: it formats no values, or formatting is allowed there', (path, text) => {
  expect(formatsInOneRoom(houseOf({ [path]: text }))).toEqual([]);
});

test('a file without a descriptive first line is reported', () => {
  const isReported = (path: string, text: string) =>
    expect(violationsOf(path, text)).toEqual([`${path}: the first line must describe the file in one sentence.`]);
  isReported('server/app.ts', "import path from 'node:path';\n");
  isReported('client/ui/dialog.css', '.dialog {\n  padding: 0;\n}\n');
});

test.each(['', 'type '])('a cycle of files is reported: import %s{', (word) => {
  const cycle = {
    'shared/rules/a.ts': `${firstLine}import ${word}{ b } from './b.ts';\n`,
    'shared/rules/b.ts': `${firstLine}import ${word}{ c } from './c.ts';\n`,
    'shared/rules/c.ts': `${firstLine}import { a } from './a.ts';\n`,
  };
  expect(noFileCycles(houseOf(cycle))).toEqual([
    'shared/rules/a.ts -> shared/rules/b.ts -> shared/rules/c.ts -> shared/rules/a.ts: files import each other in a cycle.',
  ]);
  expect(noFileCycles(houseOf({ ...cycle, 'shared/rules/c.ts': firstLine }))).toEqual([]);
});

test.each([
  ['server/db/open.ts', 'server/db'],
  ['server/features/likes/likes.store.ts', 'server/features/likes'],
  ['server/world.ts', 'server base'],
  ['server/app.ts', 'server app'],
  ['client/features/likes/LikeButton.tsx', 'client/features/likes'],
  ['client/offline/database.ts', 'client/offline'],
  ['client/offline/outbox/replay.ts', 'client/offline/outbox'],
  ['client/people/PersonTile.tsx', 'client/people'],
  ['client/app/main.tsx', 'client/app'],
  ['shared/contract/likes.ts', 'shared/contract'],
  ['manifest/hearthside/brand.ts', 'manifest'],
  ['scripts/bench/leave.ts', 'scripts'],
  ['elsewhere/a.ts', null],
])('%s belongs to %s', (path, room) => {
  expect(roomOf(path)).toBe(room);
});

test('a cycle of rooms is reported with its imports', () => {
  const cycle = {
    'server/features/likes/likes.service.ts': "import { endGrants } from '#server/features/grants/grants.service.ts';\n",
    'server/features/grants/grants.routes.ts': "import type { Blocks } from '#server/features/likes/blocks.service.ts';\n",
  };
  expect(noRoomCycles(houseOf(cycle))).toEqual([
    'server/features/grants -> server/features/likes ' +
      '(server/features/grants/grants.routes.ts imports server/features/likes/blocks.service.ts) ' +
      '-> server/features/grants ' +
      '(server/features/likes/likes.service.ts imports server/features/grants/grants.service.ts): ' +
      'rooms import each other in a cycle.',
  ]);
});

test('a cycle of three rooms is reported, but not imports in one direction or in tests', () => {
  const oneWay = {
    'client/device/a.ts': "import { b } from '#client/net/b.ts';\n",
    'client/net/b.ts': "import { c } from '#client/ui/c.tsx';\n",
    'client/net/d.ts': "import { b } from './b.ts';\n",
  };
  expect(noRoomCycles(houseOf(oneWay))).toEqual([]);
  expect(noRoomCycles(houseOf({ ...oneWay, 'client/ui/c.tsx': "const a = import('#client/device/a.ts');\n" }))).toEqual([
    expect.stringMatching(/^client\/device -> client\/net \(.+\) -> client\/ui \(.+\) -> client\/device \(.+\): rooms/),
  ]);
  expect(noRoomCycles(houseOf({ ...oneWay, 'client/ui/c.test.tsx': "import { a } from '#client/device/a.ts';\n" }))).toEqual([]);
});

const packageJson = (scripts: Record<string, string>) => JSON.stringify({ scripts });
const sound = {
  'package.json': packageJson({
    start: 'node server/main.ts',
    types: 'tsc -p shared/tsconfig.json',
    'test:fast': 'npm run types',
  }),
  'server/main.ts': '// Starts what `npm run types` has checked.\n',
  'server/features/likes/likes.store.ts': '',
  'shared/tsconfig.json': '{}',
};

test('a script in package.json with an unknown file or script is reported', () => {
  expect(scriptsExist(houseOf(sound))).toEqual([]);
  const scripts = { migrate: 'node scripts/migrate.ts', validate: 'npm run lint && npm test' };
  expect(scriptsExist(houseOf({ ...sound, 'package.json': packageJson(scripts) }))).toEqual([
    'package.json: the script migrate names scripts/migrate.ts, which does not exist.',
    'package.json: the script validate runs lint, which is not a script.',
    'package.json: the script validate runs test, which is not a script.',
  ]);
});

test('a source with an unknown npm script is reported', () => {
  expect(sourcesNameScriptsThatExist(houseOf(sound))).toEqual([]);
  expect(sourcesNameScriptsThatExist(houseOf({ ...sound, 'server/app.ts': '// After npm run migrate.\n' }))).toEqual([
    'server/app.ts: names npm run migrate, which is not a script in package.json.',
  ]);
});

test.each([
  'Rows are in `likes.store.ts`.',
  'Rows are in `server/features/likes/likes.store.ts`, or `likes/likes.store.ts`.',
  'Rows are in `server/features/likes`, `server/features/likes/` and `server/features/<noun>/`.',
  '`ls **/likes*` and `server/features/*/*.store.ts` show them.',
  "    import { createLikesStore } from '#server/features/likes/likes.store.ts';",
  '`npm run test:fast`, then `npm start`, `/api/openapi.json` and `GET /version_frontend.json`',
  'Words such as `likes.getByLiked`, `data/outbox` and `either/or` are no files.',
])('a README may say: %s', (text) => {
  expect(readmesNameWhatExists(houseOf({ ...sound, 'README.md': text }))).toEqual([]);
});

test.each([
  ['Events are in `likes.live.ts`.', 'likes.live.ts'],
  ['    features/  likes.live.ts', 'likes.live.ts'],
  ['Rows are in `server/likes/likes.store.ts`.', 'server/likes/likes.store.ts'],
  ['Rows are in `server/features/likers`.', 'server/features/likers'],
  ['`ls **/likers*` shows them.', '**/likers*'],
  ["    import { mount } from '#server/http/mount.ts';", '#server/http/mount.ts'],
  ['`npm run migrate`', 'npm run migrate'],
])('a README may not say: %s', (text, name) => {
  expect(readmesNameWhatExists(houseOf({ ...sound, 'server/README.md': text }))).toEqual([
    expect.stringContaining(`server/README.md: names ${name}, which `),
  ]);
});

test.each([
  ['client/ui/Button.tsx', 'const help = "Nobody learns what he wrote.";\n'],
  ['server/app.test.ts', "test('his own', () => undefined);\n"],
  ['manifest/hearthside/brand.ts', '// Him.\n'],
  ['README.md', 'A member finds himself.\n'],
  ['client/ui/theme.css', '/* What HE chose. */\n'],
])('%s may not call a member he: %j', (path, text) => {
  expect(membersAreThey(houseOf({ [path]: `${firstLine}${text}` }))).toEqual([
    expect.stringMatching(new RegExp(`^${path}:2: contains "`, 'i')),
  ]);
});

test('“they”, “the” and “this” are allowed, since only whole words are found', () => {
  const text = '// They see their own, the others hear of this history themselves.\nconst tsHis = helper;\n';
  expect(membersAreThey(houseOf({ 'client/ui/Button.tsx': text }))).toEqual([]);
});

test('“he” is allowed in invented narratives, but not in their comments', () => {
  const narratives = (text: string) => membersAreThey(houseOf({ 'server/features/games/invented-narratives.ts': text }));
  expect(narratives("    'I keep his roses alive.',\n")).toEqual([]);
  expect(narratives('// Shown to a member until he has guessed.\n')).toHaveLength(1);
});

test.each(['What', 'Who', 'Whom', 'Whose', 'Whether', 'Where', 'How', 'Why', 'Up to'])(
  'a first line must not begin with %s',
  (word) => {
    const text = (first: string) => ({ 'client/net/cursor.ts': `// ${first} the live connection has received.\n` });
    expect(firstLinesName(houseOf(text(word)))).toEqual([expect.stringContaining(`begins with "${word}"`)]);
    expect(firstLinesName(houseOf(text('The last revision that')))).toEqual([]);
  },
);

test('a feature may not write the query key of another one', () => {
  const likes = { 'client/features/likes/likes.queries.ts': "const likesQuery = { queryKey: ['likes', ownId] };\n" };
  const games = (text: string) => queryKeysHaveOneRoom(houseOf({ ...likes, 'client/features/games/games.queries.ts': text }));
  expect(games("queries.invalidateQueries({ queryKey: ['likes'] });\n")).toEqual([
    expect.stringContaining("likes.queries.ts: writes a query key with 'likes'"),
    expect.stringContaining("games.queries.ts: writes a query key with 'likes'"),
  ]);
  expect(games("const changes = () => [['likes']];\n")).toHaveLength(2);
  expect(games("invalidateLikes(queries); const words: Texts['likes'] = ['other'];\n")).toEqual([]);
});

test('the client reads no part of a call that its bundle lacks', () => {
  const read = (part: string) =>
    clientReadsItsParts(
      houseOf({
        'client/net/x.ts': `import { likes, type Like } from '#shared/contract/likes.ts';\nuse(likes.putProfileLike.${part});\n`,
      }),
    );
  expect(read('form')).toEqual([
    expect.stringContaining("client/net/x.ts: likes.putProfileLike.form is not in the client's bundle"),
  ]);
  expect(read('path')).toEqual([]);
});

test('a class without a style or an element is reported, unless its name has a computed end', () => {
  const client = (css: string, tsx: string, e2e = '') =>
    classesAreUsed(houseOf({ 'client/ui/a.css': css, 'client/ui/A.tsx': tsx, 'client/e2e/001-a.test.ts': e2e }));
  expect(client('.row {}\n.tone-error {}', '<p className="row" /><p className={`tone-${tone}`} />')).toEqual([]);
  expect(client('.row {}\n/* .gone {} */', '<p className="row mark" />', "page.locator('.mark')")).toEqual([]);
  expect(client('.row-large {}', '<p className={isLarge ? `row` : ``} />')).toEqual([
    'client/ui/a.css: styles .row-large, which no element has.',
  ]);
  expect(client('.row {}', '<p className="row mark" />')).toEqual([
    'client/ui/A.tsx: an element has the class mark, which nothing styles.',
  ]);
});

test('the README names every room of client, server and shared', () => {
  const house = (readme: string) => houseOf({ 'README.md': readme, 'server/redis/client.ts': '', 'client/ui/a.css': '' });
  expect(readmeNamesRooms(house('    client/\n      ui/  parts\n    server/\n      live/  sockets; redis/ shared\n'))).toEqual(
    [],
  );
  expect(readmeNamesRooms(house('    ui/  parts of `server/redis/client.ts`\n'))).toEqual(['README.md: the tree lacks redis/.']);
});
