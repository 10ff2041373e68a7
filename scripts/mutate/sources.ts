// The source files whose mutants the fast tests should kill, by room.
import { readHouse, type SourceFile } from '#scripts/house/source-files.ts';

const rooms = ['shared/rules', 'server/features', 'server/nearby', 'server/http', 'client/offline', 'client/net'] as const;

export const roomOf = (path: string): string => rooms.find((room) => path.startsWith(`${room}/`)) ?? 'elsewhere';

/** All that each of the files imports at run time, itself among them. */
export function importedBy(files: readonly SourceFile[], from: readonly string[]): Set<string> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const imported = new Set<string>();
  const follow = (path: string): void => {
    if (imported.has(path)) return;
    imported.add(path);
    for (const { file, isTypeOnly } of byPath.get(path)?.imports ?? []) if (file !== null && !isTypeOnly) follow(file);
  };
  for (const path of from) follow(path);
  return imported;
}

/** The rules, the services and what they use, and the code between them and the network on both sides. */
export function mutatedSources(files: readonly SourceFile[] = readHouse().sources): SourceFile[] {
  const services = files.map(({ path }) => path).filter((path) => /^server\/features\/.*\.service\.ts$/.test(path));
  const used = importedBy(files, services);
  return (
    files
      // Hooks and components need a screen: they are tested in browsers, which is not fast.
      .filter(({ imports }) => !imports.some(({ specifier, isTypeOnly }) => specifier === 'react' && !isTypeOnly))
      .filter(({ path, isTest }) => !isTest && /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
      .filter(
        ({ path }) =>
          /^(?:shared\/rules|server\/http|client\/offline|client\/net)\//.test(path) ||
          (used.has(path) && roomOf(path) !== 'elsewhere'),
      )
      .sort((one, other) => (one.path < other.path ? -1 : 1))
  );
}
