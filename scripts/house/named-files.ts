// The rules that READMEs and package.json name only what exists, sources only npm scripts that exist, and the README every room.
import { matchesGlob } from 'node:path';
import type { House, TextFile } from './source-files.ts';

/** Matches names with a known extension. A leading slash or colon marks a URL. */
const fileName = /(?<![\w/:.-])(?:\.\/|#)?[\w@*.{},<>-]+(?:\/[\w@*.{},<>-]+)*\.(?:tsx?|mjs|css|json|md|html|webp|svg)\b(?![/-])/g;
/** Matches folders and patterns below a top-level folder. */
const folderOrGlob = /^(?:(?:client|server|shared|manifest|scripts|\.ci|\*\*)\/[\w@*.{},<>/-]*)$/;
const npmScript = /\bnpm run ([\w:-]+)|\bnpm (test|start)\b/g;

export const scriptsExist = ({ otherTexts, paths }: House): string[] =>
  Object.entries(scriptsOf(otherTexts)).flatMap(([name, command], _, all) => [
    ...[...command.matchAll(fileName)]
      .filter(([file]) => !paths.includes(file))
      .map(([file]) => `package.json: the script ${name} names ${file}, which does not exist.`),
    ...missingScripts(command, all).map((other) => `package.json: the script ${name} runs ${other}, which is not a script.`),
  ]);

export const readmesNameWhatExists = ({ otherTexts, paths }: House): string[] => {
  const places = withFolders(paths);
  const scripts = Object.entries(scriptsOf(otherTexts));
  return otherTexts
    .filter(({ path }) => /(^|\/)README\.md$/.test(path))
    .flatMap(({ path, text }) => {
      const quoted = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, span]) => span?.split(/\s+/) ?? []);
      const names = [...[...text.matchAll(fileName)].map(([name]) => name), ...quoted.filter((one) => folderOrGlob.test(one))];
      const missing = [...new Set(names)].filter((name) => !exists(name, places));
      return [
        ...missing.map((name) => `${path}: names ${name}, which does not exist.`),
        ...missingScripts(text, scripts).map((name) => `${path}: names npm run ${name}, which is not a script in package.json.`),
      ];
    });
};

/** The README must name each folder directly in client, server and shared, with a slash after it. */
export const readmeNamesRooms = ({ otherTexts, paths }: House): string[] => {
  const readme = otherTexts.find(({ path }) => path === 'README.md')?.text;
  if (readme === undefined) return [];
  const rooms = new Set(paths.map((path) => /^(?:client|server|shared)\/([^/]+)\//.exec(path)?.[1]));
  return [...rooms]
    .filter((room) => room !== undefined && !new RegExp(`(?<![\\w/-])${room}/(?!\\w)`).test(readme))
    .map((room) => `README.md: the tree lacks ${room}/.`);
};

export const sourcesNameScriptsThatExist = ({ sources, otherTexts }: House): string[] => {
  const scripts = Object.entries(scriptsOf(otherTexts));
  return scripts.length === 0
    ? []
    : sources
        .filter(({ isTest }) => !isTest)
        .flatMap(({ path, text }) =>
          missingScripts(text, scripts).map((name) => `${path}: names npm run ${name}, which is not a script in package.json.`),
        );
};

function scriptsOf(texts: readonly TextFile[]): Record<string, string> {
  const text = texts.find(({ path }) => path === 'package.json')?.text;
  return text === undefined ? {} : (JSON.parse(text).scripts ?? {});
}

function missingScripts(text: string, scripts: readonly (readonly [string, string])[]): string[] {
  const named = [...text.matchAll(npmScript)].map(([, run, short]) => run ?? short ?? '');
  return [...new Set(named)].filter((name) => !scripts.some(([existing]) => existing === name));
}

/** A name may be relative to any folder. In it, <noun> matches any text. */
function exists(name: string, places: readonly string[]): boolean {
  const pattern = name
    .replace(/^(?:#|\.\/)/, '')
    .replace(/<[^>]*>/g, '*')
    .replace(/\/$/, '');
  return places.some((place) => matchesGlob(place, pattern) || matchesGlob(place, `**/${pattern}`));
}

function withFolders(paths: readonly string[]): string[] {
  const folders = paths.flatMap((path) => path.split('/').map((_, index, parts) => parts.slice(0, index).join('/')));
  return [...new Set([...paths, ...folders])].filter((place) => place !== '');
}
