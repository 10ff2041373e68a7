// Isolates values in a text, such as names, so that they do not turn the words around them if their directions of reading differ.

const rightToLeft = '\\u0590-\\u08ff\\u200f\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}';
const leads = {
  rtl: new RegExp(`[${rightToLeft}]`, 'u'),
  ltr: new RegExp(`(?![${rightToLeft}])[\\p{L}\\u200e]`, 'u'),
};
/** The parts that are already isolated, such as each name of a list. */
const pairs = /[\u2066-\u2068][^\u2066-\u2069]*\u2069/g;
const controls = /[\u202a-\u202e\u2066-\u2069]/g;

/** `rtl` if any letter is read from right to left, also in a text that mixes both. Null for a text without letters. */
export const textDirection = (text: string): 'ltr' | 'rtl' | null =>
  leads.rtl.test(text) ? 'rtl' : leads.ltr.test(text) ? 'ltr' : null;

/** The value between invisible characters, if it has letters of the other direction, or characters that would turn what follows. */
export function isolatedIn(direction: 'ltr' | 'rtl', value: string): string {
  const outside = value.replace(pairs, '');
  if (outside.search(controls) !== -1) return `\u2068${value.replace(controls, '')}\u2069`;
  return leads[direction === 'ltr' ? 'rtl' : 'ltr'].test(outside) ? `\u2068${value}\u2069` : value;
}
