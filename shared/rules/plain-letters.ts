// Reduces texts to letters as most people type them, so that names are found however they are written.

/** Letters that Unicode does not decompose. */
const others = new Map(Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i', þ: 'th', ħ: 'h' }));

/** In lower case without accents. */
export const plainLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøđðłıþħ]/g, (letter) => others.get(letter) ?? letter);
