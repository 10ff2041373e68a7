// Normalization of typed texts.

/** Control characters other than newline and tab, halves of surrogate pairs, bidi overrides and isolates. They can disguise a text. */
const spoofing = /(?![\n\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;
/** A text that nobody can see, such as one of Hangul fillers or of the braille pattern without dots. */
const blank = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;
/** Does not match a joiner between two emoji: without it, a rainbow flag would be a white flag beside a rainbow. */
const invisible = /(?!(?<=\p{ExtPict}[\ufe0f\p{EMod}]*)\u200d\p{ExtPict})[\u200b-\u200f\u2060\ufeff]/gu;

/** Normalizes a text of several lines: uniform line ends, no spoofing characters, Unicode NFC, trimmed. A blank one is empty. */
export function cleanText(text: string): string {
  const cleaned = text.replace(/\r\n?/g, '\n').replace(spoofing, '').normalize('NFC').trim();
  return blank.test(cleaned) ? '' : cleaned;
}

/** Normalizes a single line like `cleanText`, and also removes invisible characters and repeated spaces. */
export const cleanLine = (text: string): string => cleanText(text).replace(invisible, '').replace(/\s+/gu, ' ').trim();

/** Length in code points. */
export const lengthOf = (text: string): number => [...text].length;

/** An email address as stored: trimmed, Unicode NFC, lower case. */
export const cleanEmail = (text: string): string => text.trim().normalize('NFC').toLowerCase();
