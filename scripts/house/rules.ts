// The house rules as functions that return a message for every violation.
import { classesAreUsed } from './classes.ts';
import { clientReadsItsParts } from './client-parts.ts';
import { noFileCycles, noRoomCycles } from './cycles.ts';
import { readmeNamesRooms, readmesNameWhatExists, scriptsExist, sourcesNameScriptsThatExist } from './named-files.ts';
import { queryKeysHaveOneRoom } from './query-keys.ts';
import { allowedCrossings, roomOf, rooms } from './rooms.ts';
import type { House } from './source-files.ts';
import { textsAreTranslated } from './translations.ts';
import { firstLinesName, membersAreThey } from './words.ts';

export type Rule = (house: House) => string[];

/** The maximum numbers of lines per file. Style sheets are not counted. */
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

/** A rule that only certain files may contain a pattern. */
const only =
  (pattern: RegExp, among: RegExp, allowed: RegExp, message: string): Rule =>
  ({ sources }) =>
    sources
      .filter(({ path, isTest }) => !isTest && !isOwn.test(path) && among.test(path) && !allowed.test(path))
      .filter(({ text }) => pattern.test(withoutComments(text)))
      .map(({ path }) => `${path}: ${message}`);

/** Files of the same folder are imported by ./, those in a folder below by either, and all others by alias. */
const importHabit: Rule = ({ sources }) =>
  sources
    .filter(({ path }) => !isOwn.test(path))
    .flatMap(({ path, imports }) =>
      imports.flatMap(({ specifier, file }) => {
        if (/(?:^|\/)\.\.\//.test(specifier))
          return [`${path}: imports ${specifier}: write #${file}, as for all files outside this folder.`];
        const isBeside = specifier.startsWith('#') && file !== null && folderOf(file) === folderOf(path);
        return isBeside ? [`${path}: imports ${specifier} from its own folder: write ./${file.split('/').at(-1)}.`] : [];
      }),
    );

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** The sentence may continue on further comment lines. */
const sentence = /^\/\/ .{15,}?(?:[.!?](?: .*)?|: (?:npm run|node) .+)\n/;
const styleSentence = /^\/\* .{15,}[.!?] \*\/\n/;
const firstLines: Rule = ({ sources }) =>
  sources
    .filter(({ path, text }) => !(path.endsWith('.css') ? styleSentence : sentence).test(text.replace(/\n\/\/ /g, ' ')))
    .map(({ path }) => `${path}: the first line must describe the file in one sentence.`);

const lengths: Rule = ({ sources }) =>
  sources
    .filter(({ path }) => !path.endsWith('.css'))
    .map(({ path, text, isTest }) => ({
      path,
      lines: text.split('\n').length - 1,
      max: isTest ? maxLines.test : maxLines.source,
    }))
    .filter(({ lines, max }) => lines > max)
    .map(({ path, lines, max }) => `${path}: ${lines} lines, the limit is ${max}.`);

/** The check itself contains the forbidden patterns. */
const isOwn = /^scripts\/(?:house\/|check-house)/;

const forbiddenText: readonly { readonly pattern: RegExp; readonly message: string }[] = [
  { pattern: /(?<![\w.-])\/(?:work|root|home)\/\w/, message: 'contains a path of one machine.' },
  {
    pattern: /\b(?:SPECIFICATION|REQUIREMENTS|DESIGN|SECURITY|QUALITY|LOOK|TOOLCHAIN|MEMBERS)\.md\b/,
    message: 'names a document outside the repository: state the reason itself.',
  },
  { pattern: /\b(?:TODO|FIXME|XXX)\b/, message: 'contains a TODO: do it, or state what is missing in the README.' },
  { pattern: /\b(?:test|it|describe)\.(?:skip|only|todo)\b/, message: 'skips tests.' },
  {
    pattern: /\bwaitForFunction\(\s*async\b/,
    message: 'gives waitForFunction a promise, for which it does not wait: poll page.evaluate instead.',
  },
];

const texts: Rule = ({ sources }) =>
  sources
    .filter(({ path }) => !isOwn.test(path))
    .flatMap(({ path, text }) =>
      forbiddenText.filter(({ pattern }) => pattern.test(text)).map(({ message }) => `${path}: ${message}`),
    );

/** The server's test files share their modules, so a module that two of them import is evaluated only for the first one. */
const hooksInFunctions: Rule = ({ sources }) =>
  sources
    .filter(({ path, text }) => path.startsWith('server/testing/') && /^(?:before|after)(?:All|Each)\(/m.test(text))
    .filter(({ path }) => !path.includes('.test.'))
    .map(({ path }) => `${path}: registers hooks when it is imported: do it in a function that each test file calls.`);

const code = /\.(?:tsx?|mjs)$/;

export const queriesInStores: Rule = only(
  /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(|\bsql(?:<[^`;]*>)?`/,
  /^(?:server|scripts)\//,
  // Benches and fault tests query the tables directly, independently of the application.
  /^server\/db\/|\.store\.ts$|^scripts\/(?:bench|faults)\//,
  'runs SQL: queries belong in server/db and in stores.',
);

/** The applications of a test, and the processes of a community, must not differ in what a module remembers. */
export const modulesRememberNothing: Rule = only(
  /^(?:export )?(?:let|var) |^(?:export )?const \w+(?::(?! Readonly)[^=\n]+)? = (?:new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\)|\[\]|\{\});/m,
  /^server\//,
  // The tests' World, and a process of its own.
  /^server\/testing\/|\.suite\.ts$|^server\/outside\/picture-worker\.ts$/,
  'remembers something in a module: keep it in what the World opens.',
);

/** Segmenter splits texts and formats nothing. Types such as Intl.Locale are not calls. */
export const formatsInOneRoom: Rule = only(
  /\.toLocale(?:Date|Time)?String\b|\bIntl\.(?!Segmenter\b)\w+\s*\(/,
  /^(?:client|server|shared|manifest)\//,
  /^shared\/formats\//,
  'formats dates, numbers or lists itself: use shared/formats.',
);

/** A simple value of CSS, such as 4px or var(--gap-1). */
const value = String.raw`[\w.%-]+(?:\([\w-]+\))?`;
/** In languages that are read from right to left everything is mirrored, except for swipes and for what is centred. */
const logicalSides: Rule = only(
  new RegExp(
    String.raw`-(?:left|right)\s*:|(?<![\w-])(?:left|right)\s*:|(?<![\w-])float:\s*(?:left|right)|text-align:\s*(?:left|right)` +
      String.raw`|(?:inset|margin|padding|scroll-\w+): ${value} (${value}) ${value} (?!\1;)${value};`,
  ),
  /\.css$/,
  /^client\/ui\/(?:swipe-card|empty)\.css$/,
  'has a left or right side: use inline-start and inline-end.',
);

export const houseRules: readonly Rule[] = [
  eachImport,
  noFileCycles,
  noRoomCycles,
  importHabit,
  scriptsExist,
  readmesNameWhatExists,
  readmeNamesRooms,
  sourcesNameScriptsThatExist,
  firstLines,
  firstLinesName,
  membersAreThey,
  queryKeysHaveOneRoom,
  clientReadsItsParts,
  classesAreUsed,
  lengths,
  texts,
  queriesInStores,
  formatsInOneRoom,
  modulesRememberNothing,
  logicalSides,
  textsAreTranslated,
  hooksInFunctions,
  only(/from 'kysely'/, /^server\//, /^server\/db\/|\.store\.ts$/, 'kysely may be imported only in server/db and in stores.'),
  only(
    /(?<![\w.])fetch\(/,
    /^client\//,
    /^client\/(?:net|worker)\/|^client\/offline\/outbox\/send\.ts$/,
    'fetch may be used only in client/net, the worker and the outbox.',
  ),
  only(
    /\bindexedDB\b/,
    /^client\//,
    /^client\/(?:offline\/database|device\/wipe)\.ts$/,
    'IndexedDB may be used only in offline/database.ts and device/wipe.ts.',
  ),
  only(
    /(?<!\w)export default\b/,
    code,
    /\.config\.ts$|\.d\.m?ts$/,
    'use named exports; default exports are only for tool configuration.',
  ),
  only(/(?<!\()(?:[:<|&,] ?|\bas )any\b(?!-| [a-z])/, /\.tsx?$/, /^shared\/contract\/endpoint\.ts$/, 'contains any: use a type.'),
];

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}
