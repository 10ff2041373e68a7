// Cleaning of what people type, the same on both sides.

/** Controls (but newline and tab), bidi overrides and isolates: they let a text pose as another. */
const spoofing = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const invisible = /[\u200b-\u200f\u2060\ufeff]/gu;

/** A text of several lines: line ends unified, spoofing characters dropped, composed form, trimmed. */
export const cleanText = (text: string): string => text.replace(/\r\n?/g, '\n').replace(spoofing, '').normalize('NFC').trim();

/** A name of one line: also without newlines, tabs and invisible characters, runs of blanks made one. */
export const cleanName = (text: string): string => cleanText(text).replace(invisible, '').replace(/\s+/gu, ' ').trim();

/** Length as people count it: code points. */
export const lengthOf = (text: string): number => [...text].length;

/** A name as it is shown in lists: cut to `most` characters. */
export const shownName = (name: string, most = 12): string => (lengthOf(name) <= most ? name : [...name].slice(0, most).join(''));

/** An e-mail address as it is kept: trimmed, composed, lower case. */
export const cleanEmail = (text: string): string => text.trim().normalize('NFC').toLowerCase();
