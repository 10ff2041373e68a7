// Takes an excerpt of a profile's description for GPT Buster, without names and contact details.
import { limits } from '#shared/rules/limits.ts';
import { wholeLetters } from '#shared/rules/letters.ts';
import { masked, maskedText } from '#shared/rules/masked-text.ts';
import { lengthOf } from '#shared/rules/text.ts';

/** Classes of texts by their length. A round is drawn from texts of one class, so that the length does not disclose who wrote them. */
export const lengthClasses = ['short', 'middle', 'long'] as const;
export type LengthClass = (typeof lengthClasses)[number];
const minLength = 60;
const minMiddle = 160;
const minLong = 300;
const maxLength = 420;

/** Null if too little text remains. `names` are those of the author. */
export function anonymousText(text: string, names: readonly string[]): string | null {
  const plain = text.replaceAll(/\s+/gu, ' ').trim().slice(0, limits.maxTextLength);
  const shown = excerpt(maskedText(plain, names));
  return shown.replaceAll(masked, '').length < minLength ? null : shown;
}

export function lengthClassOf({ length }: string): LengthClass {
  if (length < minMiddle) return 'short';
  return length < minLong ? 'middle' : 'long';
}

/** Truncated after a sentence if enough text remains, else after a word, or within a very long one. */
function excerpt(text: string): string {
  if (text.length <= maxLength) return text;
  const beginning = text.slice(0, maxLength);
  const sentence = /^[\s\S]*[.!?](?=\s)/u.exec(beginning)?.[0] ?? '';
  if (sentence.length >= minLong) return sentence;
  const words = beginning.slice(0, Math.max(beginning.lastIndexOf(' '), minLong));
  return `${wholeLetters(text, lengthOf(words))} …`;
}
