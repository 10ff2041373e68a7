// Tests that a client is built again when a script that builds it has changed.
import { expect, test } from 'vitest';
import { readHouse } from './house/source-files.ts';
import { importedBy } from './mutate/sources.ts';

test('the id of a build depends on every script that builds it', () => {
  const { sources } = readHouse();
  const scripts = [...importedBy(sources, ['scripts/build.ts', 'client/vite.config.ts'])].filter((file) =>
    file.startsWith('scripts/'),
  );
  const build = sources.find(({ path }) => path === 'scripts/build.ts')?.text ?? '';
  expect(scripts.filter((file) => !build.includes(`'${file}'`))).toEqual([]);
});
