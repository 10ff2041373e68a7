// Selects the source files to mutate, by room.
import { readHouse, type SourceFile } from '#scripts/house/source-files.ts';

const rooms = ['shared/rules', 'server/features', 'server/nearby', 'server/http', 'client/offline', 'client/net'] as const;

export const roomOf = (path: string): string => rooms.find((room) => path.startsWith(`${room}/`)) ?? 'other';

/** Returns the paths in `from` and all their direct and indirect run-time imports. */
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

/** Returns the shared rules, the services with their imports, and the HTTP, network and offline code. */
export function mutatedSources(files: readonly SourceFile[] = readHouse().sources): SourceFile[] {
  const services = files.map(({ path }) => path).filter((path) => /^server\/features\/.*\.service\.ts$/.test(path));
  const used = importedBy(files, services);
  return (
    files
      // Hooks and components are tested in browsers, which is slow.
      .filter(({ imports }) => !imports.some(({ specifier, isTypeOnly }) => specifier === 'react' && !isTypeOnly))
      .filter(({ path, isTest }) => !isTest && /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
      .filter(
        ({ path }) =>
          /^(?:shared\/rules|server\/http|client\/offline|client\/net)\//.test(path) ||
          (used.has(path) && roomOf(path) !== 'other'),
      )
      .sort((one, other) => (one.path < other.path ? -1 : 1))
  );
}
