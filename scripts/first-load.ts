// Joins what the client's entry imports statically into one chunk, so that a first visit asks for few files.
interface Modules {
  getModuleInfo(
    id: string,
  ): { readonly isEntry: boolean; readonly importedIds: readonly string[]; readonly importers: readonly string[] } | null;
}

const known = new Map<string, boolean>();

/** The name of the chunk for modules of the first load; null for all that lazy screens bring along. */
export const firstLoadChunk = (id: string, modules: Modules): string | null => (isInFirstLoad(id, modules) ? 'shell' : null);

/** Whether the entry, or something it imports statically, imports it. */
function isInFirstLoad(id: string, modules: Modules): boolean {
  const answer = known.get(id);
  if (answer !== undefined) return answer;
  // A circle of imports is not first load unless something outside of it is.
  known.set(id, false);
  const info = modules.getModuleInfo(id);
  const isFirst = info !== null && (info.isEntry || info.importers.some((importer) => isInFirstLoad(importer, modules)));
  known.set(id, isFirst);
  return isFirst;
}
