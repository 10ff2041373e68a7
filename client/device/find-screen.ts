// Stores which of Find's lists the member used last, for the main navigation.
import { createStore } from './store.ts';
import { localKeys, onVaultOpen, readLocal, writeLocal } from './storage.ts';

const findLists = ['/search/tile', '/search/swype', '/search/profile'] as const;
type FindList = (typeof findLists)[number];

const stored = (): FindList => findLists.find((path) => path === readLocal(localKeys.findScreen)) ?? '/search/tile';

export const findScreen = createStore<FindList>(stored(), '/search/tile');
onVaultOpen(() => findScreen.set(stored()));

/** The path of the map is ignored, because the navigation has an item for it. */
export function rememberFindScreen(path: string): void {
  const list = findLists.find((one) => one === path);
  if (list === undefined || list === findScreen.get()) return;
  findScreen.set(list);
  writeLocal(localKeys.findScreen, list);
}
