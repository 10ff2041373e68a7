// The rule that only one room writes the first word of a query key. Other rooms import the key or an invalidation.
import { roomOf } from './rooms.ts';
import type { House } from './source-files.ts';

/** Other rooms are not checked: those of client/offline own the keys of the data that they store. */
const checkedPath = /^client\/(?:app|people|features)\//;
const declaredKey = /queryKey: \['([\w-]+)'|Key\b[^\n]*=[^\n]*[^\w\])>]\['([\w-]+)'/g;
const arrayStart = /(?<![\w\])>])\['([\w-]+)'[,\]]/g;

export const queryKeysHaveOneRoom = ({ sources }: House): string[] => {
  const checked = sources.filter(({ path, isTest }) => !isTest && checkedPath.test(path));
  const words = new Set(
    checked.flatMap(({ text }) => [...text.matchAll(declaredKey)].map(([, inQuery, named]) => inQuery ?? named)),
  );
  const uses = checked.flatMap(({ path, text }) =>
    [...text.matchAll(arrayStart)].flatMap(([, word = '']) => (words.has(word) ? [{ word, path, room: roomOf(path) }] : [])),
  );
  return [...words].flatMap((word) => {
    const ofWord = uses.filter((use) => use.word === word);
    const rooms = [...new Set(ofWord.map(({ room }) => room))];
    return rooms.length < 2
      ? []
      : ofWord.map(
          ({ path }) => `${path}: writes a query key with '${word}', as another room does: import the key from one of them.`,
        );
  });
};
