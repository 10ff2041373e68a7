// Removes names and contact details from texts, for readers who must not learn whom they are about.

import { plainLetters } from './plain-letters.ts';

/** Replaces a name or contact. */
export const masked = '[…]';

const networks =
  'instagram|insta|ig|snapchat|snap|telegram|tg|whatsapp|kik|signal|discord|twitter|facebook|fb|tiktok|onlyfans|skype|wechat|viber';
/** Those of any letters begin only where a word begins, so that a text of a single long word takes no longer than another text. */
const contacts: readonly RegExp[] = [
  /(?<!\S)\S+@\S+/gu,
  /(?:https?:\/\/|www\.)\S+/giu,
  /(?<![\w.-])[\w.-]+\.(?:com|net|org|info|me|io|app|link|page|gay|de|at|ch|uk|eu|fr|es|it|nl)\b\S*/giu,
  /(?<!\S)@\w+/gu,
  new RegExp(`\\b(?:${networks})\\b(?:\\s*(?:[:=@–-]|(?:is|me|at|ist|es|est|jest|è|é)(?!\\p{L})))*\\s*[\\w.@-]+`, 'giu'),
  /\+?\p{Nd}[\p{Nd}\s()./-]{5,}\p{Nd}/gu,
];
const introductions = [
  "my name is|my name['’]s|call me|i['’]m|i am|name:",
  'ich bin|ich hei(?:ß|ss)e|mein name ist|nenn mich',
  'me llamo|mi nombre es|soy|ll[aá]mame',
  "je m['’]appelle|mon nom est|je suis|appelle-moi",
  'me chamo|meu nome é|(?:eu )?sou(?: o)?|me chame de',
  'mi chiamo|il mio nome è|sono|chiamami',
  'ik heet|mijn naam is|ik ben|noem me',
  'mam na imię|nazywam się|jestem',
];
/** Matches the name that follows an introduction. Arabic has no capital letters, so only the word for "my name" counts. */
const introduction = new RegExp(`(?=\\p{L})(?<=(?<!\\p{L})(?:${introductions.join('|')})\\s+)\\p{Lu}[\\p{L}'’-]+`, 'giu');
const arabicIntroduction = /(?=\p{L})(?<=(?<!\p{L})[إا]سمي\s+)\p{L}+/gu;
const commonWords = new Set('the and for you not just man guy der die das und ein les des los las del het een dos'.split(' '));

/** All names by which a text may mention a member. */
export const namesOf = (member: {
  readonly profilename: string;
  readonly name: string;
  readonly email: string | null;
}): string[] => [member.profilename, member.name, member.email?.split('@')[0] ?? ''];

/** `names` are those of the members concerned. */
export function maskedText(text: string, names: readonly string[]): string {
  let shown = text.normalize('NFC');
  for (const pattern of contacts) shown = shown.replaceAll(pattern, masked);
  // After "I am", only a capitalised word is a name.
  return withoutNames(shown, names)
    .replaceAll(introduction, (word) => (/^\p{Lu}/u.test(word) ? masked : word))
    .replaceAll(arabicIntroduction, masked);
}

/** The number of words in which a text may write a name. */
interface WordCounts {
  readonly least: number;
  readonly most: number;
}

/** Names are looked up by their plain letters rather than by a pattern each, because patterns of Unicode classes are slow to compile. */
function withoutNames(text: string, names: readonly string[]): string {
  const whole = names.map((name) => name.normalize('NFC').trim()).filter((name) => name.length >= 2);
  const known = whole.filter((name) => /\p{S}/u.test(name)).reduce((shown, name) => shown.replaceAll(name, masked), text);
  const counts = countsByName(whole.flatMap((name) => [name, withoutUmlauts(name)]));
  const words = wordsOf(known);
  let shown = '';
  let from = 0;
  for (let index = 0; index < words.length; index += 1) {
    const length = lengthOfName(words.slice(index, index + maxWords), counts);
    const [first, last] = [words[index], words[index + length - 1]];
    if (length === 0 || first === undefined || last === undefined) continue;
    shown += known.slice(from, first.start) + masked;
    from = last.end;
    index += length - 1;
  }
  return shown + known.slice(from);
}

/** The full names, and those parts of them that identify a person. */
function countsByName(names: readonly string[]): Map<string, WordCounts> {
  const counts = new Map<string, WordCounts>();
  const namesInWords = names.map((name) => wordsOf(name).map(({ plain }) => plain));
  for (const word of namesInWords.flat()) if (word.length >= 3 && !commonWords.has(word)) counts.set(word, { least: 1, most: 1 });
  for (const words of namesInWords) {
    const plain = words.join('');
    counts.set(plain, { least: plain.length < 3 ? words.length : 1, most: words.length });
  }
  return counts;
}

const withoutUmlauts = (name: string): string => name.normalize('NFD').replaceAll('\u0308', 'e').normalize('NFC');

interface Word {
  readonly start: number;
  readonly end: number;
  /** In lower case, without accents and invisible characters. */
  readonly plain: string;
}

const word = /[\p{L}\p{M}\p{N}\p{Cf}]+/gu;
/** The ends of words inside "Tom83" and "BigBear". */
const innerEnd = /(?=\p{N})(?<=[\p{L}\p{M}])|(?=\p{L})(?<=\p{N})|(?=\p{Lu})(?<=\p{Ll}\p{M}*)/u;

const wordsOf = (text: string): Word[] =>
  Array.from(text.matchAll(word), (found) => {
    let end = found.index;
    return found[0].split(innerEnd).map((part): Word => {
      const start = end;
      end += part.length;
      return { start, end, plain: plainLetters(part).replaceAll(/\p{Cf}/gu, '') };
    });
  }).flat();

const maxWords = 8;
const maxBetween = 3;

/** How many of the words form a name; 0 if no name begins with the first word. */
function lengthOfName(words: readonly Word[], counts: ReadonlyMap<string, WordCounts>): number {
  let plain = '';
  let longest = 0;
  for (const [index, one] of words.entries()) {
    if (one.start - (words[index - 1]?.end ?? one.start) > maxBetween) break;
    plain += one.plain;
    const length = index + 1;
    const isName = (name: string): boolean => {
      const count = counts.get(name);
      return count !== undefined && count.least <= length && length <= count.most;
    };
    if (waysToRead(plain).some(isName)) longest = length;
  }
  return longest;
}

/** The text, also without a final s, as in a genitive, and without an Arabic word such as "and", which no space follows. */
const waysToRead = (plain: string): string[] => [
  plain,
  ...(plain.length > 3 && plain.endsWith('s') ? [plain.slice(0, -1)] : []),
  ...(/^[وفبلك]/.test(plain) ? [plain.slice(1)] : []),
];
