// Removes from the lists of files that lazy imports load those that are loaded already, because the importing file needs them too.
import type { Plugin, Rolldown } from 'vite';

/** The whole line of the table, with the list of its files. */
const table = /^const __vite__mapDeps=.*?m\.f=(\[[^\]]*\]).*\n/;
const call = /__vite__mapDeps\(\[([\d,]+)\]\)/g;

/** If the tables do not look as expected, the build fails. */
export function shortPreloads(): Plugin {
  return {
    name: 'short-preloads',
    enforce: 'post',
    generateBundle: {
      // This runs after the lists are in place.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && file.code.includes('__vite__mapDeps')) file.code = shortened(file, bundle);
      },
    },
  };
}

export function shortened(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string {
  const [line = '', list] = table.exec(chunk.code) ?? [];
  if (list === undefined) throw new Error(`${chunk.fileName} has no table of lazy files.`);
  const files = JSON.parse(list) as string[];
  const loaded = filesOf(chunk.fileName, bundle);
  const needed = (places: string): string[] =>
    places
      .split(',')
      .map((place) => files[Number(place)] ?? '')
      .filter((file) => !loaded.has(file));
  const body = chunk.code.slice(line.length);
  const lists = [...body.matchAll(call)].map(([, places = '']) => needed(places)).filter(isUseful);
  const kept = [...new Set(lists.flat())];
  /** If no file is in several lists, the lists themselves are shorter than a table. */
  const hasTable = lists.flat().length > kept.length;
  const written = body.replace(call, (_found, places: string) => {
    const own = needed(places);
    if (!isUseful(own)) return '[]';
    return hasTable ? `__vite__mapDeps([${own.map((file) => kept.indexOf(file)).join(',')}])` : JSON.stringify(own);
  });
  return hasTable ? line.replace(list, () => JSON.stringify(kept)) + written : written;
}

/** A list has the lazy file itself, which is loaded even without a list. */
const isUseful = ({ length }: readonly string[]): boolean => length > 1;

/** Returns the names of the file and of all scripts and styles that are loaded with it. */
function filesOf(name: string, bundle: Rolldown.OutputBundle, found = new Set<string>()): ReadonlySet<string> {
  const file = bundle[name];
  if (file?.type !== 'chunk' || found.has(name)) return found;
  found.add(name);
  for (const style of file.viteMetadata?.importedCss ?? []) found.add(style);
  for (const other of file.imports) filesOf(other, bundle, found);
  return found;
}
