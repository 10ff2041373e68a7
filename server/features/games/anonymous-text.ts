// The excerpt of a narrative in GPT Buster, without names and contacts.
import { limits } from '#shared/rules/limits.ts';

/** Replaces a name or contact. */
const redacted = '[…]';

/** In characters. Texts are paired only within a class. */
export const lengthClasses = ['short', 'middle', 'long'] as const;
export type LengthClass = (typeof lengthClasses)[number];
const minLength = 60;
const minMiddle = 160;
const minLong = 300;
const maxLength = 420;

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
/** Matches the name that follows an introduction. */
const introduction = /(?<=\b(?:my name is|my name's|call me|i'm|i’m|i am|ich bin|ich heiße|name:)\s+)\p{Lu}[\p{L}'’-]+/giu;
const commonWords = new Set(['the', 'and', 'for', 'you', 'not', 'just', 'man', 'guy']);

/** Null if too little text remains. `names` are the author's. */
export function anonymousText(text: string, names: readonly string[]): string | null {
  let shown = text.replaceAll(/\s+/gu, ' ').trim().slice(0, limits.maxTextLength);
  for (const pattern of contacts) shown = shown.replaceAll(pattern, redacted);
  for (const name of namesIn(names)) shown = shown.replaceAll(wholeWord(name), redacted);
  // After "I am", only a word with a capital letter is a name.
  shown = shown.replaceAll(introduction, (word) => (/^\p{Lu}/u.test(word) ? redacted : word));
  shown = excerpt(shown);
  return shown.replaceAll(redacted, '').length < minLength ? null : shown;
}

export function lengthClassOf({ length }: string): LengthClass {
  if (length < minMiddle) return 'short';
  return length < minLong ? 'middle' : 'long';
}

/** Full names first, then the parts that identify somebody. */
function namesIn(names: readonly string[]): string[] {
  const whole = names.map((name) => name.trim()).filter((name) => name.length >= 2);
  const parts = whole
    .flatMap((name) => name.split(/[^\p{L}\p{N}]+/u))
    .filter((part) => part.length >= 3 && !commonWords.has(part.toLowerCase()));
  return [...whole, ...parts];
}

const wholeWord = (word: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'giu');

/** Truncated after a sentence if possible, else after a word. */
function excerpt(text: string): string {
  if (text.length <= maxLength) return text;
  const beginning = text.slice(0, maxLength);
  const sentence = /^[\s\S]*[.!?](?=\s)/u.exec(beginning)?.[0] ?? '';
  if (sentence.length >= minLong) return sentence;
  return `${beginning.slice(0, Math.max(beginning.lastIndexOf(' '), minLong))} …`;
}
