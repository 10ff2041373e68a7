// The house keeps its own rules, and the check sees it when one is broken.
import { expect, test } from 'vitest';
import { breachesIn } from './check-house.ts';
import { readSourceFiles, sourceFile } from './house/source-files.ts';

const said = '// Says in one sentence what it is for.\n';
const breachesOf = (path: string, text: string) => breachesIn([sourceFile(path, text)]);

test('every file keeps the rules of the house', () => {
  const files = readSourceFiles();
  expect(files.length).toBeGreaterThan(400);
  expect(breachesIn(files)).toEqual([]);
});

test.each([
  ['shared/rules/age.ts', "import path from 'node:path';\n"],
  ['client/features/home/HomeScreen.tsx', "import { openDatabase } from '#server/db/open.ts';\n"],
  ['client/worker/sw.ts', "import { useState } from 'react';\n"],
  ['client/features/home/HomeScreen.tsx', "import Map from 'ol/Map.js';\n"],
  ['client/net/call.ts', "import { say } from '../features/home/words.ts';\n"],
  ['server/http/mount.ts', "import { createLikesStore } from '../features/likes/likes.store.ts';\n"],
  ['server/features/likes/likes.service.ts', "import { createMessagesStore } from '../messages/messages.store.ts';\n"],
  ['server/features/likes/likes.service.ts', "import { sql } from 'kysely';\n"],
  ['client/ui/Button.tsx', "const screen = import('#client/features/home/HomeScreen.tsx');\n"],
  ['server/app.ts', "export { mount } from 'left-pad';\n"],
  ['client/features/home/HomeScreen.tsx', "await fetch('/api/ping');\n"],
  ['client/features/home/HomeScreen.tsx', "indexedDB.open('own');\n"],
  ['server/app.ts', 'export default 1;\n'],
  ['server/app.ts', 'const value: any = 1;\n'],
  ['server/app.ts', 'const file = "/home/somebody/file";\n'],
  ['server/app.ts', '// TODO later\n'],
  ['server/app.test.ts', "test.only('one', () => undefined);\n"],
  ['server/app.ts', 'let line;\n'.repeat(301)],
])('%s may not hold %j', (path, text) => {
  expect(breachesOf(path, said + text)).toHaveLength(1);
});

test.each([
  ['server/features/likes/likes.service.ts', "import type { ProfilesService } from '../profiles/profiles.service.ts';\n"],
  ['client/features/likes/LikesScreen.tsx', "import { ProfileTile } from '#client/people/ProfileTile.tsx';\n"],
  ['client/map/map.ts', "import Map from 'ol/Map.js';\n"],
  ['client/net/call.ts', "const reply = await fetch('/api/ping');\n"],
  ['server/app.test.ts', "import { sql } from 'kysely';\n"],
  ['server/app.ts', '// Nobody calls fetch( here, and any reader may know.\n'],
])('%s may hold %j', (path, text) => {
  expect(breachesOf(path, said + text)).toEqual([]);
});

test('a file that does not say what it is for is named', () => {
  expect(breachesOf('server/app.ts', "import path from 'node:path';\n")).toEqual([
    'server/app.ts: the first line says in one sentence what the file is for.',
  ]);
});

test('a circle of imports is found, one of types only is none', () => {
  const circle = (word: string) => [
    sourceFile('shared/rules/a.ts', `${said}import ${word}{ b } from './b.ts';\n`),
    sourceFile('shared/rules/b.ts', `${said}import { a } from './a.ts';\n`),
  ];
  expect(breachesIn(circle(''))).toEqual([expect.stringContaining('in a circle')]);
  expect(breachesIn(circle('type '))).toEqual([]);
});
