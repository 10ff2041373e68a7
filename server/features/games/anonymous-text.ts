// The excerpt of a text that GPT Buster shows, without names and contacts; the same for texts of members and planted ones.
import { limits } from '#shared/rules/limits.ts';

/** Replaces a name or contact. */
const redacted = '[…]';

/** Texts are paired only within a class; lengths in characters. */
export const lengthClasses = ['short', 'middle', 'long'] as const;
export type LengthClass = (typeof lengthClasses)[number];
const leastLength = 60;
const middleFrom = 160;
const longFrom = 300;
const mostLength = 420;

const networks =
  'instagram|insta|ig|snapchat|snap|telegram|tg|whatsapp|kik|signal|discord|twitter|facebook|fb|tiktok|onlyfans|skype|wechat|viber';
const contacts: readonly RegExp[] = [
  /\S+@\S+/gu,
  /(?:https?:\/\/|www\.)\S+/giu,
  /\b[\w-]+(?:\.[\w-]+)*\.(?:com|net|org|info|me|io|app|link|page|gay|de|at|ch|uk|eu|fr|es|it|nl)\b\S*/giu,
  /(?<!\S)@\w+/gu,
  new RegExp(`\\b(?:${networks})\\b(?:\\s*(?:[:=@–-]|is\\b|me\\b|at\\b))*\\s*[\\w.@-]+`, 'giu'),
  /\+?\d[\d\s()./-]{5,}\d/gu,
];
/** Introductions; the name is the word that follows. */
const introduction = /(?<=\b(?:my name is|my name's|call me|i'm|i’m|i am|ich bin|ich heiße|name:)\s+)\p{Lu}[\p{L}'’-]+/giu;
const common = new Set(['the', 'and', 'for', 'you', 'not', 'just', 'man', 'guy']);

/** The text on one line, without its author's `names`. Null where too little is left to judge. */
export function anonymousText(text: string, names: readonly string[]): string | null {
  let shown = text.replaceAll(/\s+/gu, ' ').trim().slice(0, limits.maxTextLength);
  for (const pattern of contacts) shown = shown.replaceAll(pattern, redacted);
  for (const name of wordsOf(names)) shown = shown.replaceAll(wholeWord(name), redacted);
  // A capital letter tells a name from other words after "I am".
  shown = shown.replaceAll(introduction, (word) => (/^\p{Lu}/u.test(word) ? redacted : word));
  shown = excerpt(shown);
  return shown.replaceAll(redacted, '').length < leastLength ? null : shown;
}

export function lengthClassOf({ length }: string): LengthClass {
  if (length < middleFrom) return 'short';
  return length < longFrom ? 'middle' : 'long';
}

/** Whole names first, then the parts of them that could give somebody away. */
function wordsOf(names: readonly string[]): string[] {
  const whole = names.map((name) => name.trim()).filter((name) => name.length >= 2);
  const parts = whole
    .flatMap((name) => name.split(/[^\p{L}\p{N}]+/u))
    .filter((part) => part.length >= 3 && !common.has(part.toLowerCase()));
  return [...whole, ...parts];
}

const wholeWord = (word: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'giu');

/** Cut at the end of a sentence where there is one late enough, else after a word. */
function excerpt(text: string): string {
  if (text.length <= mostLength) return text;
  const room = text.slice(0, mostLength);
  const sentence = /^[\s\S]*[.!?](?=\s)/u.exec(room)?.[0] ?? '';
  if (sentence.length >= longFrom) return sentence;
  return `${room.slice(0, Math.max(room.lastIndexOf(' '), longFrom))} …`;
}
