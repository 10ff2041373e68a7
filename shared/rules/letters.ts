// Cuts names and texts between letters as a reader sees them: a flag counts as one, and so do joined emoji.
import { limits } from './limits.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export const firstLetters = (text: string, count: number): string =>
  Array.from(graphemes.segment(text), ({ segment }) => segment)
    .slice(0, count)
    .join('');

/** The first `count` code points, or fewer so that no letter is cut, unless the first one alone is longer. */
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
