// Removes names and contact details from texts, for readers who must not learn whom they are about.

/** Replaces a name or contact. */
export const masked = '[…]';

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
  for (const name of partsOf(names)) shown = shown.replaceAll(wholeWord(name), masked);
  // After "I am", only a capitalised word is a name.
  return shown.replaceAll(introduction, (word) => (/^\p{Lu}/u.test(word) ? masked : word));
}

/** The full names first, then those parts of them that identify a person. */
function partsOf(names: readonly string[]): string[] {
  const whole = names.map((name) => name.normalize('NFC').trim()).filter((name) => name.length >= 2);
  const parts = whole
    .flatMap((name) => name.split(/[^\p{L}\p{N}]+/u))
    .filter((part) => part.length >= 3 && !commonWords.has(part.toLowerCase()));
  return [...whole, ...parts];
}

const wholeWord = (word: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'giu');
