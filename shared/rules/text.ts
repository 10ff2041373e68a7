// Normalization of typed texts, the same on client and server.
import { limits } from './limits.ts';

/** Control characters except newline and tab, bidi overrides and isolates: they can make a text look like another. */
const spoofing = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const invisible = /[\u200b-\u200f\u2060\ufeff]/gu;

/** A text of several lines: line ends unified, spoofing characters removed, Unicode NFC, trimmed. */
export const cleanText = (text: string): string => text.replace(/\r\n?/g, '\n').replace(spoofing, '').normalize('NFC').trim();

/** A name of one line: also without newlines, tabs and invisible characters, with single spaces. */
export const cleanName = (text: string): string => cleanText(text).replace(invisible, '').replace(/\s+/gu, ' ').trim();

/** Length in code points, which is what people count. */
export const lengthOf = (text: string): number => [...text].length;

/** A name in lists: truncated to the first characters. */
export const shownName = (name: string): string =>
  lengthOf(name) <= limits.profileNameShown ? name : [...name].slice(0, limits.profileNameShown).join('');

/** An e-mail address as stored: trimmed, Unicode NFC, lower case. */
export const cleanEmail = (text: string): string => text.trim().normalize('NFC').toLowerCase();
