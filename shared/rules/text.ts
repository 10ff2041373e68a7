// Normalization of typed texts.
import { limits } from './limits.ts';

/** Control characters other than newline and tab, halves of surrogate pairs, bidi overrides and isolates. They can disguise a text. */
const spoofing = /(?![\n\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;
/** A text that nobody can see, such as one of Hangul fillers or of the braille pattern without dots. */
const blank = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;
/** The joiner of two emoji is none of them: without it, a rainbow flag is a white flag beside a rainbow. */
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

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first letters as a reader sees them: a flag counts as one, and so do joined emoji. */
export const firstLetters = (text: string, count: number): string =>
  Array.from(graphemes.segment(text), ({ segment }) => segment)
    .slice(0, count)
    .join('');

/** The first `count` code points, or fewer if the last letter as a reader sees it, such as a flag, would be cut. */
export function wholeLetters(text: string, count: number): string {
  const first = [...text].slice(0, count).join('');
  return text.slice(0, graphemes.segment(text).containing(first.length)?.index) || first;
}

/** A name shortened for lists. The profile and the conversation show it in full. */
export function shownName(name: string): string {
  if (name.length <= limits.profileNameShown) return name;
  const first = firstLetters(name, limits.profileNameShown);
  return first === name ? name : `${first.trimEnd()}…`;
}

/** An email address as stored: trimmed, Unicode NFC, lower case. */
export const cleanEmail = (text: string): string => text.trim().normalize('NFC').toLowerCase();
