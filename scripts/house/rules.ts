// The rules of the house as functions: each takes the files and gives a sentence for every breach.
import { noFileCircles, noRoomCircles } from './circles.ts';
import { readmesNameWhatExists, scriptsExist, sourcesNameScriptsThatExist } from './named-files.ts';
import { allowedCrossings, roomOf, rooms } from './rooms.ts';
import type { House } from './source-files.ts';
import { firstLinesName, membersAreThey } from './words.ts';

export type Rule = (house: House) => string[];

/** Lines of a file; tests are lists, which are read one entry at a time. Style sheets are lists as well and not counted. */
const maxLines = { source: 300, test: 400 };

const eachImport: Rule = ({ sources }) =>
  sources
    .filter(({ isTest }) => !isTest)
    .flatMap((file) => {
      const room = rooms.find(({ holds }) => holds.test(file.path));
      if (!room || roomOf(file.path) === null)
        return file.path.includes('/') && !file.path.endsWith('.css') ? [`${file.path}: belongs to no room.`] : [];
      return file.imports
        .filter(({ specifier, file: target }) =>
          target === null ? !room.packages.some((one) => one.test(specifier)) : !mayReach(file.path, target),
        )
        .map(({ specifier }) => `${file.path}: imports ${specifier}. ${room.rule}`);
    });

function mayReach(from: string, to: string): boolean {
  const room = rooms.find(({ holds }) => holds.test(from));
  const nameOf = (path: string) => room?.holds.exec(path)?.[0];
  return (
    nameOf(from) === nameOf(to) ||
    room?.mayImport.some((one) => one.test(to)) === true ||
    allowedCrossings.some((crossing) => crossing.from.test(from) && crossing.to.test(to))
  );
}

/** A word of the code that belongs to named places only. */
const only =
  (pattern: RegExp, among: RegExp, allowed: RegExp, message: string): Rule =>
  ({ sources }) =>
    sources
      .filter(({ path, isTest }) => !isTest && !isOwn.test(path) && among.test(path) && !allowed.test(path))
      .filter(({ text }) => pattern.test(withoutComments(text)))
      .map(({ path }) => `${path}: ${message}`);

/** One habit: files of the same folder and below it by ./, all others by the alias of their side. */
const importHabit: Rule = ({ sources }) =>
  sources
    .filter(({ path }) => !isOwn.test(path))
    .flatMap(({ path, imports }) =>
      imports.flatMap(({ specifier, file }) => {
        if (/(?:^|\/)\.\.\//.test(specifier))
          return [`${path}: imports ${specifier}: write #${file}, as for all that is not below the same folder.`];
        const isBeside = specifier.startsWith('#') && file !== null && folderOf(file) === folderOf(path);
        return isBeside ? [`${path}: imports ${specifier} from its own folder: write ./${file.split('/').at(-1)}.`] : [];
      }),
    );

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** The sentence may run on over further lines of the comment. */
const firstLines: Rule = ({ sources }) =>
  sources
    .filter(({ path }) => !path.endsWith('.css'))
    .filter(({ text }) => !/^\/\/ .{15,}?(?:[.!?](?: .*)?|: (?:npm run|node) .+)\n/.test(text.replace(/\n\/\/ /g, ' ')))
    .map(({ path }) => `${path}: the first line says in one sentence what the file is for.`);

const lengths: Rule = ({ sources }) =>
  sources
    .filter(({ path }) => !path.endsWith('.css'))
    .map(({ path, text, isTest }) => ({
      path,
      lines: text.split('\n').length - 1,
      most: isTest ? maxLines.test : maxLines.source,
    }))
    .filter(({ lines, most }) => lines > most)
    .map(({ path, lines, most }) => `${path}: ${lines} lines, ${most} is the limit.`);

/** The check itself, which has to name what it forbids. */
const isOwn = /^scripts\/(?:house\/|check-house)/;

const forbiddenText: readonly { readonly pattern: RegExp; readonly message: string }[] = [
  { pattern: /(?<![\w.-])\/(?:work|root|home)\/\w/, message: 'names a path of one machine.' },
  {
    pattern: /\b(?:SPECIFICATION|REQUIREMENTS|DESIGN|SECURITY|QUALITY|LOOK|TOOLCHAIN|MEMBERS)\.md\b/,
    message: 'names a document that is not here: say the reason itself.',
  },
  { pattern: /\b(?:TODO|FIXME|XXX)\b/, message: 'leaves something to do: do it, or say what is missing in the README.' },
  { pattern: /\b(?:test|it|describe)\.(?:skip|only|todo)\b/, message: 'leaves tests out.' },
];

const texts: Rule = ({ sources }) =>
  sources
    .filter(({ path }) => !isOwn.test(path))
    .flatMap(({ path, text }) =>
      forbiddenText.filter(({ pattern }) => pattern.test(text)).map(({ message }) => `${path}: ${message}`),
    );

const code = /\.(?:tsx?|mjs)$/;

/** No SQL outside of stores. */
export const queriesInStores: Rule = only(
  /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(|\bsql(?:<[^`;]*>)?`/,
  /^(?:server|scripts)\//,
  // Measurements and planned failures look at the tables past the application, so that it can't deceive them.
  /^server\/db\/|\.store\.ts$|^scripts\/(?:bench|faults)\//,
  'runs SQL: queries stay in server/db and in stores.',
);

export const houseRules: readonly Rule[] = [
  eachImport,
  noFileCircles,
  noRoomCircles,
  importHabit,
  scriptsExist,
  readmesNameWhatExists,
  sourcesNameScriptsThatExist,
  firstLines,
  firstLinesName,
  membersAreThey,
  lengths,
  texts,
  queriesInStores,
  only(/from 'kysely'/, /^server\//, /^server\/db\/|\.store\.ts$/, 'kysely stays in server/db and in stores.'),
  only(
    /(?<![\w.])fetch\(/,
    /^client\//,
    /^client\/(?:net|worker)\/|^client\/offline\/outbox\/send\.ts$/,
    'the network is asked through client/net, the worker and the outbox only.',
  ),
  only(
    /\bindexedDB\b/,
    /^client\//,
    /^client\/(?:offline\/database|device\/wipe)\.ts$/,
    'databases of the device are opened in offline/database.ts and deleted in device/wipe.ts only.',
  ),
  only(
    /(?<!\w)export default\b/,
    code,
    /\.config\.ts$|\.d\.m?ts$/,
    'exports have names; default exports are for the configuration of tools.',
  ),
  only(
    /(?<!\()(?:[:<|&,] ?|\bas )any\b(?!-| [a-z])/,
    /\.tsx?$/,
    /^shared\/contract\/endpoint\.ts$/,
    'says any: give it its type.',
  ),
];

/** Comments may speak of what code may not do. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}
